/** Reads the keys that the queries of a head picked. */
import { cellsOf, matrixOf, slicesOf } from '../service/heads.js';
import { headsOf } from '../reading/layers.js';
import { using } from '../../../engine/handle.js';
import { layerName } from '../source-name.js';
/** @import { HeadMap } from '../../../engine/maps.js' */
/** @import { Context, HeadOf } from '../service/heads.js' */

/**
 * Where the picks of a head are, which its group may share. `first`: the number of padding tokens before the
 * text.
 *
 * @param {HeadOf} head
 */
export async function picksOf(head) {
  const { reading, layer } = head;
  const heads = headsOf(reading, layer);
  const [{ open, of }] = await slicesOf(head, 'selected');
  const shape = open.listing.tensors[of.tensor].shape;
  const groups = shape[of.axes.indexOf('head')] ?? 1;
  const block = reading.blocks?.[layer] ?? 1;
  const [first] = of.ranges?.key ?? [0];
  const names = { layer: layerName(reading, layer), group: Math.floor((head.head * groups) / heads) };
  if (first % block > 0)
    throw new Error(
      `Layer ${names.layer}: ${first} padding tokens before the text are no whole blocks of ${block} keys.`,
    );
  return { names, block, first };
}

/**
 * Picks that are counted from the first token that is not padding, as handles that are freed after their use.
 *
 * @template T
 * @param {Context} context
 * @param {HeadMap} map - as the file has them
 * @param {{ first: number, block: number }} from
 * @param {(picks: HeadMap) => T} use
 */
export function fromText({ engine }, map, { first, block }, use) {
  if (first === 0) return use(map);
  const { queries, keys: places } = map;
  const cells = cellsOf(map).map((pick) => pick - first / block);
  return using(engine.headMap(queries, places, cells), use);
}

/** The picks of a head; the caller frees them. @param {HeadOf} of */
export async function picksAt(of) {
  const { engine, reading } = of;
  const { names, block, first } = await picksOf(of);
  const sinks = Number(Boolean(reading.sinks));
  const options = { keys: reading.keys - sinks, offset: reading.offset - sinks, block, ...names };
  return using(await matrixOf(of, 'selected'), (map) =>
    fromText(of, map, { first, block }, (picks) => engine.pickedKeys(picks, options)),
  );
}

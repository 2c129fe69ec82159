/** Reads the keys that the queries of a head picked. */
import { matrixOf, slicesOf } from '../service/heads.js';
import { headsOf } from '../reading/layers.js';
import { using } from '../../../engine/handle.js';
import { layerName } from '../source-name.js';
/** @import { HeadMap } from '../../../engine/maps.js' */
/** @import { Context } from '../service/heads.js' */
/** @import { Reading } from '../types.js' */

/**
 * Where the picks of a head are, which its group may share. `first`: the number of padding tokens before the
 * text.
 *
 * @param {Context} context @param {Reading} reading @param {number} layer @param {number} head
 */
export async function picksOf(context, reading, layer, head) {
  const heads = headsOf(reading, layer);
  const wanted = { layer, head, sharing: heads, .../** @type {const} */ ({ row: 'query', col: 'feature' }) };
  const parts = reading.selected ?? [];
  const [{ open, of }] = await slicesOf(context, parts, wanted);
  const shape = open.listing.tensors[of.tensor].shape;
  const groups = shape[of.axes.indexOf('head')] ?? 1;
  const block = reading.blocks?.[layer] ?? 1;
  const [first] = of.ranges?.key ?? [0];
  if (first % block > 0)
    throw new Error(
      `Layer ${layerName(reading, layer)}: ${first} padding tokens before the text are no whole blocks of ${block} keys.`,
    );
  return { parts, wanted, group: Math.floor((head * groups) / heads), block, first };
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
  const cells = map.cells([0, queries], [0, places]).map((pick) => pick - first / block);
  return using(engine.headMap(queries, places, cells), use);
}

/**
 * The picks of a head; the caller frees them.
 *
 * @param {Context} context @param {Reading} reading @param {number} layer @param {number} head
 */
export async function picksAt(context, reading, layer, head) {
  const { parts, wanted, group, block, first } = await picksOf(context, reading, layer, head);
  const sinks = Number(Boolean(reading.sinks));
  return using(await matrixOf(context, parts, wanted), (map) =>
    fromText(context, map, { first, block }, (picks) =>
      context.engine.pickedKeys(picks, {
        keys: reading.keys - sinks,
        offset: reading.offset - sinks,
        block,
        layer: layerName(reading, layer),
        group,
      }),
    ),
  );
}

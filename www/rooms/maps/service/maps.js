/** Maps that are looked at: worked from heads, held as views, and read by tiles and rows. */
import { valuesAt, weightsAt } from './heads.js';
import { errorOfKind } from './refusals.js';
import { using } from './using.js';
/** @import { MapInfo, MapSpec, Reading, Source, Tile } from '../types.js' */
/** @import { Desk, HeadMap } from './heads.js' */

/** @typedef {import('../../../engine/maps.js').MapView} MapView */
/** @typedef {Omit<MapSpec, 'minus' | 'perRow'>} PlainSpec */
/** @typedef {{ of: 'head' | 'mean' | 'max' | 'rollout', layers: number[], heads: number[] }} Plan - the heads that a map is of, in their order */

/** So many views are held: a map, what it is compared with, and the difference; and one whose numbers are saved meanwhile. */
const HELD = 4;
/** A tile has at most so many rows, and as many columns. */
const TILE = 512;

/** The views that are held. The one that was looked at longest ago goes first. */
export function views() {
  /** The last is the one that was looked at last. @type {Map<number, MapView>} */
  const held = new Map();
  /** @param {number} id */
  function view(id) {
    const found = held.get(id);
    if (!found) throw errorOfKind('gone', 'The map is not held any more: it has to be made again.');
    held.delete(id);
    held.set(id, found);
    return found;
  }
  return {
    /** @param {number} id @param {MapView} made */
    hold(id, made) {
      held.set(id, made);
      for (const [oldest, each] of held) {
        if (held.size <= HELD) return;
        held.delete(oldest);
        each.free();
      }
    },
    /** @param {number} id */
    release(id) {
      held.get(id)?.free();
      held.delete(id);
    },
    /** @param {number} id @param {number} level @param {[number, number]} rows @param {[number, number]} cols @returns {Tile} */
    tile(id, level, rows, cols) {
      if (!(rows[1] <= TILE && cols[1] <= TILE))
        throw new Error(
          `A tile of ${rows[1]} x ${cols[1]} cells is too large: it has at most ${TILE} x ${TILE}.`,
        );
      return { rows: rows[1], cols: cols[1], data: view(id).tile(level, rows, cols) };
    },
    end() {
      for (const each of held.values()) each.free();
      held.clear();
    },
    /** @param {number} id @param {number} query */
    row: (id, query) => view(id).row(query),
  };
}

/**
 * A map as it was asked for, ready to be looked at.
 *
 * @param {Desk} desk
 * @param {MapSpec} spec
 * @returns {Promise<{ view: MapView, info: Omit<MapInfo, 'id'> }>}
 */
export async function viewOf(desk, spec) {
  const specs = spec.minus ? [spec, spec.minus] : [spec];
  const whole = specs.reduce(
    (sum, { reading, source }) => sum + count(planOf(desk.shelf.reading(reading), source)),
    0,
  );
  let done = 0;
  const step = () => {
    done += 1;
    desk.task.tell(done / (whole + 1), whole > 1 ? [done, whole] : undefined);
  };
  const map = await mapOf(desk, spec, step);
  /** @type {HeadMap | null} */
  let minus = null;
  try {
    minus = spec.minus && (await mapOf(desk, spec.minus, step));
    await desk.task.breathe();
  } catch (error) {
    map.free();
    minus?.free();
    throw error;
  }
  const { perRow, leaveOut, words } = spec;
  desk.task.step({ pairs: map.queries * map.keys });
  // Both maps are taken over.
  const view = desk.engine.view(map, {
    perRow,
    leaveOut,
    reach: reachOf(desk.shelf.reading(spec.reading), words),
    minus,
  });
  return { view, info: view.info() };
}

/** @param {Desk} desk @param {PlainSpec} spec @param {() => void} step - called for each head */
async function mapOf(desk, { reading: slot, source, values, words }, step) {
  const reading = desk.shelf.reading(slot);
  const plan = planOf(reading, source);
  /** @param {number} layer @param {number} head */
  const weighed = async (layer, head) => {
    await desk.task.breathe();
    desk.shelf.still(slot, reading);
    const weights = await weightsAt(desk, reading, layer, head);
    step();
    if (values === 'none') return weights;
    return using(weights, async () =>
      using(await valuesAt(desk, reading, layer, head), (v) => {
        desk.task.step({ pairs: weights.queries * weights.keys });
        return desk.engine.valueWeighted(weights, v, values);
      }),
    );
  };
  const map = await combined(desk, plan, reading.queries, weighed);
  if (!words) return map;
  desk.task.step({ pairs: map.queries * map.keys });
  return using(map, () => desk.engine.merged(map, words.query, words.key));
}

/** @param {Desk} desk @param {Plan} plan @param {number} tokens @param {(layer: number, head: number) => Promise<HeadMap>} weighed */
async function combined({ engine, task }, { of, layers, heads }, tokens, weighed) {
  if (of === 'head') return weighed(layers[0], heads[0]);
  /** @param {'mean' | 'max'} kind @param {number[]} some - layers */
  const over = async (kind, some) => {
    const sum = engine.combining(kind);
    let isDone = false;
    try {
      for (const layer of some)
        for (const head of heads) {
          await using(await weighed(layer, head), (map) => {
            task.step({ pairs: map.queries * map.keys });
            sum.add(map);
          });
        }
      isDone = true;
      return sum.finish();
    } finally {
      if (!isDone) sum.free();
    }
  };
  if (of !== 'rollout') return over(of, layers);
  const rollout = engine.rollout(tokens);
  try {
    for (const layer of layers)
      await using(await over('mean', [layer]), (map) => {
        // The weights of a layer times those of all layers before it.
        task.step({ products: tokens ** 3 });
        rollout.layer(map);
      });
    return rollout.map();
  } finally {
    rollout.free();
  }
}

/** @param {Reading} reading @param {Source} source @returns {Plan} */
function planOf(reading, source) {
  const first = (/** @type {number} */ length) => Array.from({ length }, (_, place) => place);
  const [layers, heads] = [first(reading.layers), first(reading.heads)];
  const { of } = source;
  if (of === 'head') return { of, layers: [source.layer], heads: [source.head] };
  if (of === 'rollout') return { of, layers: layers.slice(0, source.layer + 1), heads };
  if (source.over === 'heads') return { of, layers: [source.layer], heads };
  return { of, layers, heads: source.over === 'layers' ? [source.head] : heads };
}

/** How many heads are read. @param {Plan} plan */
function count({ layers, heads }) {
  return layers.length * heads.length;
}

/**
 * How many keys each query could see. A word could see the words that begin before the end of what its last token could see.
 *
 * @param {Reading} reading
 * @param {MapSpec['words']} words
 */
function reachOf({ reach }, words) {
  if (!reach) return null;
  if (!words) return Uint32Array.from(reach);
  const rows = new Uint32Array(Math.max(-1, ...words.query) + 1);
  for (const [query, word] of words.query.entries()) {
    const last = reach[query] > 0 ? words.key[reach[query] - 1] + 1 : 0;
    rows[word] = Math.max(rows[word], last);
  }
  return rows;
}

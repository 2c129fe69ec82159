/** Maps for display: computed from heads, cached as views, and read in tiles and rows. */
import { cellsOf, valuesAt } from './heads.js';
import { errorOfKind } from './errors.js';
import { combinedMaps, weightsAt } from './weights.js';
import { stateMarks } from '../signed/marks.js';
import { hasSoftmax, headsOf, isSigned, isSignedMap, layersOf } from '../reading/layers.js';
import { using } from '../../../engine/handle.js';
/** @import { HeadMap, MapView } from '../../../engine/maps.js' */
/** @import { HeadFound, MapInfo, MapSpec, Reading, Source, Tile } from '../types.js' */
/** @import { Context } from './heads.js' */

/** @typedef {Omit<MapSpec, 'minus' | 'perRow'>} PlainSpec */
/**
 * The heads of a map, in order.
 *
 * @typedef {{ of: Source['of'], places: readonly { layer: number, head: number }[] }} Plan
 */

/** The maximum number of cached views: a map, five chosen heads in their own colors, and two to export. */
const CACHE_SIZE = 8;
/** The maximum number of rows, and of columns, of a tile. */
const TILE = 512;

/** A cache of views. The least recently used view is freed first. */
export function viewCache() {
  /** In order of use, the most recently used view last. @type {Map<number, MapView>} */
  const cache = new Map();
  /** @param {number} id */
  function view(id) {
    const found = cache.get(id);
    if (!found) throw errorOfKind('gone', 'The map is not in the cache any more: it has to be made again.');
    cache.delete(id);
    cache.set(id, found);
    return found;
  }
  return {
    /** @param {number} id @param {MapView} made */
    add(id, made) {
      cache.set(id, made);
      for (const [oldest, each] of cache) {
        if (cache.size <= CACHE_SIZE) return;
        cache.delete(oldest);
        each.free();
      }
    },
    /** @param {number} id */
    release(id) {
      cache.get(id)?.free();
      cache.delete(id);
    },
    /**
     * @param {number} id
     * @param {number} level
     * @param {[number, number]} rows
     * @param {[number, number]} cols
     * @returns {Tile}
     */
    tile(id, level, rows, cols) {
      if (!(rows[1] <= TILE && cols[1] <= TILE))
        throw new Error(
          `A tile of ${rows[1]} x ${cols[1]} cells is too large: it has at most ${TILE} x ${TILE}.`,
        );
      return { rows: rows[1], cols: cols[1], data: view(id).tile(level, rows, cols) };
    },
    end() {
      for (const each of cache.values()) each.free();
      cache.clear();
    },
    /** @param {number} id */
    path: (id) => view(id).warpingPath(),
    /** @param {number} id @param {number} query */
    row: (id, query) => view(id).row(query),
  };
}

/**
 * Computes the requested map as a view.
 *
 * @param {Context} context
 * @param {MapSpec} spec
 * @returns {Promise<{ view: MapView, info: Omit<MapInfo, 'id'> }>}
 */
export async function viewOf(context, spec) {
  const specs = spec.minus ? [spec, spec.minus] : [spec];
  const plans = specs.map(({ reading, source }) => planOf(context.store.reading(reading), source));
  const all = plans.reduce((sum, { places }) => sum + places.length, 0);
  let done = 0;
  const step = () => {
    done += 1;
    context.task.report(done / (all + 1), all > 1 ? [done, all] : undefined);
  };
  const map = await mapOf(context, spec, step);
  /** @type {HeadMap | null} */
  let minus = null;
  try {
    minus = spec.minus && (await mapOf(context, spec.minus, step));
    await context.task.yieldToOthers();
  } catch (error) {
    map.free();
    minus?.free();
    throw error;
  }
  const { perRow, leaveOut, words } = spec;
  const reading = context.store.reading(spec.reading);
  const isSignedSource = isSignedMap(reading, spec.source) || spec.values === 'contacts';
  const isDifference = reading.numbers === 'difference' || isSignedSource;
  const { queries } = map;
  context.task.step({ pairs: map.queries * map.keys });
  // The view takes ownership of both maps.
  const view = context.engine.view(map, {
    perRow,
    leaveOut,
    reach: reachOf(reading, words),
    minus,
    signed: isDifference,
  });
  const info = view.info();
  if (!isDifference || spec.minus) return { view, info };
  const queryEntropy = new Float32Array(queries).fill(NaN);
  const { source, values } = spec;
  const hasMarks = source.of === 'head' && values === 'none' && !words && !hasSoftmax(reading, source.layer);
  const marks = hasMarks
    ? await stateMarks({ ...context, reading, layer: source.layer, head: source.head })
    : null;
  return { view, info: { ...info, isDifference, isSigned: isSignedSource, queryEntropy, marks } };
}

/**
 * A thumbnail of differences: each number is the one farthest from 0 of its cells.
 *
 * @param {Pick<Context, 'engine'>} context
 * @param {HeadMap} map - freed
 * @param {number} side - the maximum number of rows and columns
 * @returns {Promise<HeadFound['thumb']>}
 */
export function differenceThumb(context, map, side) {
  return using(
    context.engine.view(map, { perRow: false, leaveOut: 0, reach: null, minus: null, signed: true }),
    (view) => {
      const { levels } = view.info();
      const level = levels.findIndex(({ rows, cols }) => rows <= side && cols <= side);
      const { rows, cols } = levels[level];
      return { rows, cols, data: view.tile(level, [0, rows], [0, cols]) };
    },
  );
}

/** @param {Context} context @param {PlainSpec} spec @param {() => void} step - called for each head */
async function mapOf(context, { reading: slot, source, values, words, residues, places, instead }, step) {
  const reading = context.store.reading(slot);
  const plan = planOf(reading, source);
  /** @param {number} layer @param {number} head */
  const readHead = async (layer, head) => {
    await context.task.yieldToOthers();
    context.store.assertCurrent(slot, reading);
    const of = { ...context, reading, layer, head };
    const weights = await weightsAt(of, instead);
    step();
    if (values === 'none' || values === 'contacts') return weights;
    return using(weights, async () =>
      using(await valuesAt(of), (v) => {
        context.task.step({ pairs: weights.queries * weights.keys });
        return context.engine.valueWeighted(weights, v, values);
      }),
    );
  };
  /** @param {HeadMap} each */
  const merge = (each) => {
    if (!words) return each;
    context.task.step({ pairs: each.queries * each.keys });
    return using(each, () => context.engine.merged(each, words.query, words.key));
  };
  // The largest of several heads is that of their words: the largest weights of tokens may sum to more.
  const isMergedFirst = plan.of === 'max' && values !== 'contacts';
  const read = isMergedFirst
    ? async (/** @type {number} */ layer, /** @type {number} */ head) => merge(await readHead(layer, head))
    : readHead;
  const weights = await combined(context, plan, reading, read);
  const every = () => new Uint32Array(weights.keys).fill(1);
  const map =
    values === 'contacts'
      ? await using(weights, () => context.engine.contacts(weights, residues ?? every()))
      : weights;
  const merged = isMergedFirst ? map : await merge(map);
  return places ? placed(context, merged, places) : merged;
}

/**
 * A map with other rows and columns, and no numbers in those that it does not have.
 *
 * @param {Pick<Context, 'engine'>} context
 * @param {HeadMap} map - freed
 * @param {Uint32Array} places - of rows and of columns
 */
async function placed({ engine }, map, places) {
  const { queries, keys } = map;
  const cells = await using(map, cellsOf);
  const side = places.length;
  const data = new Float32Array(side * side).fill(NaN);
  places.forEach((query, at) => {
    if (query >= queries) return;
    places.forEach((key, to) => (data[at * side + to] = key < keys ? cells[query * keys + key] : NaN));
  });
  return engine.headMap(side, side, data);
}

/**
 * @param {Context} context
 * @param {Plan} plan
 * @param {Reading} reading
 * @param {(layer: number, head: number) => Promise<HeadMap>} readHead
 */
async function combined({ engine, task }, { of, places }, reading, readHead) {
  if (of === 'head') return readHead(places[0].layer, places[0].head);
  const tokens = reading.queries;
  const state = places.find(({ layer }) => isSigned(reading, layer))?.layer;
  if (of === 'rollout' && state !== undefined)
    throw new Error(
      `A rollout needs rows that sum to 1, and those of layer ${state} do not: it keeps a state.`,
    );
  /** @param {'mean' | 'max'} kind @param {Plan['places']} some */
  const over = (kind, some) =>
    combinedMaps({ engine, task }, kind, some, ({ layer, head }) => readHead(layer, head));
  if (of !== 'rollout') return over(of, places);
  const rollout = engine.rollout(tokens);
  try {
    for (const layer of new Set(places.map((place) => place.layer)))
      await using(
        await over(
          'mean',
          places.filter((place) => place.layer === layer),
        ),
        (map) => {
          // The weights of a layer are multiplied by the product of all earlier layers.
          task.step({ products: tokens ** 3 });
          rollout.layer(map);
        },
      );
    return rollout.map();
  } finally {
    rollout.free();
  }
}

/** @param {Reading} reading @param {Source} source @returns {Plan} */
function planOf(reading, source) {
  const { of } = source;
  if (of === 'head') return { of, places: [{ layer: source.layer, head: source.head }] };
  if (of !== 'rollout' && source.over === 'chosen') return { of, places: source.heads };
  const places = layersOf(reading, source).flatMap((layer) =>
    Array.from({ length: headsOf(reading, layer) }, (_, head) => ({ layer, head })),
  );
  const isOfHead = of !== 'rollout' && source.over === 'layers';
  return { of, places: isOfHead ? places.filter(({ head }) => head === source.head) : places };
}

/**
 * The number of keys that each query could attend to. A word could attend to the words that begin before the
 * last key of its last token.
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

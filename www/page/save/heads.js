/** The numbers of heads for a saved file. */
import { layerName, numberedSource } from '../../rooms/maps/source-name.js';
import { deflated, letters } from '../frame/packed.js';
import { rounding } from './rounding.js';
import { inTurns } from './turns.js';
/** @import { MapRole } from '../../rooms/maps/head/spec.js' */
/** @import { MapSpec, MapsData, MapsService, MapsState, Source } from '../../rooms/maps/types.js' */
/** @import { PackedFile, SavedHeads } from '../frame/payload.js' */

/** The maximum side of a tile of the service, in cells. */
const TILE = 512;
/** The maximum size of the open files in a saved one, in bytes. */
const MAX_BYTES = 2 ** 28;
/** The maximum count of numbers in a file, which take 4 bytes each while they are gathered. */
export const MAX_NUMBERS = 2 ** 26;

/** The maps of heads that have a color each. */
const COLORED = /** @type {const} */ (['head 0', 'head 1', 'head 2', 'head 3', 'head 4']);
/**
 * What can be saved: what is shown, the chosen heads, the layer of the open head, all heads, the open files
 * as they are, which may have q and k, or the small model with its text.
 *
 * @typedef {'shown' | 'chosen' | 'layer' | 'all' | 'files' | 'model'} Which
 */

/**
 * The open data of the Models room.
 *
 * @typedef {object} OpenMaps
 * @property {MapsService} service
 * @property {MapsData} data
 * @property {Partial<Record<MapRole, MapSpec>>} specs - the visible maps
 * @property {MapsState} [state] - needed for the chosen heads and for a layer
 * @property {string[] | null} [aligned] - the tokens of the visible maps, if these are of two aligned texts
 */

/**
 * The maps to save: the visible ones, as heads of one layer, or heads of the file. Of chosen heads with a
 * color each, every head is visible.
 *
 * @param {OpenMaps} openMaps
 * @param {Which} which
 * @returns {{ specs: MapSpec[], shape: SavedHeads['shape'], aligned: string[] | null }}
 */
export function chosen({ data: { reading }, specs: shown, state, aligned = null }, which) {
  const { layers, heads, queries, keys } = reading;
  /**
   * The map without masked keys, merged words, normalized rows and the correction of contacts, which are
   * applied again when the file is opened.
   *
   * @param {MapSpec} spec @returns {MapSpec}
   */
  const plain = (spec) => ({
    ...spec,
    values: spec.values === 'contacts' ? 'none' : spec.values,
    // The places of aligned texts are those of merged words.
    words: spec.places ? spec.words : null,
    leaveOut: 0,
    perRow: false,
    minus: null,
  });
  if (which === 'shown') {
    const heads = COLORED.filter((role) => shown[role]);
    const roles = heads.length > 0 ? heads : /** @type {const} */ (['a', 'b']);
    const specs = roles.flatMap((role) => (shown[role] ? [plain(shown[role])] : []));
    const [rows, columns] = aligned ? [aligned.length, aligned.length] : [queries, keys];
    return { specs, shape: [1, specs.length, rows, columns], aligned };
  }
  const wholeLayer = (/** @type {number} */ layer) =>
    Array.from({ length: heads }, (_, head) => ({ layer, head }));
  const places =
    which === 'chosen'
      ? (state?.chosen ?? [])
      : which === 'layer'
        ? wholeLayer(state?.layer ?? 0)
        : Array.from({ length: layers }, (_, layer) => wholeLayer(layer)).flat();
  const specs = places.map(({ layer, head }) =>
    plain({
      reading: 0,
      source: { of: 'head', layer, head },
      values: 'none',
      words: null,
      leaveOut: 0,
      perRow: false,
      minus: null,
    }),
  );
  const count = which === 'all' || which === 'files' ? layers : 1;
  return { specs, shape: [count, specs.length / count, queries, keys], aligned: null };
}

/**
 * The sources and the layers of saved heads: whole layers keep their numbers, and other heads their names.
 *
 * @param {OpenMaps} openMaps
 * @param {Which} which
 * @returns {{ sources: Source[], layers: number[] | undefined }}
 */
export function saidOf(openMaps, which) {
  const { reading } = openMaps.data;
  if (which === 'all') return { sources: [], layers: reading.layerNumbers };
  if (which === 'layer') return { sources: [], layers: [layerName(reading, openMaps.state?.layer ?? 0)] };
  const { specs } = chosen(openMaps, which);
  return { sources: specs.map(({ source }) => numberedSource(source, reading)), layers: undefined };
}

/**
 * Keeps the largest weights of each row, and sets the others to 0. Of equal weights, the earlier keys are
 * kept.
 *
 * @param {Float32Array} numbers - row by row
 * @param {number} keys - the length of a row
 * @param {number} most - how many are kept
 * @returns {Generator<void, Float32Array<ArrayBuffer>>} yields after each row
 */
export function* largestOfRows(numbers, keys, most) {
  const kept = new Float32Array(numbers.length);
  for (let start = 0; start < numbers.length; start += keys) {
    yield;
    const row = numbers.subarray(start, start + keys);
    // Missing numbers are last in order.
    const sorted = row.toSorted();
    const count = sorted.findLastIndex((each) => !Number.isNaN(each)) + 1;
    if (count <= most) {
      kept.set(row, start);
      continue;
    }
    const least = sorted[count - most];
    let room = most;
    for (const each of row) if (each > least) room -= 1;
    for (let key = 0; key < keys; key += 1) {
      const isKept = row[key] > least || Number.isNaN(row[key]) || (row[key] === least && room-- > 0);
      if (isKept) kept[start + key] = row[key];
    }
  }
  return kept;
}

/**
 * The numbers of maps, one map after the other, in row-major order. Keys that did not exist yet when a query
 * was computed are 0.
 *
 * @param {OpenMaps} openMaps
 * @param {MapSpec[]} specs
 * @param {(share: number) => void} onProgress
 */
export async function numbersOf({ service, data: { reading } }, specs, onProgress) {
  const side = specs[0]?.places?.length;
  const [queries, keys] = side === undefined ? [reading.queries, reading.keys] : [side, side];
  const reach = side === undefined ? reading.reach : undefined;
  const numbers = new Float32Array(specs.length * queries * keys);
  for (const [place, spec] of specs.entries()) {
    const info = await service.map(spec);
    try {
      const into = numbers.subarray(place * queries * keys, (place + 1) * queries * keys);
      await copy(service, info.id, queries, keys, into);
      reach?.forEach((there, query) => into.fill(0, query * keys + there, (query + 1) * keys));
    } finally {
      // A service that was ended in the meantime has released all maps.
      service.release(info.id).catch(() => {});
    }
    onProgress((place + 1) / specs.length);
  }
  return numbers;
}

/**
 * @param {MapsService} service
 * @param {number} id
 * @param {number} queries
 * @param {number} keys
 * @param {Float32Array} into
 */
async function copy(service, id, queries, keys, into) {
  for (let row = 0; row < queries; row += TILE) {
    for (let col = 0; col < keys; col += TILE) {
      const { rows, cols, data } = await service.tile(
        id,
        0,
        [row, Math.min(TILE, queries - row)],
        [col, Math.min(TILE, keys - col)],
      );
      for (let r = 0; r < rows; r += 1)
        into.set(data.subarray(r * cols, (r + 1) * cols), (row + r) * keys + col);
    }
  }
}

/**
 * Encodes numbers for a file, with their tokens.
 *
 * @param {MapsData} data
 * @param {string} name
 * @param {SavedHeads['shape']} shape
 * @param {Float32Array} numbers
 * @param {8 | 16 | 32} bits
 * @param {object} said
 * @param {Source[]} [said.sources] - the source of each head, if they are not all heads of a file
 * @param {boolean} [said.unchecked] - whether the rows need not sum to 1
 * @param {string} [said.off] - what was off in the run that they are of
 * @param {number[]} [said.layers] - what each layer is called, if not 0, 1, 2 and so on
 * @param {string[]} [said.tokens] - those of aligned texts
 * @param {typeof deflated} [deflate]
 * @param {() => boolean} [isCurrent] - whether the file is still wanted; if not, an `AbortError` is thrown
 * @returns {Promise<{ heads: SavedHeads, error: number }>} `error` is the largest rounding error; if it is
 *   infinite, the numbers are not in the file
 */
export async function savedHeads(
  { reading },
  name,
  shape,
  numbers,
  bits,
  said = {},
  deflate = deflated,
  isCurrent,
) {
  const { queryTokens } = reading;
  const { sources = [], unchecked = false, off = '', layers, tokens = reading.tokens } = said;
  const { bytes, low, step, power, error } = await inTurns(rounding(numbers, bits), isCurrent);
  return {
    heads: {
      name,
      shape,
      bits,
      low,
      step,
      power,
      tokens,
      queryTokens,
      ...(layers ? { layers } : {}),
      ...(sources.length > 0 ? { sources } : {}),
      ...(reading.numbers === 'difference' ? { kind: reading.numbers } : {}),
      ...(unchecked ? { unchecked } : {}),
      ...(off ? { off } : {}),
      data: Number.isFinite(error) ? await inTurns(letters(await deflate(bytes)), isCurrent) : '',
    },
    error,
  };
}

/**
 * The open files, deflated; null if they are too large.
 *
 * @param {OpenMaps} openMaps @param {typeof deflated} [deflate]
 * @returns {Promise<PackedFile[] | null>}
 */
export async function packedFiles({ service, data: { opened } }, deflate = deflated) {
  if (opened.files.reduce((sum, { bytes }) => sum + bytes, 0) > MAX_BYTES) return null;
  /** @type {PackedFile[]} */
  const files = [];
  for (const { id, name } of opened.files) {
    const bytes = new Uint8Array(await service.blob(id).arrayBuffer());
    files.push({ name, data: await inTurns(letters(await deflate(bytes))) });
  }
  return files;
}

/**
 * The view of the saved maps: the view of the file if all heads are saved, otherwise one map or the
 * comparison of two.
 *
 * @param {MapsState} state
 * @param {string} name
 * @param {SavedHeads['shape']} shape
 * @param {Which} which
 * @param {boolean} [isComputed] - whether the file computes its weights from q and k
 * @param {boolean} [isAligned] - whether its tokens are those of two aligned texts, merged as they were shown
 * @returns {MapsState}
 */
export function savedState(
  state,
  name,
  [layers, heads, queries, keys],
  which,
  isComputed = false,
  isAligned = false,
) {
  if (which === 'files') return { ...state, compare: state.compare?.slot === 1 ? null : state.compare };
  const { tokens, causal } = state.corrections;
  const none = Object.fromEntries(Object.keys(state.corrections).map((name) => [name, null]));
  // A file cannot say where the first query is among more keys, but the reader can.
  const ofRule = isComputed ? { causal } : {};
  const corrections = /** @type {MapsState['corrections']} */ ({ ...none, tokens, ...ofRule });
  const saved = {
    ...state,
    file: { name, layers, heads, queries, keys },
    corrections,
    values: state.values === 'contacts' ? state.values : /** @type {const} */ ('none'),
    ...(isAligned ? { words: /** @type {const} */ (false), pair: null } : {}),
  };
  if (which === 'all') return { ...saved, compare: state.compare?.slot === 1 ? null : state.compare };
  if (which === 'layer')
    return { ...saved, source: 'head', over: 'heads', chosen: [], layer: 0, suggested: null, compare: null };
  const isEach = which === 'chosen' || (state.source === 'each' && !state.compare);
  const compare = heads > 1 && !isEach ? { slot: /** @type {const} */ (0), layer: 0, head: 1 } : null;
  return {
    ...saved,
    // The room shows their mean if there are more than it has colors for.
    source: isEach ? 'each' : 'head',
    over: isEach ? 'chosen' : 'heads',
    chosen: isEach ? Array.from({ length: heads }, (_, head) => ({ layer: 0, head })) : [],
    layer: 0,
    head: 0,
    suggested: null,
    compare,
    filter: null,
    alike: false,
  };
}

/** The numbers of heads for a saved file. */
import { rounded } from './rounding.js';
/** @import { MapRole } from '../../rooms/maps/head/spec.js' */
/** @import { MapSpec, MapsData, MapsService, MapsState, Source } from '../../rooms/maps/types.js' */
/** @import { SavedHeads } from '../frame/payload.js' */

/** The maximum side of a tile of the service, in cells. */
const TILE = 512;
/** The maximum count of numbers in a file: the limit for any tensor. */
export const MAX_NUMBERS = 2 ** 24;
/** The maps of heads that have a color each. */
const COLORED = /** @type {const} */ (['head 0', 'head 1', 'head 2', 'head 3', 'head 4']);
/** Bytes per call of `btoa`. A multiple of three, so that the encoded chunks can be joined. */
const CHUNK = 3 << 13;

/**
 * The open data of the Models room.
 *
 * @typedef {object} OpenMaps
 * @property {MapsService} service
 * @property {MapsData} data
 * @property {Partial<Record<MapRole, MapSpec>>} specs - the visible maps
 */

/**
 * The maps to save: the visible ones, as heads of one layer, or all heads. Of chosen heads with a color each,
 * every head is saved.
 *
 * @param {OpenMaps} openMaps
 * @param {'shown' | 'all'} which
 * @returns {{ specs: MapSpec[], shape: SavedHeads['shape'] }}
 */
export function chosen({ data: { reading }, specs: shown }, which) {
  const { layers, heads, queries, keys } = reading;
  /**
   * The map without masked keys, merged words and normalized rows, which are applied again when the file is
   * opened.
   *
   * @param {MapSpec} spec @returns {MapSpec}
   */
  const plain = (spec) => ({ ...spec, words: null, leaveOut: 0, perRow: false, minus: null });
  if (which === 'shown') {
    const heads = COLORED.filter((role) => shown[role]);
    const roles = heads.length > 0 ? heads : /** @type {const} */ (['a', 'b']);
    const specs = roles.flatMap((role) => (shown[role] ? [plain(shown[role])] : []));
    return { specs, shape: [1, specs.length, queries, keys] };
  }
  const specs = Array.from({ length: layers * heads }, (_, place) =>
    plain({
      reading: 0,
      source: { of: 'head', layer: Math.floor(place / heads), head: place % heads },
      values: 'none',
      words: null,
      leaveOut: 0,
      perRow: false,
      minus: null,
    }),
  );
  return { specs, shape: [layers, heads, queries, keys] };
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
  const { queries, keys, reach } = reading;
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
 * @param {Source[]} sources - the source of each head, if they are not all heads of a file
 * @param {boolean} [unchecked] - whether the rows need not sum to 1
 * @returns {{ heads: SavedHeads, error: number }} `error` is the largest rounding error
 */
export function savedHeads({ reading }, name, shape, numbers, bits, sources, unchecked = false) {
  const { tokens, queryTokens } = reading;
  const { bytes, low, step, error } = rounded(numbers, bits);
  return {
    heads: {
      name,
      shape,
      bits,
      low,
      step,
      tokens,
      queryTokens,
      ...(sources.length > 0 ? { sources } : {}),
      ...(reading.numbers === 'difference' ? { kind: reading.numbers } : {}),
      ...(unchecked ? { unchecked } : {}),
      base64: base64Of(bytes),
    },
    error,
  };
}

/**
 * The view of the saved maps: the view of the file if all heads are saved, otherwise one map or the
 * comparison of two.
 *
 * @param {MapsState} state
 * @param {string} name
 * @param {SavedHeads['shape']} shape
 * @param {'shown' | 'all'} which
 * @returns {MapsState}
 */
export function savedState(state, name, [layers, heads, queries, keys], which) {
  const { tokens } = state.corrections;
  const corrections = {
    candidate: null,
    axes: null,
    heads: null,
    batch: null,
    tokens,
    scale: null,
    causal: null,
    window: null,
    softcap: null,
    rope: null,
  };
  const saved = {
    ...state,
    file: { name, layers, heads, queries, keys },
    corrections,
    values: /** @type {const} */ ('none'),
  };
  if (which === 'all') return { ...saved, compare: state.compare?.slot === 1 ? null : state.compare };
  const isEach = state.source === 'each' && !state.compare;
  const compare = heads > 1 && !isEach ? { slot: /** @type {const} */ (0), layer: 0, head: 1 } : null;
  return {
    ...saved,
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

/** @param {Uint8Array} bytes */
function base64Of(bytes) {
  const pieces = [];
  for (let at = 0; at < bytes.length; at += CHUNK)
    pieces.push(btoa(String.fromCharCode(...bytes.subarray(at, at + CHUNK))));
  return pieces.join('');
}

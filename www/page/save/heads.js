/** The numbers of heads, as they are written into a file. */
import { rounded } from './rounding.js';
/** @import { MapSpec, MapsData, MapsService, MapsState, Source } from '../../rooms/maps/types.js' */
/** @import { SavedHeads } from '../frame/payload.js' */

/** The service gives at most so many cells a side at once. */
const TILE = 512;
/** So many numbers a file may hold: what any tensor may. */
export const MOST = 2 ** 24;
/** Bytes of a file that are added to a string at once. */
const AT_ONCE = 3 << 13;

/**
 * What the Maps room holds: it tells this to those who write it down.
 *
 * @typedef {object} Held
 * @property {MapsService} service
 * @property {MapsData} data
 * @property {Partial<Record<'a' | 'b', MapSpec>>} specs - what is shown
 */

/**
 * Which maps are saved: those that are shown, as heads of one layer, or all heads as they are.
 *
 * @param {Held} held
 * @param {'shown' | 'all'} which
 * @returns {{ specs: MapSpec[], shape: SavedHeads['shape'] }}
 */
export function chosen({ data: { reading }, specs: { a, b } }, which) {
  const { layers, heads, queries, keys } = reading;
  /** Leaving out, merging words and dividing rows can be done again where the file is opened. @param {MapSpec} spec @returns {MapSpec} */
  const plain = (spec) => ({ ...spec, words: null, leaveOut: 0, perRow: false, minus: null });
  if (which === 'shown') {
    const specs = [a, b].flatMap((spec) => (spec ? [plain(spec)] : []));
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
 * The numbers of maps, one behind the other, row by row. What did not exist when a query was computed is 0.
 *
 * @param {Held} held
 * @param {MapSpec[]} specs
 * @param {(share: number) => void} tell
 */
export async function numbersOf({ service, data: { reading } }, specs, tell) {
  const { queries, keys, reach } = reading;
  const numbers = new Float32Array(specs.length * queries * keys);
  for (const [place, spec] of specs.entries()) {
    const info = await service.map(spec);
    try {
      const into = numbers.subarray(place * queries * keys, (place + 1) * queries * keys);
      await copy(service, info.id, queries, keys, into);
      reach?.forEach((there, query) => into.fill(0, query * keys + there, (query + 1) * keys));
    } finally {
      void service.release(info.id);
    }
    tell((place + 1) / specs.length);
  }
  return numbers;
}

/** @param {MapsService} service @param {number} id @param {number} queries @param {number} keys @param {Float32Array} into */
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
 * Numbers as a file holds them, with the tokens that they are of.
 *
 * @param {MapsData} data
 * @param {string} name
 * @param {SavedHeads['shape']} shape
 * @param {Float32Array} numbers
 * @param {8 | 16 | 32} bits
 * @param {Source[]} sources - what each head was, if they are not all of a file
 * @returns {{ heads: SavedHeads, error: number }} the largest error, too
 */
export function savedHeads({ reading: { tokens, queryTokens } }, name, shape, numbers, bits, sources) {
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
      base64: base64Of(bytes),
    },
    error,
  };
}

/**
 * The view of what is saved: that of the file, where all heads are; else the one map that there is, or the two that are compared.
 *
 * @param {MapsState} state
 * @param {string} name
 * @param {SavedHeads['shape']} shape
 * @param {'shown' | 'all'} which
 * @returns {MapsState}
 */
export function savedState(state, name, [layers, heads, queries, keys], which) {
  const {
    corrections: { tokens },
  } = state;
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
  const now = {
    ...state,
    file: { name, layers, heads, queries, keys },
    corrections,
    values: /** @type {const} */ ('none'),
  };
  if (which === 'all') return { ...now, compare: state.compare?.slot === 1 ? null : state.compare };
  const compare = heads > 1 ? { slot: /** @type {const} */ (0), layer: 0, head: 1 } : null;
  return { ...now, source: 'head', layer: 0, head: 0, suggested: null, compare, filter: null, alike: false };
}

/** @param {Uint8Array} bytes */
function base64Of(bytes) {
  const pieces = [];
  // A multiple of three letters is a whole number of groups of four.
  for (let at = 0; at < bytes.length; at += AT_ONCE)
    pieces.push(btoa(String.fromCharCode(...bytes.subarray(at, at + AT_ONCE))));
  return pieces.join('');
}

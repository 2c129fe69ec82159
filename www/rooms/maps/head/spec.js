import { isLarge } from '../large/shape.js';
/** @import { MapsData, MapSpec, MapsState, Source } from '../types.js' */

/**
 * The requests for maps: A alone, or A, B and the difference. If the rows of A are divided by their maximum,
 * `plain` is A without that, for the numbers.
 *
 * @typedef {'a' | 'plain' | 'b' | 'difference'} Which
 */

/**
 * Why something cannot be shown: the key of a message, and the shapes.
 *
 * @typedef {{ why: 'noOther' | 'otherShape', shapes: string[] }} Refused
 */

/**
 * The map that a state needs.
 *
 * @param {MapsState} state
 * @returns {Source}
 */
export function sourceOf({ source, over, layer, head }) {
  if (source === 'head') return { of: 'head', layer, head };
  if (source === 'rollout') return { of: 'rollout', layer };
  if (over === 'heads') return { of: source, over, layer };
  return over === 'layers' ? { of: source, over, head } : { of: source, over };
}

/**
 * Whether weights can be multiplied by the norm of the values: both files have values, and the maps are
 * single heads.
 *
 * @param {MapsState} state @param {MapsData} data
 */
export function valuesRefusal({ source, compare }, { reading, other }) {
  const without = reading.v.length === 0 || (compare?.slot === 1 && other?.reading.v.length === 0);
  return without ? 'noValues' : source === 'head' ? null : 'valuesOfHead';
}

/**
 * The word of each token; null if words are unknown or not merged.
 *
 * @param {MapsState} state @param {MapsData} data @returns {MapSpec['words']}
 */
export function wordsOf({ words }, { tokens, queryTokens, reading }) {
  if (!words || !tokens || tokens.tokens.length !== reading.keys) return null;
  const key = Uint32Array.from(tokens.tokens, ({ word }) => word);
  if (queryTokens) return { query: Uint32Array.from(queryTokens.tokens, ({ word }) => word), key };
  // Queries after a cache are the last tokens. Their words are counted from that of the first query.
  const query = key.slice(reading.offset, reading.offset + reading.queries);
  return { query: query.map((word) => word - query[0]), key };
}

/**
 * The requests to the service for a state, by map.
 *
 * @param {MapsState} state
 * @param {MapsData} data
 * @returns {{ specs: Partial<Record<Which, MapSpec>>, refused: Refused | null }}
 */
export function specsOf(state, data) {
  const { compare, scale, leaveOut } = state;
  const words = wordsOf(state, data);
  /** @type {MapSpec} */
  const a = {
    reading: 0,
    source: sourceOf(state),
    values: valuesRefusal(state, data) ? 'none' : state.values,
    words,
    leaveOut,
    perRow: false,
    minus: null,
    ...(isLarge(data.reading) && { pooling: state.pooling }),
  };
  const refused = compare && compareRefusal(compare, data);
  // Rows that are divided by different numbers cannot be compared.
  if (!compare || refused)
    return { specs: scale === 'row' ? { a: { ...a, perRow: true }, plain: a } : { a }, refused };
  /** @type {MapSpec} */
  const b = { ...a, reading: compare.slot, source: { of: 'head', layer: compare.layer, head: compare.head } };
  const { perRow, minus, ...taken } = b;
  return { specs: { a, b, difference: { ...a, minus: taken } }, refused: null };
}

/** @param {NonNullable<MapsState['compare']>} compare @param {MapsData} data @returns {Refused | null} */
function compareRefusal({ slot }, { reading, other }) {
  if (slot === 0) return null;
  if (!other) return { why: 'noOther', shapes: [] };
  const [here, there] = [reading, other.reading].map(({ queries, keys }) => `${queries} × ${keys}`);
  return here === there ? null : { why: 'otherShape', shapes: [here, there] };
}

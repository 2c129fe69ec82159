import { isLarge } from '../large/shape.js';
/** @import { MapsData, MapSpec, MapsState, Source } from '../types.js' */

/**
 * Which maps are asked for: A alone, or A, B and what they differ by. Where A's rows are divided by their largest, `plain` is A before that: what is read as a number is
 * a weight.
 *
 * @typedef {'a' | 'plain' | 'b' | 'difference'} Which
 */

/** Why something cannot be shown: a name among the strings, and the shapes. @typedef {{ why: 'noOther' | 'otherShape', shapes: string[] }} Refused */

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

/** Whether weights can be multiplied by the length of values: there are some, also in what is compared, and one head is looked at. @param {MapsState} state @param {MapsData} data */
export function valuesRefusal({ source, compare }, { reading, other }) {
  const without = reading.v.length === 0 || (compare?.slot === 1 && other?.reading.v.length === 0);
  return without ? 'noValues' : source === 'head' ? null : 'valuesOfHead';
}

/** Which token is of which word; null where nothing says so, or it is not wished. @param {MapsState} state @param {MapsData} data @returns {MapSpec['words']} */
export function wordsOf({ words }, { tokens, queryTokens, reading }) {
  if (!words || !tokens || tokens.tokens.length !== reading.keys) return null;
  const key = Uint32Array.from(tokens.tokens, ({ word }) => word);
  if (queryTokens) return { query: Uint32Array.from(queryTokens.tokens, ({ word }) => word), key };
  // Queries after a cache are the last of the tokens; their words are counted from the first that has a query.
  const query = key.slice(reading.offset, reading.offset + reading.queries);
  return { query: query.map((word) => word - query[0]), key };
}

/**
 * What is asked of the service for a state, by which map it is.
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
  // Rows that were each divided by another number cannot be compared.
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

import { coloredHeads } from '../chosen/chosen.js';
import { isLarge } from '../large/shape.js';
import { erases, kindOf } from '../reading/layers.js';
import { alignedTokens, alignmentOf } from './aligned.js';
import { groupsIn } from './groups.js';
/** @import { MapsData, MapSpec, MapsState, Source } from '../types.js' */

/**
 * The maps of a view: A alone, or A, B and the difference. If the rows of A are divided by their maximum,
 * `plain` is A without that, for the numbers. If each chosen head has its own color, A is the largest weight
 * of all, and each head is a map with its place.
 *
 * @typedef {'a' | 'plain' | 'b' | 'difference' | 'head 0' | 'head 1' | 'head 2' | 'head 3' | 'head 4'} MapRole
 */

/**
 * Why a comparison is impossible, and the shapes of both maps if they differ.
 *
 * @typedef {{ reason: 'noOther' | 'otherShape', shapes: string[] }} Refusal
 */

/**
 * The source of map A.
 *
 * @param {MapsState} state
 * @returns {Source}
 */
export function sourceOf({ source, over, chosen, layer, head }) {
  if (source === 'each') return { of: 'max', over: 'chosen', heads: chosen };
  if (source === 'head') return { of: 'head', layer, head };
  if (source === 'rollout') return { of: 'rollout', layer };
  if (over === 'chosen') return { of: source, over, heads: chosen };
  if (over === 'heads') return { of: source, over, layer };
  return over === 'layers' ? { of: source, over, head } : { of: source, over };
}

/**
 * Why weights cannot be multiplied by the norm of the values: a file has no values, or the map is not a
 * single head; or why they are no contacts: queries and keys are different tokens. Null if they can.
 *
 * @param {MapsState} state @param {MapsData} data
 */
export function valuesRefusal({ source, compare, values }, { reading, other, queryTokens }) {
  if (values === 'contacts') return reading.queries !== reading.keys || queryTokens ? 'contactsOfText' : null;
  if (reading.v.length === 0 || (compare?.slot === 1 && other?.reading.v.length === 0)) return 'noValues';
  return source === 'head' ? null : 'valuesOfHead';
}

/** What is done to the weights. @param {MapsState} state @param {MapsData} data */
function valuesOf(state, data) {
  const values = valuesRefusal(state, data) ? 'none' : state.values;
  if (values !== 'contacts') return { values };
  const residues = data.tokens && Uint32Array.from(data.tokens.tokens, ({ special }) => Number(!special));
  return { values, residues };
}

/**
 * The group of each token: its word, its sentence and so on; null if tokens are not merged.
 *
 * @param {Pick<MapsState, 'words' | 'pair' | 'grid'>} state @param {MapsData} data @returns {MapSpec['words']}
 */
export function wordsOf(state, data) {
  const groups = groupsIn(state.words, data, state);
  if (!groups) return null;
  const key = groups.key.of;
  if (groups.query) return { query: groups.query.of, key };
  const { offset, queries } = data.reading;
  // Queries after a cache are the last tokens. Their groups are counted from that of the first query.
  const query = key.slice(offset, offset + queries);
  return { query: query.map((group) => group - query[0]), key };
}

/**
 * The requests to the service for a state. `aligned`: the tokens of two aligned texts.
 *
 * @param {MapsState} state
 * @param {MapsData} data
 * @returns {{ specs: Partial<Record<MapRole, MapSpec>>, refusal: Refusal | null, aligned?: string[] | null }}
 */
export function specsOf(state, data) {
  const { compare, scale, leaveOut } = state;
  /** @type {MapSpec} */
  const a = {
    reading: 0,
    source: sourceOf(state),
    ...valuesOf(state, data),
    words: wordsOf(state, data),
    leaveOut,
    perRow: false,
    minus: null,
    ...(isLarge(data.reading) && { pooling: state.pooling }),
  };
  const alignment = alignmentOf(state, data);
  const refusal = compare && !alignment ? compareRefusal(compare, data) : null;
  const without = compare ? null : withoutErase(a, state, data);
  if (without) return { specs: { a: without }, refusal };
  // Rows that are divided by different numbers cannot be compared.
  if (!compare || refusal) {
    const colored = coloredHeads(state).map(({ layer, head }, at) => [
      `head ${at}`,
      { ...a, source: { of: 'head', layer, head } },
    ]);
    const plain = scale === 'row' ? { a: { ...a, perRow: true }, plain: a } : { a };
    return { specs: { ...plain, ...Object.fromEntries(colored) }, refusal };
  }
  const { slot, layer, head } = compare;
  /** @type {MapSpec} */
  const b = { ...a, reading: slot, source: { of: 'head', layer, head } };
  if (alignment && data.other) {
    a.places = alignment.a;
    const words = wordsOf(state, { ...data, ...data.other, queryTokens: null });
    Object.assign(b, { places: alignment.b, words });
  }
  const { perRow, minus, ...subtracted } = b;
  const specs = { a, b, difference: { ...a, minus: subtracted } };
  return { specs, refusal: null, aligned: alignedTokens(state, data) };
}

/**
 * The map without the erase term, or the difference that this makes; null if the exact map is shown.
 *
 * @param {MapSpec} a @param {MapsState} state @param {MapsData} data @returns {MapSpec | null}
 */
function withoutErase(a, { erase, source, layer }, { reading }) {
  if (erase === 'exact' || source !== 'head' || !erases(kindOf(reading, layer))) return null;
  const { perRow, minus, ...exact } = a;
  const without = /** @type {MapSpec} */ ({ ...a, instead: 'withoutErase' });
  return erase === 'without' ? without : { ...without, minus: exact };
}

/** @param {NonNullable<MapsState['compare']>} compare @param {MapsData} data @returns {Refusal | null} */
function compareRefusal({ slot }, { reading, other }) {
  if (slot === 0) return null;
  if (!other) return { reason: 'noOther', shapes: [] };
  const shapes = [reading, other.reading].map(({ queries, keys }) => `${queries} × ${keys}`);
  return shapes[0] === shapes[1] ? null : { reason: 'otherShape', shapes };
}

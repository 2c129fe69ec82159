import { isOn, oneOf, wholeNumber } from '../../element/attributes.js';
import { BOUNDS, CHOICES, freshState } from './state.js';
/** @import { Attribute } from '../../element/attributes.js' */
/** @import { MaskState } from './types.js' */

const FRESH = freshState();

/**
 * The attributes of a mask, in the order in which they are applied: the size comes before the expression.
 *
 * @param {(state: MaskState) => void} check - throws why the expression of a state cannot be read
 * @returns {Record<string, Attribute<MaskState>>}
 */
export function attributesOf(check) {
  const whole = (/** @type {keyof typeof BOUNDS} */ name, /** @type {string} */ text) =>
    wholeNumber(text, BOUNDS[name][0], BOUNDS[name][1]);
  return {
    queries(text, state) {
      const queries = text === null ? FRESH.queries : whole('queries', text);
      return { ...state, queries, keys: state.tied ? queries : state.keys };
    },
    // If `keys` is not set, there are as many keys as queries.
    keys(text, state) {
      const keys = text === null ? state.queries : whole('keys', text);
      return { ...state, keys, tied: keys === state.queries };
    },
    mask(text, state) {
      const next = { ...state, text: text ?? FRESH.text };
      if (text !== null) check(next);
      return next;
    },
    seed: (text, state) => ({ ...state, seed: text === null ? FRESH.seed : whole('seed', text) }),
    size: (text, state) => ({ ...state, size: text === null ? FRESH.size : whole('size', text) }),
    heads(text, state) {
      const heads = text === null ? FRESH.heads : whole('heads', text);
      return { ...state, heads, kvHeads: heads % state.kvHeads === 0 ? state.kvHeads : heads };
    },
    'kv-heads'(text, state) {
      const kvHeads = text === null ? state.heads : whole('kvHeads', text);
      if (state.heads % kvHeads !== 0)
        throw new Error(`${state.heads} heads cannot share ${kvHeads} key-value heads equally`);
      return { ...state, kvHeads };
    },
    alibi: (text, state) => ({
      ...state,
      alibi: text === null ? null : wholeNumber(text, 0, state.heads - 1),
    }),
    query: (text, state) => ({
      ...state,
      cursor: {
        ...state.cursor,
        query:
          text === null
            ? Math.min(FRESH.cursor.query, state.queries - 1)
            : wholeNumber(text, 0, state.queries - 1),
      },
    }),
    key: (text, state) => ({
      ...state,
      cursor: {
        ...state.cursor,
        key:
          text === null ? Math.min(FRESH.cursor.key, state.keys - 1) : wholeNumber(text, 0, state.keys - 1),
      },
    }),
    rows: (text, state) => ({ ...state, rows: text === null ? null : wholeNumber(text, 1, state.queries) }),
    bytes: (text, state) => ({
      ...state,
      bytes: text === null ? FRESH.bytes : Number(oneOf(text, CHOICES.bytes)),
    }),
    speed: (text, state) => ({
      ...state,
      speed: text === null ? FRESH.speed : Number(oneOf(text, CHOICES.speed)),
    }),
    table: (text, state) => ({
      ...state,
      table:
        text === null || !isOn(text)
          ? FRESH.table
          : /** @type {MaskState['table']} */ (oneOf(text, CHOICES.table)),
    }),
    ...Object.fromEntries(
      /** @type {const} */ (['brush', 'code', 'scale']).map((name) => [
        name,
        (/** @type {string | null} */ text, /** @type {MaskState} */ state) => ({
          ...state,
          [name]: text === null ? FRESH[name] : oneOf(text, CHOICES[name]),
        }),
      ]),
    ),
  };
}

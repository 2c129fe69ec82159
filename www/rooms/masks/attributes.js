import { isOn, oneOf, wholeNumber } from '../../element/attributes.js';
import { BOUNDS, CHOICES, freshState } from './state.js';
/** @import { Attribute } from '../../element/attributes.js' */
/** @import { MaskState } from './types.js' */

const FRESH = freshState();

/**
 * The attributes of a mask, in the order in which they are applied: the size comes before the expression.
 *
 * @param {(state: MaskState) => void} check - throws why the expression of a state is invalid
 * @returns {Record<string, Attribute<MaskState>>}
 */
export function attributesOf(check) {
  return {
    queries(text, state) {
      const queries = text === null ? FRESH.queries : bounded('queries', text);
      return { ...state, queries, keys: state.tied ? queries : state.keys };
    },
    // If `keys` is not set, there are as many keys as queries.
    keys(text, state) {
      const keys = text === null ? state.queries : bounded('keys', text);
      return { ...state, keys, tied: keys === state.queries };
    },
    mask(text, state) {
      const next = { ...state, text: text ?? FRESH.text };
      if (text !== null) check(next);
      return next;
    },
    seed: setting('seed', (text) => bounded('seed', text)),
    size: setting('size', (text) => bounded('size', text)),
    heads(text, state) {
      const heads = text === null ? FRESH.heads : bounded('heads', text);
      return { ...state, heads, kvHeads: heads % state.kvHeads === 0 ? state.kvHeads : heads };
    },
    'kv-heads'(text, state) {
      const kvHeads = text === null ? state.heads : bounded('kvHeads', text);
      if (state.heads % kvHeads !== 0)
        throw new Error(`${state.heads} heads cannot share ${kvHeads} key-value heads equally`);
      return { ...state, kvHeads };
    },
    alibi: setting('alibi', (text, { heads }) => wholeNumber(text, 0, heads - 1)),
    query: position('query', 'queries'),
    key: position('key', 'keys'),
    rows: setting('rows', (text, { queries }) => wholeNumber(text, 1, queries)),
    bytes: setting('bytes', (text) => Number(oneOf(text, CHOICES.bytes))),
    speed: setting('speed', (text) => Number(oneOf(text, CHOICES.speed))),
    table: setting('table', (text) => (isOn(text) ? oneOf(text, CHOICES.table) : FRESH.table)),
    brush: setting('brush', (text) => oneOf(text, CHOICES.brush)),
    code: setting('code', (text) => oneOf(text, CHOICES.code)),
    scale: setting('scale', (text) => oneOf(text, CHOICES.scale)),
  };
}

/** @param {keyof typeof BOUNDS} name @param {string} text */
function bounded(name, text) {
  return wholeNumber(text, BOUNDS[name][0], BOUNDS[name][1]);
}

/**
 * An attribute that sets one property of the state.
 *
 * @param {keyof MaskState} name
 * @param {(text: string, state: MaskState) => unknown} parse
 * @returns {Attribute<MaskState>}
 */
function setting(name, parse) {
  return (text, state) => ({ ...state, [name]: text === null ? FRESH[name] : parse(text, state) });
}

/**
 * The query or the key of the selected cell.
 *
 * @param {'query' | 'key'} axis
 * @param {'queries' | 'keys'} count
 * @returns {Attribute<MaskState>}
 */
function position(axis, count) {
  return (text, state) => {
    const last = state[count] - 1;
    const at = text === null ? Math.min(FRESH.cursor[axis], last) : wholeNumber(text, 0, last);
    return { ...state, cursor: { ...state.cursor, [axis]: at } };
  };
}

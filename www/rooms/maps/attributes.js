import { labelsIn, oneOf, wholeNumber } from '../../state/attribute-values.js';
import { BOUNDS, CHOICES, freshState, NUMBERS } from './state.js';
/** @import { Attribute } from '../../state/settings.js' */
/** @import { MapsState } from './types.js' */

const CHOSEN = /** @type {const} */ (['source', 'over', 'values', 'scale', 'sort', 'order', 'measure']);

/** @param {'layer' | 'head'} name @param {'layers' | 'heads'} of @returns {Attribute<MapsState>} */
const headIndex = (name, of) => (text, state) => {
  if (text !== null)
    return { ...state, [name]: wholeNumber(text, 0, (state.file?.[of] ?? BOUNDS[of]) - 1), suggested: null };
  const fresh = freshState({}, state.file);
  const next = { ...state, [name]: fresh[name] };
  // If neither attribute is set, the page may suggest a head again.
  const isFresh = next.layer === fresh.layer && next.head === fresh.head;
  return { ...next, suggested: isFresh ? fresh.suggested : null };
};
/** @param {'query' | 'key'} name @param {'queries' | 'keys'} of @returns {Attribute<MapsState>} */
const cellIndex = (name, of) => (text, state) => {
  if (text === null) return { ...state, cursor: freshState({}, state.file).cursor };
  const index = wholeNumber(text, 0, (state.file?.[of] ?? BOUNDS.side) - 1);
  return { ...state, cursor: { query: 0, key: 0, ...state.cursor, [name]: index } };
};

/**
 * Attributes of the view. They are applied when the files are open.
 *
 * @type {Record<string, Attribute<MapsState>>}
 */
export const VIEW_ATTRIBUTES = {
  layer: headIndex('layer', 'layers'),
  head: headIndex('head', 'heads'),
  query: cellIndex('query', 'queries'),
  key: cellIndex('key', 'keys'),
  ...Object.fromEntries(
    CHOSEN.map((name) => [
      name,
      (/** @type {string | null} */ text, /** @type {MapsState} */ state) => ({
        ...state,
        [name]: text === null ? freshState()[name] : oneOf(text, /** @type {string[]} */ (CHOICES[name])),
      }),
    ]),
  ),
};

/**
 * The attributes of `<heed-heads>`. Files are not part of the state: `src` is fetched separately.
 *
 * @type {Record<string, Attribute<MapsState>>}
 */
export const ATTRIBUTES = {
  src: (_, state) => state,
  tokens(text, state) {
    labelsIn(text ?? '');
    return state;
  },
  kind(text, state) {
    if (text !== null) oneOf(text, NUMBERS);
    return state;
  },
  ...VIEW_ATTRIBUTES,
};

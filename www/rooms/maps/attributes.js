import { labelsIn, oneOf, wholeNumber } from '../../element/attributes.js';
import { BOUNDS, CHOICES, freshState } from './state.js';
/** @import { Attribute } from '../../element/attributes.js' */
/** @import { MapsState } from './types.js' */

const CHOSEN = /** @type {const} */ (['source', 'over', 'values', 'scale', 'sort', 'order', 'measure']);

/**
 * Validates positions in the file, once its shape is known.
 *
 * @param {'layer' | 'head'} name @param {'layers' | 'heads'} of @returns {Attribute<MapsState>}
 */
const place = (name, of) => (text, state) => {
  if (text !== null)
    return { ...state, [name]: wholeNumber(text, 0, (state.file?.[of] ?? BOUNDS[of]) - 1), suggested: null };
  const fresh = freshState({}, state.file);
  const next = { ...state, [name]: fresh[name] };
  // If neither attribute is set, the page may suggest a head again.
  return {
    ...next,
    suggested: next.layer === fresh.layer && next.head === fresh.head ? fresh.suggested : null,
  };
};
/** @param {'query' | 'key'} name @param {'queries' | 'keys'} of @returns {Attribute<MapsState>} */
const side = (name, of) => (text, state) => ({
  ...state,
  cursor:
    text === null
      ? freshState({}, state.file).cursor
      : {
          query: 0,
          key: 0,
          ...state.cursor,
          [name]: wholeNumber(text, 0, (state.file?.[of] ?? BOUNDS.side) - 1),
        },
});

/**
 * Attributes of the view. They are applied when the files are open.
 *
 * @type {Record<string, Attribute<MapsState>>}
 */
export const VIEWED = {
  layer: place('layer', 'layers'),
  head: place('head', 'heads'),
  query: side('query', 'queries'),
  key: side('key', 'keys'),
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
  ...VIEWED,
};

import { beginning, ending, stateOf } from '../../state/fragment-frame.js';
import { choice, integer } from '../../state/fragment-values.js';
import { BOUNDS, FIGURE_IDS, freshState, HOSTS } from './state.js';
/** @import { EmbedState } from './state.js' */

const ROOM = 'embed';

/** The parsers of the parameters, which have the names of properties of the state. */
const PARAMETERS = {
  figure: (/** @type {string} */ text) => choice(text, FIGURE_IDS),
  of: String,
  view: (/** @type {string} */ text) => choice(text, ['figure', 'room']),
  src: String,
  host: (/** @type {string} */ text) => choice(text, HOSTS),
  base: String,
  width: (/** @type {string} */ text) => integer(text, BOUNDS.width[0], BOUNDS.width[1]),
  height: (/** @type {string} */ text) => integer(text, BOUNDS.height[0], BOUNDS.height[1]),
};

/**
 * Encodes a state as the fragment of a URL, without the `#`. The state of the figure is a link within the
 * link: `v=1&room=embed&figure=mask&of=…`.
 *
 * @param {EmbedState} state
 */
export function encode(state) {
  const fresh = freshState();
  const out = beginning({ room: ROOM, figure: state.figure });
  for (const name of /** @type {(keyof typeof PARAMETERS)[]} */ (Object.keys(PARAMETERS)))
    if (state[name] !== fresh[name]) out.set(name, String(state[name]));
  return ending(out, state);
}

/**
 * Decodes a fragment to a state, or returns the error. The figure validates its own state later.
 *
 * @param {string} fragment - without the `#`
 */
export function decode(fragment) {
  return stateOf(fragment, (values) => {
    choice(values.take('room') ?? '', [ROOM]);
    const state = freshState();
    for (const [name, parse] of Object.entries(PARAMETERS))
      values.with(name, (text) => {
        Object.assign(state, { [name]: parse(text) });
      });
    return state;
  });
}

import { beginning, ending, stateOf } from '../../state/fragment-frame.js';
import { choice, integer } from '../../state/fragment-values.js';
import { BOUNDS, FIGURE_IDS, freshState, HOSTS } from './state.js';
/** @import { EmbedState } from './state.js' */

const ROOM = 'embed';

/**
 * Encodes a state as the fragment of a URL, without the `#`. The state of the figure is a link within the
 * link: `v=1&room=embed&figure=mask&of=…`.
 *
 * @param {EmbedState} state
 */
export function encode(state) {
  const fresh = freshState();
  const out = beginning({ room: ROOM, figure: state.figure });
  if (state.of !== '') out.set('of', state.of);
  if (state.view !== fresh.view) out.set('view', state.view);
  if (state.src !== '') out.set('src', state.src);
  if (state.host !== fresh.host) out.set('host', state.host);
  if (state.base !== '') out.set('base', state.base);
  if (state.width !== null) out.set('width', String(state.width));
  if (state.height !== null) out.set('height', String(state.height));
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
    values.with('figure', (text) => {
      state.figure = /** @type {EmbedState['figure']} */ (choice(text, FIGURE_IDS));
    });
    for (const name of /** @type {const} */ (['of', 'src', 'base']))
      values.with(name, (text) => {
        state[name] = text;
      });
    values.with('view', (text) => {
      state.view = /** @type {EmbedState['view']} */ (choice(text, ['figure', 'room']));
    });
    values.with('host', (text) => {
      state.host = /** @type {EmbedState['host']} */ (choice(text, HOSTS));
    });
    values.with('width', (text) => {
      state.width = integer(text, BOUNDS.width[0], BOUNDS.width[1]);
    });
    values.with('height', (text) => {
      state.height = integer(text, BOUNDS.height[0], BOUNDS.height[1]);
    });
    return state;
  });
}

import { decode, encode } from '../state/fragment.js';
import { DEFAULT_STATE } from '../state/state.js';
/** @import { State } from '../types.js' */
/** @import { Strings } from '../strings/en.js' */

/**
 * The state that the address asks for, and what is to be said when it cannot be had.
 *
 * @param {string} hash - with its `#`
 * @param {(state: State) => string | null} refuses - why a state cannot be worked, or null
 * @returns {{ state: State, say: (t: Strings) => string }}
 */
export function stateFrom(hash, refuses) {
  const read = decode(hash.replace(/^#/, ''));
  if (read.state === null) {
    const { error } = /** @type {{ error: null | 'broken' | 'tooLarge' | 'later' }} */ (read);
    return { state: DEFAULT_STATE, say: (t) => (error ? t.links[error] : '') };
  }
  const reason = refuses(read.state);
  if (reason !== null) return { state: DEFAULT_STATE, say: (t) => t.links.notComputed(reason) };
  return { state: read.state, say: () => '' };
}

/** Keeps the address in step with the state, without a new entry in the browser's history. @param {State} state */
export function writeAddress(state) {
  try {
    history.replaceState(null, '', `#${encode(state)}`);
  } catch {
    // A browser may refuse many changes in a short time, or any in a frame without an address. The next change tries again.
  }
}

/**
 * @param {State} state
 * @returns {Promise<boolean>} whether the link is on the clipboard
 */
export async function copyLink(state) {
  const url = new URL(location.href);
  url.hash = encode(state);
  try {
    await navigator.clipboard.writeText(url.href);
    return true;
  } catch {
    return false;
  }
}

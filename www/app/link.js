/** @import { Look, Room } from '../types.js' */
/** @import { Strings } from '../strings/en.js' */

/**
 * The state of a room that an address asks for, and what is to be said when it cannot be had.
 *
 * @param {string} fragment - without the `#`
 * @param {Room<any>} room
 * @param {(state: any) => string | null} refuses - why a state cannot be worked, or null
 * @param {Partial<Look>} [look] - the language and the colours of now, which a link that is not followed leaves as they are
 * @returns {{ state: any, say: (t: Strings) => string }}
 */
export function placeFrom(fragment, room, refuses, look) {
  const read = room.decode(fragment);
  if (read.state === null) {
    const { error } = /** @type {{ error: null | 'broken' | 'tooLarge' | 'later' }} */ (read);
    return { state: room.fresh(look), say: (t) => (error ? t.links[error] : '') };
  }
  const reason = refuses(read.state);
  // The language and the colours of a link hold, whatever its numbers do.
  const { language, theme } = read.state;
  if (reason !== null) return { state: room.fresh({ language: language ?? look?.language, theme: theme ?? look?.theme }), say: (t) => t.links.notComputed(reason) };
  return { state: read.state, say: () => '' };
}

/** What the entries of the browser's history hold that this page wrote: an address that was typed or followed holds nothing. */
const WRITTEN = 'heedmap';

/** Keeps the address in step with the state. Only another room is a new entry in the browser's history. @param {string} fragment @param {boolean} walked */
export function writeAddress(fragment, walked) {
  try {
    history[walked ? 'pushState' : 'replaceState'](WRITTEN, '', `#${fragment}`);
  } catch {
    // A browser may refuse many changes in a short time, or any in a frame without an address. The next change tries again.
  }
}

/** Whether the browser's history led here, and not a link. */
export function isReturn() {
  return history.state === WRITTEN;
}

/**
 * @param {string} fragment
 * @returns {Promise<boolean>} whether the link is on the clipboard
 */
export async function copyLink(fragment) {
  const url = new URL(location.href);
  url.hash = fragment;
  try {
    await navigator.clipboard.writeText(url.href);
    return true;
  } catch {
    return false;
  }
}

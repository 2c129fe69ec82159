import { ROOMS, roomOf } from './rooms.js';
/** @import { Room } from '../types.js' */
/** @import { Strings } from '../strings/en.js' */

/**
 * The room and the state that an address asks for, and what is to be said when they cannot be had.
 *
 * @param {string} hash - with its `#`
 * @param {(room: Room<any>, state: any) => string | null} refuses - why a state cannot be worked, or null
 * @returns {{ room: Room<any>, state: any, say: (t: Strings) => string }}
 */
export function placeFrom(hash, refuses) {
  const fragment = hash.replace(/^#/, '');
  const room = roomOf(fragment);
  if (!room) return { room: ROOMS[0], state: ROOMS[0].fresh(), say: (t) => t.links.broken };
  const read = room.decode(fragment);
  if (read.state === null) {
    const { error } = /** @type {{ error: null | 'broken' | 'tooLarge' | 'later' }} */ (read);
    return { room, state: room.fresh(), say: (t) => (error ? t.links[error] : '') };
  }
  const reason = refuses(room, read.state);
  if (reason !== null) return { room, state: room.fresh(read.state), say: (t) => t.links.notComputed(reason) };
  return { room, state: read.state, say: () => '' };
}

/** Keeps the address in step with the state, without a new entry in the browser's history. @param {string} fragment */
export function writeAddress(fragment) {
  try {
    history.replaceState(null, '', `#${fragment}`);
  } catch {
    // A browser may refuse many changes in a short time, or any in a frame without an address. The next change tries again.
  }
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

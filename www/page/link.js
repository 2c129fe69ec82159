import { unreadLink } from '../state/fragment-frame.js';
import { MAX_LENGTH, unpackLink } from '../state/packed-link.js';
/** @import { Look, Room } from '../types.js' */
/** @import { Strings } from './words/en.js' */
/** @import { Unread } from '../state/fragment-frame.js' */

/**
 * Unpacks the fragment of an address, or returns the message about one that cannot be read.
 *
 * @param {string} fragment - without the `#`
 * @returns {Promise<{ plain: string, broken: null | 'broken' | 'tooLarge' }>}
 */
export async function readAddress(fragment) {
  if (fragment.length > MAX_LENGTH) return { plain: fragment, broken: 'tooLarge' };
  try {
    return { plain: await unpackLink(fragment), broken: null };
  } catch {
    return { plain: '', broken: 'broken' };
  }
}

/**
 * The state of a room in an address, and a message if it is invalid.
 *
 * @param {string} fragment - without the `#`
 * @param {Room<any>} room
 * @param {(state: any) => string | null} refuses - why a state is invalid, or null
 * @param {Partial<Look>} [look] - the current language and colors, which stay if the reader did not follow a
 *   link
 * @returns {{ state: any, say: (t: Strings) => string }}
 */
export function placeFrom(fragment, room, refuses, look) {
  const read = room.decode(fragment);
  if (read.state === null) {
    return { state: room.fresh(look), say: (t) => unreadLink(/** @type {Unread} */ (read), t.links) };
  }
  const reason = refuses(read.state);
  // The language and colors of a link apply even if its numbers are invalid.
  const { language, theme } = read.state;
  if (reason !== null)
    return {
      state: room.fresh({ language: language ?? look?.language, theme: theme ?? look?.theme }),
      say: (t) => t.links.notComputed(reason),
    };
  return { state: read.state, say: () => '' };
}

/**
 * @param {string | Promise<string>} link - the packed link, or a promise of it
 * @returns {Promise<'copied' | 'notCopied' | number>} whether the link is on the clipboard, or how long it is if it is too long for that
 */
export async function copyLink(link) {
  // Some browsers allow copying only synchronously.
  const fragment = typeof link === 'string' ? link : await link;
  if (fragment.length > MAX_LENGTH) return fragment.length;
  const url = new URL(location.href);
  url.hash = fragment;
  try {
    await navigator.clipboard.writeText(url.href);
    return 'copied';
  } catch {
    return 'notCopied';
  }
}

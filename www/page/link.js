import { unreadLink } from '../state/fragment-frame.js';
import { MAX_LENGTH, unpackLink } from '../state/packed-link.js';
/** @import { Look, Room } from '../types.js' */
/** @import { Strings } from './words/en.js' */
/** @import { Unread } from '../state/fragment-frame.js' */

/**
 * What an address says, unpacked, or what is to be said of one that cannot be read.
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
    return { state: room.fresh(look), say: (t) => unreadLink(/** @type {Unread} */ (read), t.links) };
  }
  const reason = refuses(read.state);
  // The language and the colours of a link hold, whatever its numbers do.
  const { language, theme } = read.state;
  if (reason !== null)
    return {
      state: room.fresh({ language: language ?? look?.language, theme: theme ?? look?.theme }),
      say: (t) => t.links.notComputed(reason),
    };
  return { state: read.state, say: () => '' };
}

/**
 * @param {string | Promise<string>} link - packed, or being packed
 * @returns {Promise<'copied' | 'notCopied' | number>} whether the link is on the clipboard, or how long it is if it is too long for that
 */
export async function copyLink(link) {
  // Some browsers let a page copy only at once.
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

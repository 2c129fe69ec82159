import { unreadLink } from '../state/fragment-frame.js';
import { MAX_LENGTH, unpackLink } from '../state/packed-link.js';
/** @import { Room } from '../types.js' */
/** @import { Display } from '../state/fields.js' */
/** @import { Strings } from '../words/languages.js' */
/** @import { Unread } from '../state/fragment-frame.js' */

/**
 * Unpacks the fragment of an address.
 *
 * @param {string} fragment - without the `#`
 * @returns {Promise<{ plain: string, error: null | 'broken' | 'tooLarge' }>}
 */
export async function readAddress(fragment) {
  if (fragment.length > MAX_LENGTH) return { plain: fragment, error: 'tooLarge' };
  try {
    return { plain: await unpackLink(fragment), error: null };
  } catch {
    return { plain: '', error: 'broken' };
  }
}

/**
 * The state of a room in an address, and a message if it is invalid.
 *
 * @param {string} fragment - without the `#`
 * @param {Room<any>} room
 * @param {(state: any) => string | null} refusal - why a state is invalid, or null
 * @param {Partial<Display>} [display] - the current language and colors, for a link without its own
 * @returns {{ state: any, message: (t: Strings) => string }}
 */
export function readState(fragment, room, refusal, display) {
  const read = room.decode(fragment);
  if (read.state === null)
    return { state: room.fresh(display), message: (t) => unreadLink(/** @type {Unread} */ (read), t.links) };
  const reason = refusal(read.state);
  // The language and colors of a link apply even if its numbers are invalid.
  const { language, theme } = read.state;
  if (reason !== null)
    return {
      state: room.fresh({ language: language ?? display?.language, theme: theme ?? display?.theme }),
      message: (t) => t.links.notComputed({ reason }),
    };
  return { state: read.state, message: () => '' };
}

/**
 * Copies the URL with a link to the clipboard.
 *
 * @param {string | Promise<string>} link - packed
 * @returns {Promise<'copied' | 'notCopied' | number>} the length of the link if it is too long
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

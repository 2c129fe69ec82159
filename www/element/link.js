import { isPacked, unpackLink } from '../state/packed-link.js';

export { unreadLink } from '../state/fragment-frame.js';

/** What reads the links of one element: a packed one is unpacked before it is read, and only once. */
export function linkReader() {
  /** What was unpacked last; null is what could not be. @type {{ link: string, plain: string | null }} */
  let last = { link: '', plain: '' };
  return {
    /** Whether a link is still to be unpacked. @param {string | null} link */
    waits: (link) => link !== null && isPacked(link) && link !== last.link,

    /** @param {string} link */
    async unpack(link) {
      last = { link, plain: await unpackLink(link).catch(() => null) };
    },

    /**
     * The state that a link which does not wait holds, or why it holds none.
     *
     * @template S
     * @param {string} link
     * @param {(plain: string) => { state: S } | import('../state/fragment-frame.js').Unread} decode
     * @returns {ReturnType<typeof decode>}
     */
    read(link, decode) {
      const plain = link === last.link ? last.plain : link;
      return plain === null ? { state: null, error: 'broken' } : decode(plain);
    },
  };
}

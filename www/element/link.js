import { isPacked, unpackLink } from '../state/packed-link.js';

export { unreadLink } from '../state/fragment-frame.js';

/** Reads the links of one element. A packed link is unpacked once, before it is read. */
export function linkReader() {
  /**
   * The last link that was unpacked; `plain` is null if that failed.
   *
   * @type {{ link: string, plain: string | null }}
   */
  let last = { link: '', plain: '' };
  return {
    /** Whether a link is still to be unpacked. @param {string | null} link */
    waits: (link) => link !== null && isPacked(link) && link !== last.link,

    /** @param {string} link */
    async unpack(link) {
      last = { link, plain: await unpackLink(link).catch(() => null) };
    },

    /**
     * The state in a link that is unpacked, or the error.
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

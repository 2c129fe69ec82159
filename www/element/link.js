import { isPacked, unpackLink } from '../state/packed-link.js';

/** Reads the links of one element. A packed link is unpacked before it is read, and only once. */
export function linkReader() {
  /**
   * The last unpacked link; `plain` is null if it is invalid.
   *
   * @type {{ link: string, plain: string | null }}
   */
  let last = { link: '', plain: '' };
  return {
    /** Whether a link has to be unpacked first. @param {string | null} link */
    isPending: (link) => link !== null && isPacked(link) && link !== last.link,

    /** @param {string} link */
    async unpack(link) {
      last = { link, plain: await unpackLink(link).catch(() => null) };
    },

    /**
     * The state of a link, which is not pending, or the error.
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

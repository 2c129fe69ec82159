import { isPacked, unpackLink } from '../state/packed-link.js';

/**
 * An attribute that holds a link, which may be packed: unpacking takes a moment, and the last one is remembered.
 *
 * @param {() => string | null} read - the attribute, if it is to be applied
 */
export function linkAttribute(read) {
  /** Null is what could not be unpacked. @type {{ link: string, plain: string | null }} */
  let last = { link: '', plain: '' };
  const now = () => read()?.replace(/^#/, '') ?? null;

  return {
    /** Whether it has to be unpacked before it can be applied. */
    get isPacked() {
      const link = now();
      return link !== null && isPacked(link) && link !== last.link;
    },
    async unpack() {
      const link = now() ?? '';
      last = { link, plain: await unpackLink(link).catch(() => null) };
    },
    /** The link, undefined where there is none, and null where it is broken. */
    get plain() {
      const link = now();
      return link === null ? undefined : link === last.link ? last.plain : link;
    },
  };
}

import { MAX_LENGTH, packLink, SHORT } from '../state/packed-link.js';
import { addressOf } from '../rooms/names.js';
/** @import { RoomId } from '../rooms/names.js' */

/** The state of the history entries that this page wrote. An address that was typed or followed has none. */
const WRITTEN = 'heedmap';
/**
 * The throttle of the address: so many changes in so many milliseconds, then the last one. Browsers reject
 * more than a hundred changes in ten seconds.
 */
const MOST = 20;
const SPAN = 2400;

/** Whether the reader came by the browser's history and not by a link. */
export function isReturn() {
  return history.state === WRITTEN;
}

/** Calls back after the next frame. A hidden page has no frames. @param {() => void} call */
function afterFrame(call) {
  if (document.hidden) setTimeout(call);
  else requestAnimationFrame(() => setTimeout(call));
}

/**
 * Keeps the address in step with the state. The change is drawn first, because a browser takes several
 * milliseconds to write the address. Long links are packed asynchronously: the last state wins, and a link
 * that the reader follows in the meantime is not overwritten. A link that is too long even when packed is not
 * written.
 *
 * @param {(length: number | null) => void} report - called with the length of a link that is too long, and
 *   with null for one that is not
 */
export function addressOfPage(report) {
  /** The link to write. @type {{ room: RoomId, plain: string, packed: string | null } | null} */
  let wanted = null;
  /** The address when this page last wrote or read it. */
  let here = location.hash;
  /**
   * The last link of each room that was short enough, plain and as written.
   *
   * @type {Map<RoomId, { plain: string, packed: string }>}
   */
  const fitted = new Map();
  /** The times of the last writes. @type {number[]} */
  const times = [];
  /** @type {ReturnType<typeof setTimeout> | 0} */
  let timer = 0;
  /** Whether the address is written after the next frame. */
  let isDue = false;

  /** @param {'pushState' | 'replaceState'} how @param {string} link */
  function put(how, link) {
    try {
      history[how](WRITTEN, '', `#${link}`);
    } catch {
      // A browser may reject every address in a frame without one. The next change tries again.
    }
    times.push(performance.now());
    if (times.length > MOST) times.shift();
    here = location.hash;
  }

  /** Writes the link, packed if necessary, as soon as the throttle allows it. */
  async function write() {
    const mine = wanted;
    if (!mine) return;
    mine.packed ??= mine.plain.length <= SHORT ? mine.plain : await packLink(mine.plain);
    if (mine !== wanted || timer !== 0) return;
    const { room, plain, packed } = mine;
    if (packed.length > MAX_LENGTH) return report(packed.length);
    const wait = times.length < MOST ? 0 : times[0] + SPAN - performance.now();
    if (wait > 0) {
      timer = setTimeout(() => {
        timer = 0;
        void write();
      }, wait);
      return;
    }
    // If the reader has followed another link in the meantime, that one stays.
    if (location.hash !== here) return;
    fitted.set(room, { plain, packed });
    put('replaceState', packed);
    report(null);
  }

  /** Sets the state of the room. @param {RoomId} room @param {string} plain - its link */
  function keep(room, plain) {
    if (plain === wanted?.plain) return;
    wanted = { room, plain, packed: null };
    if (isDue) return;
    isDue = true;
    afterFrame(flush);
  }

  /** Writes a pending link at once. */
  function flush() {
    if (!isDue) return;
    isDue = false;
    void write();
  }

  // The address is up to date when the reader leaves the page or focuses the address bar.
  for (const event of ['pagehide', 'blur']) addEventListener(event, flush);
  document.addEventListener('visibilitychange', flush);

  return {
    keep,
    /**
     * The reader opened a room: adds an entry to the browser's history. Until a long link is packed, the
     * entry has the last one that was short enough.
     *
     * @param {RoomId} room @param {string} plain
     */
    walk(room, plain) {
      // The previous entry gets its last state first.
      flush();
      wanted = null;
      put(
        'pushState',
        plain.length <= SHORT
          ? plain
          : (fitted.get(room)?.packed ??
              addressOf(room, undefined, { language: null, theme: null }).slice(1)),
      );
      keep(room, plain);
    },
    /** The reader followed an address: a pending link is dropped. */
    follow() {
      wanted = null;
      here = location.hash;
    },
    /**
     * Whether a link is the last one of a room: the room is as the reader left it.
     *
     * @param {RoomId} room @param {string} plain
     */
    isLast: (room, plain) => fitted.get(room)?.plain === plain,
    /**
     * The current link for copying, at once if it was packed before.
     *
     * @param {string} plain @returns {string | Promise<string>}
     */
    link: (plain) =>
      (wanted?.plain === plain && wanted.packed) || (plain.length <= SHORT ? plain : packLink(plain)),
  };
}

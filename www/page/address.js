import { MAX_LENGTH, packLink, SHORT } from '../state/packed-link.js';
import { addressOf } from '../rooms/names.js';
/** @import { RoomId } from '../rooms/names.js' */

/** What the entries of the browser's history hold that this page wrote: an address that was typed or followed holds nothing. */
const WRITTEN = 'heedmap';
/** Browsers refuse an address that changes more than a hundred times in ten seconds: no more than so many changes in so many milliseconds, and then the last. */
const MOST = 20;
const SPAN = 2400;

/** Whether the browser's history led here, and not a link. */
export function isReturn() {
  return history.state === WRITTEN;
}

/** Calls back after the next frame. A hidden page has no frames. @param {() => void} call */
function afterFrame(call) {
  if (document.hidden) setTimeout(call);
  else requestAnimationFrame(() => setTimeout(call));
}

/**
 * Keeps the address in step with the state. A browser takes several milliseconds to write it, so the change is drawn first. What is long is packed first, which takes a moment: the last state wins, and what is followed meanwhile is left alone.
 * A link that does not fit even so is not written, and the address stays what it was.
 *
 * @param {(length: number | null) => void} report - called with the length of a link that is too long, and with null for one that is not
 */
export function addressOfPage(report) {
  /** What the address is to say. @type {{ room: RoomId, plain: string, packed: string | null } | null} */
  let wanted = null;
  /** What the address was when this page last wrote or read it. */
  let here = location.hash;
  /** The last link of each room that fitted, plain and as it was written. @type {Map<RoomId, { plain: string, packed: string }>} */
  const fitted = new Map();
  /** When the address was written last. @type {number[]} */
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
      // A browser may refuse any address in a frame that has none. The next change tries again.
    }
    times.push(performance.now());
    if (times.length > MOST) times.shift();
    here = location.hash;
  }

  /** Writes what is wanted, packed if need be, as soon as the browser takes it. */
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

  /** The room has this state now. @param {RoomId} room @param {string} plain - its link */
  function keep(room, plain) {
    if (plain === wanted?.plain) return;
    wanted = { room, plain, packed: null };
    if (isDue) return;
    isDue = true;
    afterFrame(flush);
  }

  /** Writes what waits for the next frame. */
  function flush() {
    if (!isDue) return;
    isDue = false;
    void write();
  }

  // A reader who leaves the page, or turns to the address, finds what is shown.
  for (const event of ['pagehide', 'blur']) addEventListener(event, flush);
  document.addEventListener('visibilitychange', flush);

  return {
    keep,
    /** The reader walked to a room: a new entry in the browser's history. Until a long link is packed it holds the last that fitted. @param {RoomId} room @param {string} plain */
    walk(room, plain) {
      // The entry that is left holds its last state.
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
    /** An address is followed: what was not written yet will not be. */
    follow() {
      wanted = null;
      here = location.hash;
    },
    /** Whether a link is the last of a room that fitted: the room is as it was left. @param {RoomId} room @param {string} plain */
    isLast: (room, plain) => fitted.get(room)?.plain === plain,
    /** The link of now as it is copied, at once where it was packed before. @param {string} plain @returns {string | Promise<string>} */
    link: (plain) =>
      (wanted?.plain === plain && wanted.packed) || (plain.length <= SHORT ? plain : packLink(plain)),
  };
}

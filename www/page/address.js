import { MAX_LENGTH, packLink, SHORT } from '../state/packed-link.js';
import { beginWork, track } from '../ui/idle.js';
import { addressOf } from '../rooms/names.js';
/** @import { RoomId } from '../rooms/names.js' */

/** The state of the history entries that this page wrote. An address that was typed or followed has none. */
const ENTRY = 'heedmap';
/**
 * The throttle of the address: the number of changes within an interval, in milliseconds. Browsers reject
 * more than a hundred changes in ten seconds.
 */
const MAX_WRITES = 20;
const INTERVAL = 2400;

/** Whether the reader came by the browser's history and not by a link. */
export function isFromHistory() {
  return history.state === ENTRY;
}

/** Calls back after the next frame. A hidden page has no frames. @param {() => void} call */
function afterFrame(call) {
  const end = beginWork();
  const task = () => {
    call();
    end();
  };
  if (document.hidden) setTimeout(task);
  else requestAnimationFrame(() => setTimeout(task));
}

/**
 * Writes the state to the address. The change is drawn first, because a browser takes several milliseconds to
 * write the address. Long links are packed asynchronously: the last state wins, and a link that the reader
 * follows in the meantime is not overwritten. A link that is too long even when packed is not written.
 *
 * @param {(length: number | null) => void} report - called after each write with null, or with the length of a
 *   link that is too long
 */
export function addressOfPage(report) {
  /** The link to write. @type {{ room: RoomId, plain: string, packed: string | null } | null} */
  let pending = null;
  /** The address when this page last wrote or read it. */
  let lastHash = location.hash;
  /** The last link of each room that was written. @type {Map<RoomId, { plain: string, packed: string }>} */
  const lastLinks = new Map();
  /** The times of the last writes. @type {number[]} */
  const times = [];
  /** @type {ReturnType<typeof setTimeout> | 0} */
  let timer = 0;
  /** Whether the address is written after the next frame. */
  let isScheduled = false;

  /** @param {'pushState' | 'replaceState'} method @param {string} link */
  function writeHistory(method, link) {
    try {
      history[method](ENTRY, '', `#${link}`);
    } catch {
      // A browser may reject the address of a frame without a URL. The next change tries again.
    }
    times.push(performance.now());
    if (times.length > MAX_WRITES) times.shift();
    lastHash = location.hash;
  }

  /** Writes the pending link, packed if necessary, as soon as the throttle allows it. */
  async function write() {
    const request = pending;
    if (!request) return;
    request.packed ??= request.plain.length <= SHORT ? request.plain : await packLink(request.plain);
    if (request !== pending || timer !== 0) return;
    const { room, plain, packed } = request;
    if (packed.length > MAX_LENGTH) return report(packed.length);
    const wait = times.length < MAX_WRITES ? 0 : times[0] + INTERVAL - performance.now();
    if (wait > 0) {
      timer = setTimeout(() => {
        timer = 0;
        void write();
      }, wait);
      return;
    }
    // If the reader has followed another link in the meantime, that one stays.
    if (location.hash !== lastHash) return;
    lastLinks.set(room, { plain, packed });
    writeHistory('replaceState', packed);
    report(null);
  }

  /** Replaces the address by a link after the next frame. @param {RoomId} room @param {string} plain */
  function replace(room, plain) {
    if (plain === pending?.plain) return;
    pending = { room, plain, packed: null };
    if (isScheduled) return;
    isScheduled = true;
    afterFrame(flush);
  }

  /** Writes a scheduled link at once. */
  function flush() {
    if (!isScheduled) return;
    isScheduled = false;
    void track(write());
  }

  // The address is up to date when the reader leaves the page or focuses the address bar.
  for (const event of ['pagehide', 'blur']) addEventListener(event, flush);
  document.addEventListener('visibilitychange', flush);

  return {
    replace,
    /**
     * Adds an entry to the browser's history for a room. Until a long link is packed, the entry has the last
     * link of the room that was written.
     *
     * @param {RoomId} room @param {string} plain
     */
    push(room, plain) {
      // The previous entry gets its last state first.
      flush();
      pending = null;
      const bare = () => addressOf(room).slice(1);
      writeHistory('pushState', plain.length <= SHORT ? plain : (lastLinks.get(room)?.packed ?? bare()));
      replace(room, plain);
    },
    /** Drops a pending link, because the reader followed an address. */
    follow() {
      pending = null;
      lastHash = location.hash;
    },
    /**
     * Whether a link is the last one that was written for a room.
     *
     * @param {RoomId} room @param {string} plain
     */
    isLast: (room, plain) => lastLinks.get(room)?.plain === plain,
    /**
     * The packed link for copying, synchronously if it was packed before.
     *
     * @param {string} plain @returns {string | Promise<string>}
     */
    link: (plain) =>
      (pending?.plain === plain && pending.packed) || (plain.length <= SHORT ? plain : packLink(plain)),
  };
}

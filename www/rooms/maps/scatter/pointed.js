/** A head that the pointer or a key points at, in the points and in the thumbnails. */
/** @typedef {{ layer: number, head: number }} Head */

/** The head that is pointed at, and who wants to know. */
export function pointed() {
  /** @type {Head | null} */
  let now = null;
  /** @type {Set<() => void>} */
  const listeners = new Set();
  return {
    get: () => now,
    /** @param {Head | null} next */
    set(next) {
      if (next?.layer === now?.layer && next?.head === now?.head) return;
      now = next && { layer: next.layer, head: next.head };
      for (const listener of listeners) listener();
    },
    /** @param {() => void} listener @returns {() => void} ends it */
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

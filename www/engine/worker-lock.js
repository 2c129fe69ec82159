/**
 * Detects that a Worker has ended. There is no event for a Worker that the browser terminated, for example
 * for its memory, but the browser releases the locks that it held. Without a secure context there are no
 * locks, and only error events can be detected.
 */

/**
 * Called in a Worker: holds a lock until the Worker ends.
 *
 * @param {any} scope - the global scope of the Worker
 * @returns {Promise<string | null>} the name of the lock once it is held; null if there are no locks
 */
export function holdLock({ crypto, navigator }) {
  return new Promise((held) => {
    if (!navigator?.locks) return held(null);
    const hold = (/** @type {Lock} */ { name }) => {
      held(name);
      return new Promise(() => {});
    };
    return navigator.locks.request(`heedmap-worker-${crypto.randomUUID()}`, hold).catch(() => held(null));
  });
}

/**
 * Called in the page: calls back when the Worker that holds a lock has ended.
 *
 * @param {string} name @param {() => void} released
 */
export function whenReleased(name, released) {
  navigator.locks.request(name, () => released()).catch(() => {});
}

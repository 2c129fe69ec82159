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
 * Called in the page: receives the messages of a Worker, and notices its end, whose reason is given.
 *
 * @param {Worker} worker
 * @param {(message: any) => void} received
 * @param {(reason: string) => void} ended
 */
export function watch(worker, received, ended) {
  worker.onmessage = ({ data }) => {
    if (data.lock)
      navigator.locks.request(data.lock, () => ended('it ended without an error')).catch(() => {});
    received(data);
  };
  worker.onerror = (event) => {
    // Whoever ends the Worker reports it.
    event.preventDefault();
    ended(event.message || 'its script could not be loaded');
  };
  worker.onmessageerror = () => ended('a message could not be read');
}

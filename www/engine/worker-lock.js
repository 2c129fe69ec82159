/**
 * Starts Workers, and detects that one has ended. There is no event for a Worker that the browser
 * terminated, for example for its memory, but the browser releases the locks that it held. Without a secure
 * context there are no locks, and only error events can be detected.
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

/** More Workers would gain little, because they share the bandwidth of the memory. */
const MAX_WORKERS = 4;

/** How many Workers there are by default: the number of cores, at most four. */
export const defaultWorkers = () => Math.min(globalThis.navigator?.hardwareConcurrency || 1, MAX_WORKERS);

/** In milliseconds. The end of a Worker is not detected before it holds its lock. */
const START_TIMEOUT = 30_000;

/**
 * Waits for a Worker to start, and ends one that takes too long.
 *
 * @template T @param {Promise<T>} starting @param {(reason: string) => void} end
 */
export function startedInTime(starting, end) {
  const reason = `it was not ready within ${START_TIMEOUT / 1000} seconds`;
  const timeout = setTimeout(() => end(reason), START_TIMEOUT);
  return starting.finally(() => clearTimeout(timeout));
}

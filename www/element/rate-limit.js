import { inNextFrame } from '../ui/idle.js';

/** Milliseconds between `heed-change` events: browsers reject an address that changes too often. */
const INTERVAL = 350;

/**
 * Throttles or debounces `send`. The first call is made in the next frame. Later calls are at least one
 * interval apart.
 *
 * @param {() => void} send
 * @param {boolean} [restarts] - whether each request restarts the interval (debounce), or requests during it
 *   wait for its end (throttle)
 * @returns {(waits?: boolean) => void} requests a call; with `waits`, the first call is delayed by the interval too
 */
export function rateLimited(send, restarts = false) {
  let isRequested = false;
  /** @type {ReturnType<typeof setTimeout> | 0} */
  let timer = 0;

  function start() {
    clearTimeout(timer);
    timer = setTimeout(() => {
      timer = 0;
      flush();
    }, INTERVAL);
  }

  function flush() {
    if (!isRequested || timer !== 0) return;
    isRequested = false;
    start();
    send();
  }

  return (waits = false) => {
    isRequested = true;
    if (timer === 0 && !waits) inNextFrame(flush);
    else if (timer === 0 || restarts) start();
  };
}

/** Long work in short parts, so that the page stays responsive and a caller can cancel it. */

/** The milliseconds after which work pauses for other events. */
const SPAN = 12;

/**
 * A pause for events that wait. Timers are not used, because browsers delay them in tabs in the background.
 *
 * @returns {Promise<void>}
 */
function pause() {
  if (typeof setImmediate === 'function') return new Promise((resolve) => void setImmediate(resolve));
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

/**
 * A function to call between short parts of work. It pauses when enough time has passed, and throws the
 * reason of the signal once the work is cancelled.
 *
 * @param {AbortSignal} [signal]
 * @param {() => number} [now]
 * @returns {() => Promise<void> | undefined}
 */
export function pacer(signal, now = () => performance.now()) {
  let last = now();
  return () => {
    signal?.throwIfAborted();
    if (now() - last < SPAN) return undefined;
    return pause().then(() => {
      last = now();
      signal?.throwIfAborted();
    });
  };
}

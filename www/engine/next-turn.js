/**
 * Waits until pending messages have been handled. A timeout would take at least 4 ms, and much longer in tabs
 * in the background.
 *
 * @returns {Promise<void>}
 */
export function nextTurn() {
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

/** Long work in short parts, so that the page stays responsive and a caller can cancel it. */
import { nextTurn } from './next-turn.js';

/** The milliseconds after which work pauses for other events. */
const SPAN = 12;

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
    return nextTurn().then(() => {
      last = now();
      signal?.throwIfAborted();
    });
  };
}

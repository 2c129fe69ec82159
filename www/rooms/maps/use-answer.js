import { messageOf } from '../../engine/instance.js';
import { useLayoutEffect, useRef, useState } from '../../ui/html.js';
/** @import { MapsService } from './types.js' */

/**
 * What the service answered to a view.
 *
 * @template T, R
 * @typedef {object} Answer
 * @property {R} request
 * @property {T | null} found
 * @property {string} problem - why nothing was found
 * @property {boolean} isCurrent - whether the request has not changed since
 */

/**
 * Asks the service for what a view shows, and returns its last answer; null before the first one. One request
 * runs at a time.
 *
 * @template T
 * @template {Record<string, unknown>} R
 * @param {MapsService | null} service - null if nothing can be asked yet
 * @param {R} request - what the answer depends on: the service is asked again when a value changes
 * @param {(service: MapsService) => Promise<T>} ask
 * @returns {Answer<T, R> | null}
 */
export function useAnswer(service, request, ask) {
  /** What is asked when the running request ends; null if none is running. */
  const running = useRef(/** @type {{ next: (() => void) | null } | null} */ (null));
  const [last, setLast] = useState(/** @type {Omit<Answer<T, R>, 'isCurrent'> | null} */ (null));
  useLayoutEffect(() => {
    if (!service) return undefined;
    let isWanted = true;
    const end = (/** @type {T | null} */ found, problem = '') => {
      // An answer is shown while the next one is pending; why one failed is of no use then.
      if (isWanted || found) setLast({ request, found, problem });
    };
    const run = () => {
      const own = { next: /** @type {(() => void) | null} */ (null) };
      running.current = own;
      ask(service)
        .then(
          (found) => end(found),
          (error) => end(null, messageOf(error)),
        )
        .finally(() => {
          running.current = null;
          own.next?.();
        });
    };
    // The pointer asks faster than a long text is answered: only the last request waits.
    if (running.current) running.current.next = () => isWanted && run();
    else run();
    return () => {
      isWanted = false;
    };
  }, [service, ...Object.values(request)]);
  return (
    last && { ...last, isCurrent: Object.keys(request).every((name) => request[name] === last.request[name]) }
  );
}

/**
 * What a view last asked the state to be: a key that is held down comes again before the page is drawn with
 * the last one.
 *
 * @template {object} T @param {T} value
 */
export function useLatest(value) {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  }, Object.values(value));
  return latest;
}

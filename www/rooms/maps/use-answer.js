import { useLayoutEffect, useState } from '../../ui/html.js';
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
 * Asks the service for what a view shows, and returns its last answer; null before the first one.
 *
 * @template T
 * @template {Record<string, unknown>} R
 * @param {MapsService | null} service - null if nothing can be asked yet
 * @param {R} request - what the answer depends on: the service is asked again when a value changes
 * @param {(service: MapsService) => Promise<T>} ask
 * @returns {Answer<T, R> | null}
 */
export function useAnswer(service, request, ask) {
  const [last, setLast] = useState(/** @type {Omit<Answer<T, R>, 'isCurrent'> | null} */ (null));
  useLayoutEffect(() => {
    if (!service) return undefined;
    let isWanted = true;
    const end = (/** @type {T | null} */ found, problem = '') => {
      if (isWanted) setLast({ request, found, problem });
    };
    ask(service).then(
      (found) => end(found),
      (error) => end(null, error instanceof Error ? error.message : String(error)),
    );
    return () => {
      isWanted = false;
    };
  }, [service, ...Object.values(request)]);
  return (
    last && { ...last, isCurrent: Object.keys(request).every((name) => request[name] === last.request[name]) }
  );
}

/** The errors of the service, and how they cross from the worker to the page. */

/**
 * What kind of error it is, apart from its sentence. `failed`: the engine broke during the call. `stale`: a handle of an engine that was restarted since.
 * `gone`: the map is not in the cache any more. `restarted`: the worker was replaced during the request; the page reports that by `onrestart`.
 *
 * @typedef {'failed' | 'stale' | 'gone' | 'restarted'} Kind
 */

/** An error as it crosses to the page. `class` is that of a file error. @typedef {{ message: string, name?: string, class?: string, kind?: Kind }} Said */

/** @param {Kind} kind @param {string} message */
export function errorOfKind(kind, message) {
  return Object.assign(new Error(message), { kind });
}

/** What a request rejects with that was cancelled, or that nobody waits for any more. @param {string} [sentence] */
export function cancelled(sentence = 'This was cancelled.') {
  return Object.assign(new Error(sentence), { name: 'AbortError' });
}

/** @param {unknown} error */
export function isCancelled(error) {
  return error instanceof Error && error.name === 'AbortError';
}

/** @param {unknown} error @returns {Said} */
export function said(error) {
  if (!(error instanceof Error)) return { message: String(error) };
  const {
    message,
    name,
    class: group,
    kind,
  } = /** @type {Error & { class?: string, kind?: Kind }} */ (error);
  return {
    message,
    ...(name === 'Error' ? {} : { name }),
    ...(group === undefined ? {} : { class: group }),
    ...(kind === undefined ? {} : { kind }),
  };
}

/** The error that `said` described. @param {Said} said @returns {Error} */
export function errorOf({ message, ...rest }) {
  return Object.assign(new Error(message), rest);
}

/**
 * Whether the engine must not be used after an error: it broke, or it is not the instance that the handles belong to. Errors that nobody expected, such as a
 * TypeError, count as well: they may have left something half done.
 *
 * @param {unknown} error
 * @returns {boolean}
 */
export function isFatal(error) {
  if (!(error instanceof Error)) return true;
  const { kind, class: group } = /** @type {Error & { class?: string, kind?: Kind }} */ (error);
  if (kind !== undefined) return kind === 'failed' || kind === 'stale';
  return group === undefined && error.name !== 'Error' && !isCancelled(error);
}

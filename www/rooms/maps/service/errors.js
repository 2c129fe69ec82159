/** The errors of the service, and their form in messages from the worker to the page. */

/**
 * The kind of an error. `failed`: the engine crashed during the call. `stale`: a handle belongs to an engine
 * that was restarted since. `gone`: the map is not in the cache any more. `restarted`: the worker was
 * replaced during the request; the page reports that through `onrestart`. `unstarted`: no worker could start.
 * `input`: the numbers of a head are wrong.
 *
 * @typedef {'failed' | 'input' | 'stale' | 'gone' | 'restarted' | 'unstarted'} Kind
 */

/**
 * An error in a message to the page. `class` is the class of a file error.
 *
 * @typedef {{ message: string, name?: string, class?: string, kind?: Kind }} ErrorData
 */

/** @param {Kind} kind @param {string} message */
export function errorOfKind(kind, message) {
  return Object.assign(new Error(message), { kind });
}

/**
 * The error of a request that was cancelled, or whose result is not needed any more.
 *
 * @param {string} [message]
 */
export function cancelled(message = 'This was cancelled.') {
  return Object.assign(new Error(message), { name: 'AbortError' });
}

/** @param {unknown} error */
export function isCancelled(error) {
  return error instanceof Error && error.name === 'AbortError';
}

/** Whether the numbers of a head are wrong, which says nothing about other heads. @param {unknown} error */
export function isOfInput(error) {
  return error instanceof Error && /** @type {{ kind?: Kind }} */ (error).kind === 'input';
}

/** @param {unknown} error @returns {ErrorData} */
export function errorData(error) {
  if (!(error instanceof Error)) return { message: String(error) };
  const { message, name, class: group, kind } = /** @type {Error & ErrorData} */ (error);
  return {
    message,
    ...(name !== 'Error' && { name }),
    ...(group && { class: group }),
    ...(kind && { kind }),
  };
}

/** The inverse of `errorData`. @param {ErrorData} data @returns {Error} */
export function errorOf({ message, ...rest }) {
  return Object.assign(new Error(message), rest);
}

/**
 * Whether the engine must not be used after an error: it crashed, or the handles belong to another instance.
 * Unexpected errors such as a TypeError count as well, because they may leave an inconsistent state.
 *
 * @param {unknown} error
 * @returns {boolean}
 */
export function isFatal(error) {
  if (!(error instanceof Error)) return true;
  const { kind, class: group } = /** @type {Error & ErrorData} */ (error);
  if (kind !== undefined) return kind === 'failed' || kind === 'stale';
  return group === undefined && error.name !== 'Error' && !isCancelled(error);
}

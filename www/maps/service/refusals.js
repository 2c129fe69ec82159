/** What a request ends with when it does not end well. */

/** @typedef {{ message: string, name?: string, class?: string }} Said - an error as it crosses to the page */

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
  const { message, name, class: kind } = /** @type {Error & { class?: string }} */ (error);
  return { message, ...(name === 'Error' ? {} : { name }), ...(kind === undefined ? {} : { class: kind }) };
}

/** The error again that was said. @param {Said} said @returns {Error} */
export function errorOf({ message, ...rest }) {
  return Object.assign(new Error(message), rest);
}

/**
 * Whether the engine is not to be used again after an error: it ended in the middle of something, or it is another instance than the one that handles are of.
 * The engine's own refusals are plain errors without a cause.
 *
 * @param {unknown} error
 * @returns {boolean}
 */
export function isFatal(error) {
  if (!(error instanceof Error)) return true;
  if (isCancelled(error) || 'class' in error) return false;
  return error.constructor !== Error || /the engine was started anew$/.test(error.message) || (error.cause !== undefined && isFatal(error.cause));
}

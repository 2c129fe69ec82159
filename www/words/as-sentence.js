/**
 * A message of the engine or of the browser as the end of a sentence: with a period, unless it is a question.
 *
 * @param {unknown} error - an error or its message
 */
export function withPeriod(error) {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/[^.?]$/, '$&.');
}

/**
 * A message as a sentence: with a period and a capital letter, unless it begins with a function such as
 * `window()`.
 *
 * @param {unknown} error - an error or its message
 */
export const asSentence = (error) =>
  withPeriod(error).replace(/^[a-z](?!\w*\()/, (letter) => letter.toUpperCase());

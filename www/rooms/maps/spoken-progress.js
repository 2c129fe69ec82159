/** The least time between two announcements, in milliseconds. Shorter work is not announced. */
const BETWEEN = 3000;

/**
 * The text of a live region about work in progress: throttled progress, and the end if progress was
 * announced.
 *
 * @param {() => number} now - milliseconds
 */
export function spokenProgress(now) {
  let isBusy = false;
  let last = 0;
  let text = '';
  /**
   * @param {string | null} progress - a sentence; null while idle
   * @param {string} end - the sentence for the end
   * @returns {string} the text of the live region
   */
  return (progress, end) => {
    if (progress === null) {
      if (isBusy && text !== '') text = end;
      isBusy = false;
      return text;
    }
    if (!isBusy) [isBusy, last, text] = [true, now(), ''];
    if (now() - last >= BETWEEN) [last, text] = [now(), progress];
    return text;
  };
}

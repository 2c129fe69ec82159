/** The least time between two sentences, in milliseconds. Work that takes less is not announced at all. */
const BETWEEN = 3000;

/**
 * The announcements of a live region about work in progress: the progress from time to time, and the end if
 * progress was announced.
 *
 * @param {() => number} now - milliseconds
 */
export function spokenProgress(now) {
  let isBusy = false;
  let last = 0;
  let said = '';
  /**
   * @param {string | null} progress - a sentence; null while nothing is under way
   * @param {string} end - the sentence for the end
   * @returns {string} the text of the live region
   */
  return (progress, end) => {
    if (progress === null) {
      if (isBusy && said !== '') said = end;
      isBusy = false;
      return said;
    }
    if (!isBusy) [isBusy, last, said] = [true, now(), ''];
    if (now() - last >= BETWEEN) [last, said] = [now(), progress];
    return said;
  };
}

/** @import { DISPLAY_ATTRIBUTES } from '../element/attributes.js' */

/**
 * Rejects other languages in a script that has only English strings.
 *
 * @param {typeof DISPLAY_ATTRIBUTES} looks
 * @param {string} script - its name
 */
export function rejectOtherLanguages(looks, script) {
  const { language } = looks;
  looks.language = (text, state) => {
    const changed = language(text, state);
    if (changed.language && changed.language !== 'en')
      throw new Error(
        `${script} has English only: heed-map.js, heed-lesson.js and heed-mask.js have the rest`,
      );
    return changed;
  };
}

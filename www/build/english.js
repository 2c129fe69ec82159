/** @import { LOOKS } from '../element/attributes.js' */

/**
 * Shows a message in figures that have only English strings, if the page asks for another language.
 *
 * @param {typeof LOOKS} looks
 * @param {string} script - its name
 */
export function englishAlone(looks, script) {
  const { language } = looks;
  looks.language = (text, state) => {
    const asked = language(text, state);
    if (asked.language && asked.language !== 'en')
      throw new Error(
        `${script} has English only: heed-map.js, heed-lesson.js and heed-mask.js have the rest`,
      );
    return asked;
  };
}

import { LANGUAGES, languageOf } from '../words/languages.js';

/**
 * What a script on request provides. In a page that loads no further scripts, such as a saved figure, it has
 * to be there already.
 *
 * @template T
 * @param {string} script
 * @param {() => T | undefined} provided - undefined until the script has run
 * @returns {Promise<T>}
 * @throws {Error} with a sentence in the language of the page, if the script could not be loaded
 */
export async function requested(script, provided) {
  if (provided() === undefined) await heedmap.load?.([script]).catch(() => {});
  const found = provided();
  if (found !== undefined) return found;
  const { errors } = LANGUAGES[languageOf(null, [document.documentElement.lang])];
  throw new Error(errors.script({ file: `heedmap-${script}.js` }));
}

/** The scripts of the page, from the package or the checkout. */
import { readFile } from 'node:fs/promises';
import { scriptsOf } from '../page/frame/scripts.js';
/** @import { RoomId } from '../rooms/names.js' */
/** @import { Language } from '../state/languages.js' */

/**
 * @param {RoomId} room
 * @param {Language} language
 * @returns {Promise<string[]>} their texts, as in saved pages
 */
export function scriptTexts(room, language) {
  return Promise.all(
    ['shell', 'frame', ...scriptsOf(room, language, true)].map(async (name) => {
      const file = new URL(`../dist/${name === 'shell' ? 'heedmap' : `heedmap-${name}`}.js`, import.meta.url);
      const text = await readFile(file, 'utf8').catch((error) => {
        throw new Error(
          `The script ${file.pathname.replace(/^.*\//, '')} is not there: the package is incomplete, or the checkout was not built.`,
          { cause: error },
        );
      });
      return text.trimEnd();
    }),
  );
}

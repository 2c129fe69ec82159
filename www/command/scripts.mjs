import { readFile } from 'node:fs/promises';
import { scriptsOf } from '../page/scripts.js';
/** @import { RoomId } from '../rooms/names.js' */
/** @import { Language } from '../state/languages.js' */

/**
 * The texts of a room's scripts, as saved pages have them, from the package or the checkout.
 *
 * @param {RoomId} room
 * @param {Language} language
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

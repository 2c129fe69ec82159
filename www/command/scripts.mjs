import { readFile } from 'node:fs/promises';
import { scriptsOf } from '../page/scripts.js';
/** @import { Room } from '../types.js' */
/** @import { Language } from '../state/languages.js' */

/**
 * The texts of a room's scripts, as saved pages have them, from the package or the checkout.
 *
 * @param {Room<any>} room
 * @param {any} state
 * @param {Language} language
 */
export function scriptTexts(room, state, language) {
  return Promise.all(
    ['shell', 'frame', ...scriptsOf(room.id, language, true), ...(room.needs?.(state) ?? [])].map(
      async (name) => {
        const file = new URL(
          `../dist/${name === 'shell' ? 'heedmap' : `heedmap-${name}`}.js`,
          import.meta.url,
        );
        const text = await readFile(file, 'utf8').catch((error) => {
          throw new Error(
            `The script ${file.pathname.replace(/^.*\//, '')} is not there: the package is incomplete, or the checkout was not built.`,
            { cause: error },
          );
        });
        return text.trimEnd();
      },
    ),
  );
}

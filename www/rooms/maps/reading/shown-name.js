/** The maximum length of a displayed name in characters. */
const SHOWN = 48;

/**
 * Shortens a name and removes invisible characters and those that change the writing direction.
 *
 * @param {string} name
 */
export function shownName(name) {
  const letters = Array.from(
    name.slice(0, 4 * SHOWN).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, '\u{FFFD}'),
  );
  return letters.length > SHOWN ? `${letters.slice(0, SHOWN - 1).join('')}…` : letters.join('');
}

/**
 * The name of the first of several files, and the number of others.
 *
 * @param {string} name @param {number} files - how many
 * @param {import('../../../words/languages.js').Strings['maps']['overview']} words
 */
export const nameOfFiles = (name, files, words) =>
  files > 1 ? words.andOthers({ name: shownName(name), others: String(files - 1) }) : shownName(name);

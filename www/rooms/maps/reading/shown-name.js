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

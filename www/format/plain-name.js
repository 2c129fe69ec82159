/** The longest name of a file, without its ending. */
const LONGEST = 60;

/** A name that every system takes, whatever it was made from: letters, digits and hyphens alone. @param {string} text */
export function plainName(text) {
  // Cut between characters, not within one.
  return (
    Array.from(text.normalize('NFC').replace(/[^\p{L}\p{N}]+/gu, '-'))
      .slice(0, LONGEST)
      .join('')
      .replace(/^-+|-+$/g, '') || 'heedmap'
  );
}

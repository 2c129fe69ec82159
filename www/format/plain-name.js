/** The maximum length of a file name, without its extension. */
const LONGEST = 60;

/** A file name that every system accepts: only letters, digits and hyphens. @param {string} text */
export function plainName(text) {
  // Truncated between characters, not inside one.
  return (
    Array.from(text.normalize('NFC').replace(/[^\p{L}\p{N}]+/gu, '-'))
      .slice(0, LONGEST)
      .join('')
      .replace(/^-+|-+$/g, '') || 'heedmap'
  );
}

/** The maximum length of a file name, without its extension. */
const MAX_LENGTH = 60;

/** A file name that every system accepts: only letters, digits and hyphens. @param {string} text */
export function plainName(text) {
  // `Array.from` splits into characters, so that none is cut in half.
  return (
    Array.from(text.normalize('NFC').replace(/[^\p{L}\p{N}]+/gu, '-'))
      .slice(0, MAX_LENGTH)
      .join('')
      .replace(/^-+|-+$/g, '') || 'heedmap'
  );
}

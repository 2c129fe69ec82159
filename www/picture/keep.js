/** So long the browser may take to write a file. */
const PATIENCE = 60_000;

/**
 * Hands a file to the browser, to be kept where the reader keeps such things.
 *
 * @param {Blob} file
 * @param {string} name
 */
export function save(file, name) {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), PATIENCE);
}

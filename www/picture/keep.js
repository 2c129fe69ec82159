/** The time for which the browser may take to write a file, in milliseconds. */
const TIMEOUT = 60_000;

/**
 * Downloads a file in the browser.
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
  setTimeout(() => URL.revokeObjectURL(url), TIMEOUT);
}

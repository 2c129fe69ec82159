/** How long the browser may take to write the file, in milliseconds. The URL is revoked afterwards. */
const TIMEOUT = 60_000;

/**
 * Downloads a file in the browser.
 *
 * @param {Blob} file
 * @param {string} name
 */
export function download(file, name) {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), TIMEOUT);
}

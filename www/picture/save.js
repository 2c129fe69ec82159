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

/**
 * A canvas as a PNG file.
 *
 * @param {HTMLCanvasElement} canvas
 * @returns {Promise<Blob>}
 */
export function png(canvas) {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error(`a picture of ${canvas.width} × ${canvas.height} pixels is too large for this browser`))), 'image/png');
  });
}

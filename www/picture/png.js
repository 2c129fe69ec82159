/**
 * A canvas as a PNG file.
 *
 * @param {HTMLCanvasElement} canvas
 * @returns {Promise<Blob>}
 */
export function png(canvas) {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) =>
        blob
          ? resolve(blob)
          : reject(
              new Error(
                `a picture of ${canvas.width} × ${canvas.height} pixels is too large for this browser`,
              ),
            ),
      'image/png',
    );
  });
}

/**
 * Writes the resolution of a PNG into it (the chunk pHYs), so that programs place it at its size on paper.
 * The specification: https://www.w3.org/TR/png-3/#11pHYs.
 */

/** The signature of a PNG and its first chunk, IHDR, in bytes. */
const START = 8 + 25;
/** Meters in an inch. */
const INCH = 0.0254;

/**
 * @param {Uint8Array} png - without a resolution
 * @param {number} dpi - dots per inch
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function withDensity(png, dpi) {
  const chunk = new Uint8Array(21);
  const view = new DataView(chunk.buffer);
  const perMeter = Math.round(dpi / INCH);
  view.setUint32(0, 9);
  chunk.set(new TextEncoder().encode('pHYs'), 4);
  view.setUint32(8, perMeter);
  view.setUint32(12, perMeter);
  // The unit: 1 is the meter.
  chunk[16] = 1;
  view.setUint32(17, crc32(chunk.subarray(4, 17)));
  const all = new Uint8Array(png.length + chunk.length);
  all.set(png.subarray(0, START));
  all.set(chunk, START);
  all.set(png.subarray(START), START + chunk.length);
  return all;
}

/** The checksum of a PNG chunk, CRC-32. @param {Uint8Array} bytes */
export function crc32(bytes) {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return (sum ^ 0xffffffff) >>> 0;
}

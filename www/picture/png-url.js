import { deflateSync } from 'node:zlib';
import { crc32 } from './print/png-density.js';
/** @import { Kind } from './types.js' */

/**
 * A `data:` URL of a PNG with one pixel for each cell, for use in Node, which has no canvas.
 *
 * @param {Pick<Kind<'cells'>, 'rows' | 'cols' | 'pixels'>} cells
 */
export function pngUrl({ rows, cols, pixels }) {
  const lines = Buffer.alloc(rows * (1 + 4 * cols));
  // Each line begins with its filter type; 0 is none.
  for (let row = 0; row < rows; row += 1)
    lines.set(pixels.subarray(4 * row * cols, 4 * (row + 1) * cols), row * (1 + 4 * cols) + 1);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(cols, 0);
  header.writeUInt32BE(rows, 4);
  // 8 bits for each of red, green, blue and alpha.
  header.set([8, 6, 0, 0, 0], 8);
  const bytes = Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(lines)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
  return `data:image/png;base64,${bytes.toString('base64')}`;
}

/** @param {string} name @param {Buffer} data */
function chunk(name, data) {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** The first bytes of a .npy file of version 1.0. */
const MAGIC = [0x93, ...[...'NUMPY'].map((letter) => letter.charCodeAt(0)), 1, 0];
/** The numbers begin at a multiple of this number of bytes. */
const ALIGNED = 64;

/**
 * Numbers as a .npy file, in C order: 32-bit floats stay 32-bit floats, all others become 64-bit floats.
 *
 * @param {number[]} shape
 * @param {ArrayLike<number>} data - one number for each cell of the shape
 * @returns {Blob}
 */
export function npy(shape, data) {
  const numbers = data instanceof Float32Array ? data : Float64Array.from(data);
  const isLittle = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;
  const kind = `${isLittle ? '<' : '>'}f${numbers.BYTES_PER_ELEMENT}`;
  const header = `{'descr': '${kind}', 'fortran_order': False, 'shape': (${shape.join(', ')}${shape.length === 1 ? ',' : ''}), }`;
  const before = MAGIC.length + 2;
  const length = Math.ceil((before + header.length + 1) / ALIGNED) * ALIGNED - before;
  const text = new TextEncoder().encode(`${header.padEnd(length - 1)}\n`);
  return new Blob([
    Uint8Array.from([...MAGIC, length & 255, length >> 8]),
    text,
    /** @type {Float32Array<ArrayBuffer>} */ (numbers),
  ]);
}

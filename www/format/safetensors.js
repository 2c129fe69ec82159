/** The numbers begin at a multiple of this number of bytes. */
const ALIGNMENT = 8;

/**
 * The parts of a `.safetensors` file: the length of the header, the header and the numbers.
 *
 * @param {[name: string, shape: number[], numbers: Float32Array | Uint16Array][]} tensors - 32-bit floats, or
 *   the bits of 16-bit floats
 * @param {Record<string, string>} metadata
 * @returns {BlobPart[]}
 */
export function safetensors(tensors, metadata) {
  /** @type {Record<string, unknown>} */
  const header = { __metadata__: metadata };
  let end = 0;
  for (const [name, shape, numbers] of tensors) {
    const dtype = numbers instanceof Uint16Array ? 'F16' : 'F32';
    header[name] = { dtype, shape, data_offsets: [end, end + numbers.byteLength] };
    end += numbers.byteLength;
  }
  const text = new TextEncoder().encode(JSON.stringify(header));
  // Spaces behind the header align the numbers.
  const padded = new Uint8Array(Math.ceil(text.length / ALIGNMENT) * ALIGNMENT).fill(0x20);
  padded.set(text);
  const length = new DataView(new ArrayBuffer(8));
  length.setBigUint64(0, BigInt(padded.length), true);
  return [length.buffer, padded, ...tensors.map(([, , numbers]) => /** @type {BlobPart} */ (numbers))];
}

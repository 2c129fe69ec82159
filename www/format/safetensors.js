/** The numbers begin at a multiple of this number of bytes. */
const ALIGNMENT = 8;

/**
 * The bytes of a `.safetensors` file: the length of the header, the header and the numbers.
 *
 * @param {[name: string, shape: number[], numbers: Float32Array | Uint16Array][]} tensors - 32-bit floats, or
 *   the bits of 16-bit floats
 * @param {Record<string, string>} metadata
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
  const bytes = new Uint8Array(8 + padded.length + end);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(padded.length), true);
  bytes.set(padded, 8);
  let at = 8 + padded.length;
  for (const [, , { buffer, byteOffset, byteLength }] of tensors) {
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), at);
    at += byteLength;
  }
  return bytes;
}

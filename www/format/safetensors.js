/** The numbers begin at a multiple of this number of bytes. */
const ALIGNMENT = 8;

/**
 * What a `.safetensors` file begins with: the length of its header, and the header. The numbers of the
 * tensors follow in their order.
 *
 * @param {[name: string, dtype: string, shape: number[], length: number][]} tensors - `length` is in bytes
 * @param {Record<string, string>} metadata
 */
export function safetensorsHeader(tensors, metadata) {
  let end = 0;
  const entries = tensors.map(([name, dtype, shape, length]) => {
    const data_offsets = [end, (end += length)];
    return [name, { dtype, shape, data_offsets }];
  });
  const header = JSON.stringify({ __metadata__: metadata, ...Object.fromEntries(entries) });
  const text = new TextEncoder().encode(header);
  // Spaces behind the header align the numbers.
  const bytes = new Uint8Array(8 + Math.ceil(text.length / ALIGNMENT) * ALIGNMENT).fill(0x20);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(bytes.length - 8), true);
  bytes.set(text, 8);
  return bytes;
}

/**
 * The bytes of a `.safetensors` file.
 *
 * @param {[name: string, shape: number[], numbers: Float32Array | Uint16Array][]} tensors - 32-bit floats, or
 *   the bits of 16-bit floats
 * @param {Record<string, string>} metadata
 */
export function safetensors(tensors, metadata) {
  const header = safetensorsHeader(
    tensors.map(([name, shape, numbers]) => [name, dtypeOf(numbers), shape, numbers.byteLength]),
    metadata,
  );
  let at = header.length;
  const bytes = new Uint8Array(tensors.reduce((sum, [, , { byteLength }]) => sum + byteLength, at));
  bytes.set(header);
  for (const [, , { buffer, byteOffset, byteLength }] of tensors) {
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), at);
    at += byteLength;
  }
  return bytes;
}

/** @param {Float32Array | Uint16Array} numbers */
const dtypeOf = (numbers) => (numbers instanceof Uint16Array ? 'F16' : 'F32');

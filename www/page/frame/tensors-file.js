/**
 * Tensors as a .safetensors file, which the Maps room reads.
 *
 * @param {string} name
 * @param {Record<string, string>} metadata
 * @param {{ name: string, shape: number[], bits: 8 | 16 | 32, data: ArrayBuffer | Uint8Array<ArrayBuffer> }[]} tensors -
 *   numbers of 8 bits are already converted to 32-bit floats
 * @returns {File}
 */
export function tensorsFile(name, metadata, tensors) {
  let at = 0;
  const entries = tensors.map(({ name: tensor, shape, bits, data }) => {
    const data_offsets = [at, at + data.byteLength];
    at += data.byteLength;
    return [tensor, { dtype: bits === 16 ? 'F16' : 'F32', shape, data_offsets }];
  });
  const text = JSON.stringify({ __metadata__: metadata, ...Object.fromEntries(entries) });
  const header = new TextEncoder().encode(text);
  // The header is padded with spaces, so that the numbers start at a multiple of 8.
  const beginning = new Uint8Array(8 + Math.ceil(header.length / 8) * 8).fill(32);
  new DataView(beginning.buffer).setBigUint64(0, BigInt(beginning.length - 8), true);
  beginning.set(header, 8);
  return new File([beginning, ...tensors.map(({ data }) => data)], name);
}

/** A missing number in 8 bits. */
const MISSING = 255;

/**
 * Converts 8-bit numbers to 32 bits.
 *
 * @param {Uint8Array} numbers
 * @param {{ low?: number, step?: number, power?: number }} steps
 * @returns {ArrayBuffer}
 */
export function float32Of(numbers, { low = 0, step = 0, power = 1 }) {
  const values = new Float32Array(256).fill(NaN);
  for (let n = 0; n < MISSING; n += 1) values[n] = low + step * n ** power;
  // Files are little-endian, and so are the typed arrays of every browser. A DataView takes three times as
  // long.
  const result = new Float32Array(numbers.length);
  for (let place = 0; place < numbers.length; place += 1) result[place] = values[numbers[place]];
  return result.buffer;
}

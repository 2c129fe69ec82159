/**
 * The bytes of a .safetensors file with other numbers of 16 bits in a tensor.
 *
 * @param {Uint8Array} bytes @param {string} tensor @param {number[]} bits @param {number} [first] - the first cell
 */
export function withNumbers(bytes, tensor, bits, first = 0) {
  const copy = Buffer.from(bytes);
  const length = Number(copy.readBigUInt64LE(0));
  const [start] = JSON.parse(copy.subarray(8, 8 + length).toString('utf8'))[tensor].data_offsets;
  bits.forEach((each, at) => copy.writeUInt16LE(each, 8 + length + start + 2 * (first + at)));
  return copy;
}

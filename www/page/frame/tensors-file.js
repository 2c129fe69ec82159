/** The dtype of each number of bits in a .safetensors. */
const DTYPES = { 8: 'U8', 16: 'F16', 32: 'F32' };
/** The metadata key with the steps that numbers of 8 bits are indexes of (`docs/format.md`). */
const STEPS_KEY = 'byte_steps';

/**
 * The number of bytes of a tensor.
 *
 * @param {{ shape: number[], bits: 8 | 16 | 32 }} tensor
 */
export const lengthOf = ({ shape, bits }) => shape.reduce((all, side) => all * side, bits / 8);

/**
 * Tensors as a .safetensors file, which the Models room reads. Numbers stay in 8 bits: only the numbers of a
 * head that is measured or shown become floats.
 *
 * @param {string} name
 * @param {Record<string, string>} metadata
 * @param {{ name: string, shape: number[], bits: 8 | 16 | 32, low?: number, step?: number, power?: number, data: BlobPart }[]} tensors
 * @returns {File}
 */
export function tensorsFile(name, metadata, tensors) {
  let at = 0;
  const entries = tensors.map((tensor) => {
    const data_offsets = [at, (at += lengthOf(tensor))];
    return [tensor.name, { dtype: DTYPES[tensor.bits], shape: tensor.shape, data_offsets }];
  });
  const steps = tensors
    .filter(({ bits }) => bits === 8)
    .map(({ name: tensor, low = 0, step = 0, power = 1 }) => [tensor, { low, step, power }]);
  const said =
    steps.length > 0 ? { ...metadata, [STEPS_KEY]: JSON.stringify(Object.fromEntries(steps)) } : metadata;
  const text = JSON.stringify({ __metadata__: said, ...Object.fromEntries(entries) });
  const header = new TextEncoder().encode(text);
  // The header is padded with spaces, so that the numbers start at a multiple of 8.
  const beginning = new Uint8Array(8 + Math.ceil(header.length / 8) * 8).fill(32);
  new DataView(beginning.buffer).setBigUint64(0, BigInt(beginning.length - 8), true);
  beginning.set(header, 8);
  return new File([beginning, ...tensors.map(({ data }) => data)], name);
}

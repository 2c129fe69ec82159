/** Writes the header of a GGUF file: entries with values, and the names, shapes and places of tensors. */

/** The start of each tensor is a multiple of this. */
const ALIGNMENT = 32;
/** The numbers of the format for the types of tensors. */
export const TENSOR = { f32: 0, f16: 1, q4_0: 2, q4_1: 3, q8_0: 8, bf16: 30 };
/** The numbers of the format for the types of values. */
export const VALUE = { u32: 4, i32: 5, f32: 6, bool: 7, text: 8, array: 9 };

/** @param {number} number */
export function u32(number) {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(number);
  return bytes;
}

/** @param {number} number */
function u64(number) {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(number));
  return bytes;
}

/** @param {string} text */
export function textBytes(text) {
  const bytes = Buffer.from(text);
  return Buffer.concat([u64(bytes.length), bytes]);
}

/** @param {string} text */
export const text = (text) => Buffer.concat([u32(VALUE.text), textBytes(text)]);
/** @param {number} number */
export const whole = (number) => Buffer.concat([u32(VALUE.u32), u32(number)]);
/** @param {boolean} value */
export const flag = (value) => Buffer.concat([u32(VALUE.bool), Buffer.from([value ? 1 : 0])]);
/** @param {number} number */
export function real(number) {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(number);
  return Buffer.concat([u32(VALUE.f32), bytes]);
}
/** @param {number} kind @param {Buffer[]} items */
export const list = (kind, items) =>
  Buffer.concat([u32(VALUE.array), u32(kind), u64(items.length), ...items]);

/** The zeros after a number of bytes. @param {number} length */
export const padding = (length) => Buffer.alloc((ALIGNMENT - (length % ALIGNMENT)) % ALIGNMENT);

/**
 * The header, up to the first byte of the tensors. These follow in their order, each with its padding.
 *
 * @param {[key: string, value: Buffer][]} entries
 * @param {{ name: string, shape: number[], type: number, length: number }[]} tensors - `length` is in bytes;
 *   the last axis of a shape varies fastest
 */
export function ggufHeader(entries, tensors) {
  let end = 0;
  const places = tensors.map(({ name, shape, type, length }) => {
    // The format begins with the axis that varies fastest.
    const axes = shape.toReversed().map(u64);
    const place = Buffer.concat([textBytes(name), u32(shape.length), ...axes, u32(type), u64(end)]);
    end += length + padding(length).length;
    return place;
  });
  const header = Buffer.concat([
    Buffer.from('GGUF'),
    u32(3),
    u64(tensors.length),
    u64(entries.length),
    ...entries.flatMap(([key, value]) => [textBytes(key), value]),
    ...places,
  ]);
  return Buffer.concat([header, padding(header.length)]);
}

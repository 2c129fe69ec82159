/**
 * Unpacks LZMA, in the format of `.lzma` files with the size in the header. The program inside the page is packed so:
 * it is a sixth smaller than gzip makes it.
 *
 * Source: the LZMA specification by Igor Pavlov, in the public domain.
 */
import { probabilities, rangeDecoder } from './range-decoder.js';

/** The properties, the size of the dictionary, and the size of what was packed. */
const HEADER = 13;
/** The shortest repetition that is worth a reference. */
const SHORTEST = 2;

/**
 * @param {Uint8Array} packed
 * @returns {Uint8Array}
 */
export function unpackLzma(packed) {
  const literalContext = packed[0] % 9;
  const literalPosition = Math.floor(packed[0] / 9) % 5;
  const positionMask = (1 << Math.floor(packed[0] / 45)) - 1;
  const size = new DataView(packed.buffer, packed.byteOffset).getUint32(5, true);
  const bytes = new Uint8Array(size);
  const { bit, tree, reverseTree, even } = rangeDecoder(packed, HEADER);

  const literals = probabilities(0x300 << (literalContext + literalPosition));
  const isReference = probabilities(12 << 4);
  const isRepeated = probabilities(12);
  const isOlder = probabilities(12 * 3);
  const isLonger = probabilities(12 << 4);
  const slots = probabilities(4 << 6);
  const middles = probabilities(128);
  const aligned = probabilities(16);
  const lengths = lengthModel();
  const repeatedLengths = lengthModel();

  /** What the last few symbols were: below 7, a literal came last. */
  let state = 0;
  let place = 0;
  /** The last four distances, counted from 1, the newest first. */
  const distances = [1, 1, 1, 1];

  function literal() {
    const before = place > 0 ? bytes[place - 1] : 0;
    const context =
      ((place & ((1 << literalPosition) - 1)) << literalContext) + (before >> (8 - literalContext));
    const base = 0x300 * context;
    let symbol = 1;
    if (state >= 7) {
      // After a reference, the byte that it would have gone on with is a hint, until the first bit that differs.
      let hint = bytes[place - distances[0]];
      while (symbol < 0x100) {
        const expected = (hint >> 7) & 1;
        hint <<= 1;
        const one = bit(literals, base + ((1 + expected) << 8) + symbol);
        symbol = symbol * 2 + one;
        if (one !== expected) break;
      }
    }
    while (symbol < 0x100) symbol = symbol * 2 + bit(literals, base + symbol);
    bytes[place++] = symbol & 0xff;
    state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
  }

  /**
   * How long a reference is.
   * @param {ReturnType<typeof lengthModel>} model
   * @param {number} position
   */
  function length(model, position) {
    if (!bit(model.choices, 0)) return SHORTEST + tree(model.low, position << 3, 3);
    if (!bit(model.choices, 1)) return SHORTEST + 8 + tree(model.middle, position << 3, 3);
    return SHORTEST + 16 + tree(model.high, 0, 8);
  }

  /**
   * How far back a reference goes, from 1.
   * @param {number} count - how long it is
   */
  function distance(count) {
    const slot = tree(slots, Math.min(count - SHORTEST, 3) << 6, 6);
    if (slot < 4) return slot + 1;
    const bits = (slot >> 1) - 1;
    const base = (2 | (slot & 1)) * 2 ** bits;
    if (slot < 14) return base + reverseTree(middles, base - slot, bits) + 1;
    return base + even(bits - 4) * 16 + reverseTree(aligned, 0, 4) + 1;
  }

  /**
   * One of the last four distances, which becomes the newest; nothing if it is to be used for a single byte.
   * @param {number} position
   */
  function repeated(position) {
    if (!bit(isOlder, state)) return bit(isLonger, (state << 4) + position) === 1;
    const which = !bit(isOlder, 12 + state) ? 1 : !bit(isOlder, 24 + state) ? 2 : 3;
    distances.unshift(...distances.splice(which, 1));
    return true;
  }

  /** @param {number} count */
  function copy(count) {
    const from = place - distances[0];
    if (from < 0 || place + count > size) throw new RangeError('the packed bytes refer to what is not there');
    for (let i = 0; i < count; i++) bytes[place + i] = bytes[from + i];
    place += count;
  }

  while (place < size) {
    const position = place & positionMask;
    const literalLast = state < 7;
    if (!bit(isReference, (state << 4) + position)) {
      literal();
    } else if (!bit(isRepeated, state)) {
      const count = length(lengths, position);
      distances.unshift(distance(count));
      distances.pop();
      state = literalLast ? 7 : 10;
      copy(count);
    } else if (repeated(position)) {
      const count = length(repeatedLengths, position);
      state = literalLast ? 8 : 11;
      copy(count);
    } else {
      state = literalLast ? 9 : 11;
      copy(1);
    }
  }
  return bytes;
}

/** The probabilities of lengths: short and middling ones by position, long ones together. */
function lengthModel() {
  return {
    choices: probabilities(2),
    low: probabilities(16 << 3),
    middle: probabilities(16 << 3),
    high: probabilities(256),
  };
}

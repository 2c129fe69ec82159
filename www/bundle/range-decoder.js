/**
 * Bits from a range coder: each bit has a probability that learns from the bits before it, and takes the less room
 * the more it was expected.
 */

/** Probabilities of a 0 are counted in 2048ths, and begin at a half. */
const WHOLE = 2048;
/** How slowly a probability follows: by 1/32 of the way. */
const INERTIA = 5;
/** Below this range there are too few steps left to tell probabilities apart, and a byte is taken in. */
const NARROW = 2 ** 24;

/**
 * @param {number} count
 * @returns {Uint16Array} probabilities that know nothing yet
 */
export function probabilities(count) {
  return new Uint16Array(count).fill(WHOLE / 2);
}

/**
 * A decoder of the bytes from a place on. The first of them is always 0, the next four begin the code.
 * @param {Uint8Array} bytes
 * @param {number} start
 */
export function rangeDecoder(bytes, start) {
  let place = start + 1;
  let range = 2 ** 32 - 1;
  let code = 0;
  for (let i = 0; i < 4; i++) code = code * 256 + next();

  /** The next byte. */
  function next() {
    if (place >= bytes.length) throw new RangeError('the packed bytes end too early');
    return bytes[place++];
  }

  /** Takes in a byte when the range has become narrow. */
  function widen() {
    if (range >= NARROW) return;
    range *= 256;
    code = code * 256 + next();
  }

  /**
   * A bit with a probability that learns.
   * @param {Uint16Array} model
   * @param {number} index
   */
  function bit(model, index) {
    const zero = model[index];
    const bound = Math.floor(range / WHOLE) * zero;
    const one = code >= bound;
    if (one) {
      range -= bound;
      code -= bound;
      model[index] = zero - (zero >> INERTIA);
    } else {
      range = bound;
      model[index] = zero + ((WHOLE - zero) >> INERTIA);
    }
    widen();
    return one ? 1 : 0;
  }

  /**
   * A number of so many bits, the highest first, each with a probability for every beginning.
   * @param {Uint16Array} model
   * @param {number} base - where the probabilities of this number stand in the model
   * @param {number} bits
   */
  function tree(model, base, bits) {
    let node = 1;
    for (let i = 0; i < bits; i++) node = node * 2 + bit(model, base + node);
    return node - (1 << bits);
  }

  /**
   * The same with the lowest bit first.
   * @param {Uint16Array} model
   * @param {number} base
   * @param {number} bits
   */
  function reverseTree(model, base, bits) {
    let node = 1;
    let value = 0;
    for (let i = 0; i < bits; i++) {
      const one = bit(model, base + node);
      node = node * 2 + one;
      value += one << i;
    }
    return value;
  }

  /**
   * A number of so many bits that are as likely 0 as 1.
   * @param {number} bits
   */
  function even(bits) {
    let value = 0;
    for (let i = 0; i < bits; i++) {
      range = Math.floor(range / 2);
      const one = code >= range;
      if (one) code -= range;
      value = value * 2 + (one ? 1 : 0);
      widen();
    }
    return value;
  }

  return { bit, tree, reverseTree, even };
}

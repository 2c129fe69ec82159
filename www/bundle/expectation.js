/**
 * How likely each bit of a wasm module is a 1, given what came before it. A module is packed by telling only how far its bits are from what is expected.
 *
 * Twelve contexts (the bytes before, the opcodes before, the locals before) each remember what followed them; a longest repetition is followed as well. What they say is
 * weighed by a logistic sum whose weights learn. Sources: M. Mahoney, "Adaptive Weighing of Context Models for Lossless Data Compression", 2005, for the mixing.
 */
import { KINDS, moduleWalk } from './module-walk.js';

/** How many slots a context has for what followed it, as a power of two. */
const BITS = 19;
/** A byte is expected from so many contexts. */
const CONTEXTS = 12;
/** What each context says, twice; what the longest repetition says; and a constant. */
const INPUTS = 2 * CONTEXTS + 2;
/** What weights begin as, and how fast they follow. */
const WEIGHT = 0.08;
const RATE = 0.0025;
/** After so many bits in a context its probability moves no slower. */
const SLOWEST = 24;
/** Repetitions are found by so many bytes, in a table of so many places. */
const SHORTEST = 5;
const PLACES = 2 ** 18;
/** Shorter repetitions are chance, longer ones are all alike. */
const LEAST = 4;
const LONGEST = 16;

/** exp(x), by additions and multiplications alone: `Math.exp` may differ from one browser to the next. @param {number} x */
function exp(x) {
  let [sum, term] = [1, 1];
  const small = x / 256;
  for (let i = 1; i < 12; i++) sum += term *= small / i;
  for (let i = 0; i < 8; i++) sum *= sum;
  return sum;
}

/** Evidence beyond this is no more than this. */
const END = 11.9;

/** The probability that stands for a sum of evidence, in steps of 1/256 from -12 to 12. */
const SQUASHED = Float64Array.from({ length: 24 * 256 + 1 }, (_, i) => 1 / (1 + exp(12 - i / 256)));
/** The evidence that a probability is, in 4096ths: where the squashed sum passes it. */
const STRETCHED = new Float64Array(4096);
for (let i = 0, sum = 0; i < 4096; i++) {
  while (sum < SQUASHED.length - 1 && SQUASHED[sum] < (i + 0.5) / 4096) sum++;
  STRETCHED[i] = sum / 256 - 12;
}
/** How far a probability moves the n-th time, in 32768ths. */
const STEPS = Int32Array.from({ length: SLOWEST + 1 }, (_, n) => Math.floor(32768 / (n + 1.5)));

/**
 * Brings a module into being, byte by byte. Whoever packs and whoever unpacks are told the same probabilities, because all is exact in every browser: sums and
 * products of doubles, and tables of them.
 *
 * @param {Uint8Array} bytes - where the module is written
 * @param {(probability: number) => number} bit - gives the next bit, and is told how likely it is a 1: more than 0 and less than 1
 */
export function expect(bytes, bit) {
  const seen = { place: 0, opcodes: 0, locals: 0 };
  const walk = moduleWalk(seen);
  // What followed: each slot has a probability in 16 bits, and behind it how often it was told, in 5.
  const slots = new Int32Array(CONTEXTS << BITS).fill(32768 << 5);
  const hashes = new Int32Array(CONTEXTS);
  const bases = new Int32Array(CONTEXTS);
  const inputs = new Float64Array(INPUTS);
  const weights = new Float64Array((KINDS + 256 + LONGEST + 1) * INPUTS).fill(WEIGHT);
  const repeated = new Uint16Array(LONGEST + 1).fill(32768);
  const places = new Int32Array(PLACES);
  /** Where the repetition goes on, and how long it is. */
  let [from, length] = [0, 0];

  const before = (/** @type {number} */ back) => bytes[seen.place - back] | 0;
  const near = () => before(1) | (before(2) << 8) | (before(3) << 16) | (before(4) << 24);

  /** What the next byte is expected by. @param {number} kind */
  function contexts(kind) {
    const { opcodes, locals } = seen;
    const four = near();
    hashes[0] = opcodes & 255;
    hashes[1] = four & 255;
    hashes[2] = four & 0xffff;
    hashes[3] = four & 0xffffff;
    hashes[4] = Math.imul(four, 31);
    hashes[5] = hashes[4] + Math.imul(before(5) | (before(6) << 8), 7919);
    hashes[6] = opcodes & 0xffffff;
    hashes[7] = (opcodes & 255) | (locals << 8);
    hashes[8] = (opcodes & 0xffff) | ((locals & 255) << 16);
    hashes[9] = Math.imul(opcodes, 17) + Math.imul(locals & 255, 77777);
    hashes[10] = Math.imul(opcodes, 13);
    hashes[11] = (four >>> 8) & 0xffff;
    for (let i = 0; i < CONTEXTS; i++) hashes[i] = Math.imul(Math.imul(hashes[i], 0x2c1b3c6d) + Math.imul(kind * CONTEXTS + i + 1, 0x1234567), 0x9e3779b1);
  }

  /** Where the slots of half a byte are, side by side. @param {number} node - the bits before it, with a 1 before them */
  function half(node) {
    for (let i = 0; i < CONTEXTS; i++) {
      const hash = Math.imul(hashes[i] ^ (node * 0x3d4d51cb), 0x2c1b3c6d);
      bases[i] = (i << BITS) | ((hash ^ (hash >>> 15)) & ((1 << BITS) - 16));
    }
  }

  /** The next byte. @param {number} kind */
  function byte(kind) {
    contexts(kind);
    const byKind = kind * INPUTS;
    // The byte that the repetition goes on with, as long as its bits are right.
    let hint = length > 0 ? bytes[from] | 256 : 0;
    let node = 1;
    for (let shift = 7; shift >= 0; shift--) {
      if (shift === 7 || shift === 3) half(node);
      const inHalf = shift > 3 ? node : (node & ((1 << (3 - shift)) - 1)) | (1 << (3 - shift));
      const byNode = (KINDS + node) * INPUTS;
      const byLength = (KINDS + 256 + (hint > 0 ? length : 0)) * INPUTS;
      const hinted = (hint >> shift) & 1;
      for (let i = 0; i < CONTEXTS; i++) {
        const slot = slots[bases[i] + inHalf];
        const count = slot & 31;
        inputs[2 * i] = count === 0 ? 0 : STRETCHED[slot >> 9];
        inputs[2 * i + 1] = count === 0 ? 0 : ((slot >> 5) - 32768) * (count < 3 ? 1 / 65536 : count < SLOWEST ? 2 / 65536 : 3 / 65536);
      }
      const evidence = hint > 0 ? STRETCHED[repeated[length] >> 4] : 0;
      inputs[INPUTS - 2] = hinted ? evidence : -evidence;
      inputs[INPUTS - 1] = 0.3;
      let sum = 0;
      for (let i = 0; i < INPUTS; i++) sum += inputs[i] * (weights[byKind + i] + weights[byNode + i] + weights[byLength + i]);
      const probability = SQUASHED[((sum < -END ? -END : sum > END ? END : sum) * 256 + 12 * 256 + 0.5) | 0];
      const one = bit(probability);
      const step = (one - probability) * RATE;
      for (let i = 0; i < INPUTS; i++) {
        const change = step * inputs[i];
        weights[byKind + i] += change;
        weights[byNode + i] += change;
        weights[byLength + i] += change;
      }
      for (let i = 0; i < CONTEXTS; i++) {
        const slot = slots[bases[i] + inHalf];
        const chance = slot >> 5;
        const count = slot & 31;
        slots[bases[i] + inHalf] = ((chance + (((one * 65535 - chance) * STEPS[count]) >> 15)) << 5) | (count < SLOWEST ? count + 1 : count);
      }
      if (hint > 0) {
        repeated[length] += ((hinted === one ? 65535 : 0) - repeated[length]) >> 6;
        if (hinted !== one) hint = 0;
      }
      node = node * 2 + one;
    }
    return node & 255;
  }

  /** Follows the repetition, or looks for another: where the same bytes stood before. @param {number} now */
  function repeat(now) {
    length = length > 0 && bytes[from] === now ? Math.min(length + 1, LONGEST) : 0;
    from++;
    bytes[seen.place++] = now;
    if (seen.place < SHORTEST) return;
    const hash = (Math.imul(near(), 0x9e3779b1) + Math.imul(before(5), 0x85ebca6b)) >>> 14;
    if (length === 0) {
      from = places[hash];
      while (from > length && length < LONGEST && bytes[from - 1 - length] === before(1 + length)) length++;
      if (length < LEAST) length = 0;
    }
    places[hash] = seen.place;
  }

  for (let kind = Number(walk.next(0).value); seen.place < bytes.length; ) {
    const now = byte(kind);
    repeat(now);
    kind = Number(walk.next(now).value);
  }
}

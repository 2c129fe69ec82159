import { INSTRUCTION, instructionOf, operandOf, roles } from './roles.js';

/** By how many contexts a byte is foretold. */
export const CONTEXTS = 9;
/** How many instructions back contexts look. */
const BACK = 6;
/** Which of the ways is the bytes themselves, whatever their roles. */
const BYTES = 7;
/** The first and the last of the three instructions on local variables; local.set is between them. */
const LOCAL_GET = 0x20;
const LOCAL_TEE = 0x22;

/** Two numbers as one that is unlike that of two others. The factors are odd and have no pattern; programs are packed as small with others. @param {number} a @param {number} b */
export const mixed = (a, b) => (Math.imul(a ^ (a >>> 15), 0x2c1b3c6d) + Math.imul(b, 0x297a2d39)) | 0;

/**
 * What came before a byte, seen in several ways: the next byte is likely to be what it was where one of them was the same.
 *
 * @param {number} size - how many bytes there will be
 */
export function contexts(size) {
  const bytes = new Uint8Array(size);
  const following = roles();
  /** The instructions before, the last one first. */
  const before = new Array(BACK).fill(0);
  const hashes = new Int32Array(CONTEXTS);
  const seen = { bytes, place: 0, role: following.next().value, hashes, instruction: 0 };
  /** The last instruction with its operands so far; the bytes of this operand so far. */
  let whole = 0;
  let part = 0;
  /** What the last two instructions on local variables spoke of, and where the last instruction on memory reached. */
  let local = 0;
  let olderLocal = 0;
  let reach = 0;

  /** @param {number} back */
  const byte = (back) => (back > seen.place ? 0 : bytes[seen.place - back]);

  function look() {
    const here = mixed(seen.role, part);
    const last = byte(1) | (byte(2) << 8) | (byte(3) << 16);
    const two = before[0] | (before[1] << 8);
    const four = two | (before[2] << 16) | (before[3] << 24);
    const ways = seen.role > INSTRUCTION
      ? [0, byte(1), byte(2) << 8, byte(3) << 16, byte(4) << 24, last & 0xffff, (2 * byte(3) - byte(6)), last, mixed(last, byte(4))]
      : [0, before[0], two, four, mixed(four, before[4] | (before[5] << 8)), whole, mixed(mixed(before[0], local), olderLocal), last, mixed(reach, before[0])];
    // A way is told from the others by its number; the last three bytes are looked at without their role.
    for (let way = 0; way < CONTEXTS; way++) hashes[way] = mixed(way === BYTES ? way : mixed(here, way), ways[way]);
  }

  /** Takes in the byte that came. @param {number} value */
  function take(value) {
    const { role } = seen;
    bytes[seen.place++] = value;
    if (role === INSTRUCTION) {
      before.pop();
      before.unshift(value);
      whole = value + 1;
    } else if (role < INSTRUCTION) {
      whole = mixed(whole, value);
      part = value < 128 ? 0 : mixed(part, value);
      const which = instructionOf(role);
      if (value < 128 && which >= LOCAL_GET && which <= LOCAL_TEE) [local, olderLocal] = [whole, local];
      if (operandOf(role) === 1) reach = whole;
    }
    seen.role = following.next(value).value;
    // A function begins: what the last one spoke of is nothing to it.
    if (role > INSTRUCTION && seen.role === INSTRUCTION) {
      before.fill(0);
      whole = local = olderLocal = reach = 0;
    }
    seen.instruction = before[0];
    if (seen.place < size) look();
  }

  look();
  return { seen, take };
}

/**
 * What each byte of a wasm module is for, as far as it can be told from the bytes before it: an instruction, or which byte of which operand of which instruction. Each
 * kind repeats by rules of its own, and what is known to be next takes less room.
 *
 * Source: the WebAssembly specification, "Binary Format".
 */

/** The roles of one instruction: four operands of eight bytes. An operand that is longer has the role of its eighth byte for the rest. */
const OPERAND = 8;
export const OPERANDS = 4;
const EACH = OPERANDS * OPERAND;
/** Where an instruction comes next. Below are the roles of operands, above those of what is no code. */
export const INSTRUCTION = 256 * EACH;
const HEAD = 257 * EACH;
const LOCALS = 258 * EACH;
const SECTION = 259 * EACH;
/** The numbers of sections are below this. */
const SECTIONS = 16;
/** Roles are below this. */
export const ROLES = SECTION + SECTIONS * EACH;

/** The section of functions. */
const CODE = 10;
/** Instructions whose operands are not a fixed count of numbers: br_table, f32.const, f64.const, and the one whose first number says which instruction it is. */
const TABLE = 0x0e;
const SINGLE = 0x43;
const DOUBLE = 0x44;
const MORE = 0xfc;

/** The instruction that a role is an operand of. @param {number} role */
export const instructionOf = (role) => Math.floor(role / EACH);

/** Which operand of it, from 0. @param {number} role */
export const operandOf = (role) => Math.floor(role / OPERAND) % OPERANDS;

/**
 * Gives the role of the first byte, and with each byte that is handed in the role of the next. Bytes that are no module have roles too, of no use.
 *
 * @returns {Generator<number, never, number>}
 */
export function* roles() {
  let place = 0;

  /** @param {number} role @param {number} count @returns {Generator<number, void, number>} */
  function* bytes(role, count) {
    for (let i = 0; i < count; i++, place++) yield role + Math.min(i, OPERAND - 1);
  }

  /** A number in LEB128. @param {number} role @returns {Generator<number, number, number>} */
  function* number(role) {
    let value = 0;
    for (let i = 0; ; i++) {
      const byte = yield role + Math.min(i, OPERAND - 1);
      place++;
      value += (byte % 128) * 128 ** i;
      if (byte < 128) return value;
    }
  }

  /** @returns {Generator<number, void, number>} */
  function* instruction() {
    const which = yield INSTRUCTION;
    place++;
    const role = which * EACH;
    if (which === SINGLE || which === DOUBLE) return yield* bytes(role, which === SINGLE ? 4 : 8);
    let left = operands(which);
    if (left) left += lengthening(which, yield* number(role)) - 1;
    while (left-- > 0) yield* number(role + OPERAND);
  }

  /** @returns {Generator<number, void, number>} */
  function* functions() {
    for (let left = yield* number(HEAD + OPERAND); left > 0; left--) {
      const size = yield* number(HEAD + OPERAND);
      const end = place + size;
      for (let groups = yield* number(LOCALS); groups > 0; groups--) {
        yield* number(LOCALS + OPERAND);
        yield* bytes(LOCALS + 2 * OPERAND, 1);
      }
      while (place < end) yield* instruction();
    }
  }

  yield* bytes(HEAD, 8);
  for (;;) {
    const section = yield HEAD + 2 * OPERAND;
    place++;
    const size = yield* number(HEAD + 3 * OPERAND);
    if (section === CODE) yield* functions();
    else yield* bytes(SECTION + (section % SECTIONS) * EACH, size);
  }
}

/** How many numbers follow an instruction, as far as it says so itself. @param {number} which */
function operands(which) {
  // call_indirect, loads and stores.
  if (which === 0x11 || (which >= 0x28 && which <= 0x3e)) return 2;
  // Blocks, branches and calls, variables and tables, the size of memory and whole numbers; then ref.null and ref.func.
  const hasOne = (which >= 0x02 && which <= 0x04) || (which >= 0x0c && which <= 0x10 && which !== 0x0f) || (which >= 0x20 && which <= 0x26) || (which >= 0x3f && which <= 0x42);
  return hasOne || which === 0xd0 || which === 0xd2 || which === MORE ? 1 : 0;
}

/** How many follow its first number beside those: a table says how long it is, and a number stands for more instructions. @param {number} which @param {number} first */
function lengthening(which, first) {
  if (which === TABLE) return first + 1;
  // Below 8 are roundings of floats. Of what works on memory and tables, memory.init, memory.copy, table.init and table.copy have two.
  if (which !== MORE || first < 8) return 0;
  return [8, 10, 12, 14].includes(first) ? 2 : 1;
}

/**
 * What each byte of a wasm module is, known before the byte is: the code that packs modules expects a byte by that.
 *
 * Source: the binary format of the WebAssembly specification.
 */

/** What stands behind an instruction: nothing, a number, two, a list and a number, or bytes. */
const [NUMBER, PAIR, LIST, BYTES] = [1, 2, 3, 4];
/** What a byte may be, beyond `SECTION` and the number of its section. Where a number goes on, `MORE` is added. */
const [SECTION, OPCODE, FRAME, FLOAT, PREFIXED, MORE] = [2, 18, 16, 29, 31, 32];
/** How many kinds of bytes there are. */
export const KINDS = 64;

/** By opcode: what stands behind it, and what kind of byte that is. */
const OPERANDS = Array.from({ length: 256 }, (_, opcode) => {
  if (opcode >= 0x20 && opcode <= 0x22) return [NUMBER, 20];
  if (opcode >= 0x28 && opcode <= 0x3e) return [PAIR, 25];
  /** @type {Record<number, number[]>} */
  const others = {
    0x02: [NUMBER, 22], 0x03: [NUMBER, 22], 0x04: [NUMBER, 22], 0x0c: [NUMBER, 23], 0x0d: [NUMBER, 23], 0x0e: [LIST, 28, 1], 0x10: [NUMBER, 24], 0x11: [PAIR, 27], 0x1c: [LIST, 28, 0],
    0x41: [NUMBER, 21], 0x42: [NUMBER, 19], 0x43: [BYTES, FLOAT, 4], 0x44: [BYTES, FLOAT, 8],
  };
  return others[opcode] ?? ((opcode >= 0x23 && opcode <= 0x26) || opcode === 0x3f || opcode === 0x40 || opcode === 0xd0 || opcode === 0xd2 ? [NUMBER, 27] : [0, 0]);
});

/** The numbers behind the instructions that begin with 0xfc, by the number that follows it. */
const EXTENDED = [0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 2, 1, 2, 1, 2, 1, 1, 1];

/**
 * The walk through a module: it yields what the next byte is, and is told the byte. Beside it stands what came before: the last four opcodes, one a byte, and
 * the last two locals.
 *
 * @param {{ place: number, opcodes: number, locals: number }} seen - `place` is kept by whoever walks
 * @returns {Generator<number, void, number>}
 */
export function* moduleWalk(seen) {
  for (let i = 0; i < 8; i++) yield 0;
  for (;;) {
    const section = yield 1;
    let size = yield* number(1);
    if (section === 10) yield* code(seen);
    else for (; size > 0; size--) yield SECTION + Math.min(section, 13);
  }
}

/** The section of code. @param {{ place: number, opcodes: number, locals: number }} seen @returns {Generator<number, void, number>} */
function* code(seen) {
  for (let count = yield* number(FRAME); count > 0; count--) {
    const size = yield* number(FRAME);
    const end = seen.place + size;
    for (let groups = yield* number(17); groups > 0; groups--) {
      yield* number(17);
      yield 17;
    }
    seen.opcodes = seen.locals = 0;
    while (seen.place < end) yield* instruction(seen);
  }
}

/** @param {{ opcodes: number, locals: number }} seen @returns {Generator<number, void, number>} */
function* instruction(seen) {
  const opcode = yield OPCODE;
  seen.opcodes = (seen.opcodes << 8) | opcode;
  const [form, kind, extra] = OPERANDS[opcode];
  if (form === NUMBER) {
    const value = yield* number(kind);
    if (kind === 20) seen.locals = ((seen.locals << 8) | (value & 255)) & 0xffff;
  } else if (form === PAIR) {
    yield* number(kind);
    yield* number(kind + 1);
  } else if (form === LIST) {
    for (let count = (yield* number(kind)) + extra; count > 0; count--) yield* number(kind);
  } else if (form === BYTES) {
    for (let i = 0; i < extra; i++) yield kind + (i > 5 ? 1 : 0);
  } else if (opcode === 0xfc) {
    for (let count = EXTENDED[yield* number(PREFIXED)]; count > 0; count--) yield* number(PREFIXED);
  }
}

/** A number of seven bits a byte. @param {number} kind @returns {Generator<number, number, number>} */
function* number(kind) {
  let value = 0;
  for (let scale = 1, byte = 128, more = 0; byte > 127; scale *= 128, more = MORE) {
    byte = yield kind + more;
    value += (byte & 127) * scale;
  }
  return value;
}

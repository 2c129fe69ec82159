/**
 * The peak of the machine in this page: a loop of multiply-adds whose numbers stay in registers. The program
 * is assembled here, so that no compiler changes it.
 */

/**
 * Sums that do not wait for each other. A multiplication and then an addition take six cycles, so ten sums
 * would keep four units busy for five cycles of six. Thirteen, with two factors, fill V8's registers on x86.
 */
const ACCUMULATORS = 13;
const UNROLLED = 4;

/** An unsigned number in LEB128. @param {number} value @returns {number[]} */
const leb = (value) => (value < 128 ? [value] : [(value & 127) | 128, ...leb(value >>> 7)]);
/** A section or another vector of bytes with its length. @param {number[]} bytes */
const sized = (bytes) => [...leb(bytes.length), ...bytes];
const constant = (/** @type {number} */ value) => [
  0xfd,
  0x0c,
  ...new Uint8Array(new Float32Array(4).fill(value).buffer),
];

/** The module of a loop. @param {'madd' | 'mul+add'} kind */
function program(kind) {
  const [n, x, y] = [0, ACCUMULATORS + 1, ACCUMULATORS + 2];
  const get = (/** @type {number} */ local) => [0x20, local];
  const set = (/** @type {number} */ local) => [0x21, local];
  const step = (/** @type {number} */ local) => [
    ...get(local),
    ...get(x),
    ...(kind === 'madd' ? [...get(y), 0xfd, 0x85, 0x02] : [0xfd, 0xe6, 0x01, ...get(y), 0xfd, 0xe4, 0x01]),
    ...set(local),
  ];
  const locals = Array.from({ length: ACCUMULATORS }, (_, at) => at + 1);
  const body = [
    // The accumulators, x and y are vectors.
    ...[1, ACCUMULATORS + 2, 0x7b],
    ...[...constant(1.0000001), ...set(x), ...constant(1e-9), ...set(y)],
    ...[0x03, 0x40],
    ...Array.from({ length: UNROLLED }, () => locals.flatMap(step)).flat(),
    ...[...get(n), 0x41, 1, 0x6b, 0x22, n, 0x0d, 0, 0x0b],
    ...get(1),
    ...locals.slice(1).flatMap((local) => [...get(local), 0xfd, 0xe4, 0x01]),
    // One number of the sum, so that nothing can be left out.
    ...[0xfd, 0x1f, 0, 0x0b],
  ];
  return Uint8Array.of(
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...[1, ...sized([1, 0x60, 1, 0x7f, 1, 0x7d])],
    ...[3, 2, 1, 0],
    ...[7, ...sized([1, 1, 0x70, 0, 0])],
    ...[10, ...sized([1, ...sized(body)])],
  );
}

/** The operations of one run. */
export const PEAK_OPERATIONS = 400_000 * UNROLLED * ACCUMULATORS * 8;

/**
 * A function that runs the loop.
 *
 * @param {'madd' | 'mul+add'} kind
 * @returns {Promise<() => number>}
 */
export async function peakOf(kind) {
  const { instance } = await WebAssembly.instantiate(program(kind));
  const run = /** @type {(rounds: number) => number} */ (instance.exports.p);
  return () => run(PEAK_OPERATIONS / UNROLLED / ACCUMULATORS / 8);
}

/** The time of a turn, in milliseconds: the page draws a frame between two turns. */
const TURN = 12;

/**
 * Runs a long computation that yields often, and lets the page respond meanwhile.
 *
 * @template R
 * @param {Generator<void, R>} steps
 * @param {() => boolean} [isCurrent] - whether the result is still wanted
 * @returns {Promise<R>}
 * @throws {DOMException} an `AbortError` if it is not
 */
export async function inTurns(steps, isCurrent = () => true) {
  for (let start = performance.now(); ;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (performance.now() - start < TURN) continue;
    await new Promise((resume) => setTimeout(resume));
    if (!isCurrent()) throw new DOMException('The result is not wanted any more.', 'AbortError');
    start = performance.now();
  }
}

/** Runs a computation without a pause. @template R @param {Generator<void, R>} steps @returns {R} */
export function atOnce(steps) {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Further decimals than this are noise to someone who drags a digit. */
const MOST_DECIMALS = 6;
/** Where no cell shows any, because the cells are small or the numbers have an exponent. */
const USUAL_DECIMALS = 2;

/**
 * With how many decimals the numbers of a matrix step: none if all are whole, else as many as any cell shows. One step for all of them, so that
 * 0.6 steps like the 0.59 that it was before, and a 0 like its neighbours.
 *
 * @param {ArrayLike<number>} data - of the whole matrix
 * @param {string[]} texts - what its cells show
 */
export function decimalsOf(data, texts) {
  if (Array.prototype.every.call(data, (value) => Number.isInteger(value) || !Number.isFinite(value)))
    return 0;
  const shown = texts.reduce(
    (most, text) => Math.max(most, /^[^.,eE]*[.,](\d+)$/.exec(text)?.[1].length ?? 0),
    0,
  );
  return shown === 0 ? USUAL_DECIMALS : Math.min(MOST_DECIMALS, shown);
}

/**
 * A number some steps further. It is rounded to the step's decimals, so that 0.1 + 0.2 is 0.3.
 *
 * @param {number} value - a missing one counts from zero
 * @param {number} steps - whole; of the last decimal
 * @param {number} decimals
 */
export function stepped(value, steps, decimals) {
  const from = Number.isFinite(value) ? value : 0;
  // A negative zero would be shown with its sign.
  return Number((from + steps / 10 ** decimals).toFixed(decimals)) + 0;
}

/** How far the pointer has to go before a press is a drag, in CSS pixels. */
export const THRESHOLD = 4;
/** How far it goes for one step. */
const TRAVEL = 6;

/**
 * What a drag has come to. Whole steps come every six pixels; with Shift every pixel is a tenth of a step.
 *
 * @param {number} start - the number that it began with
 * @param {number} decimals - of the step
 * @param {number} coarse - pixels gone up without Shift
 * @param {number} fine - pixels gone up with Shift
 */
export function dragged(start, decimals, coarse, fine) {
  const steps = Math.trunc(coarse / TRAVEL);
  const tenths = Math.trunc(fine);
  if (steps === 0 && tenths === 0) return start;
  return tenths === 0 ? stepped(start, steps, decimals) : stepped(start, steps * 10 + tenths, decimals + 1);
}

/** More decimals than these are useless for dragging. */
const MOST_DECIMALS = 6;
/**
 * The number of decimals if no cell shows any, because the cells are small or the numbers have an exponent.
 */
const USUAL_DECIMALS = 2;

/**
 * The number of decimals of a step: none if all numbers are integers, otherwise as many as any cell shows.
 * All cells have the same step, so that 0.6 has the same step as 0.59, and a 0 the same as its neighbours.
 *
 * @param {ArrayLike<number>} data - the numbers of the whole matrix
 * @param {string[]} texts - the texts of its cells
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
 * A number moved by some steps. It is rounded to the step's decimals, so that 0.1 + 0.2 is 0.3.
 *
 * @param {number} value - NaN counts from zero
 * @param {number} steps - an integer, in units of the last decimal
 * @param {number} decimals
 */
export function stepped(value, steps, decimals) {
  const from = Number.isFinite(value) ? value : 0;
  // Adding 0 turns a negative zero into 0, which has no sign.
  return Number((from + steps / 10 ** decimals).toFixed(decimals)) + 0;
}

/** The distance after which a press is a drag, in CSS pixels. */
export const THRESHOLD = 4;
/** The distance of one step. */
const TRAVEL = 6;

/**
 * The number during a drag. Each six pixels are a step; with Shift each pixel is a tenth of a step.
 *
 * @param {number} start - the number at the start
 * @param {number} decimals - the decimals of the step
 * @param {number} coarse - pixels moved up without Shift
 * @param {number} fine - pixels moved up with Shift
 */
export function dragged(start, decimals, coarse, fine) {
  const steps = Math.trunc(coarse / TRAVEL);
  const tenths = Math.trunc(fine);
  if (steps === 0 && tenths === 0) return start;
  return tenths === 0 ? stepped(start, steps, decimals) : stepped(start, steps * 10 + tenths, decimals + 1);
}

/** The width of a number below a token with the space to the next one, in CSS pixels; with a sign. */
const [WIDTH, SIGNED_WIDTH] = [33, 40];

/**
 * Which numbers below tokens are shown: the largest ones, as far as they do not overlap. Tokens of a letter
 * or two are narrower than their numbers.
 *
 * @param {ArrayLike<number>} weights - of the tokens; NaN for a token without a number
 * @param {readonly { line: number, middle: number }[]} places - of the tokens
 * @returns {boolean[]}
 */
export function spacedNumbers(weights, places) {
  const order = Array.from(places, (_, at) => at).filter((at) => !Number.isNaN(weights[at]));
  order.sort((a, b) => Math.abs(weights[b]) - Math.abs(weights[a]));
  const space = order.some((at) => weights[at] < 0) ? SIGNED_WIDTH : WIDTH;
  const isShown = Array(places.length).fill(false);
  /** The middles of the numbers on each line. @type {Map<number, number[]>} */
  const taken = new Map();
  for (const at of order) {
    const { line, middle } = places[at];
    const others = taken.get(line) ?? [];
    if (others.some((other) => Math.abs(other - middle) < space)) continue;
    taken.set(line, [...others, middle]);
    isShown[at] = true;
  }
  return isShown;
}

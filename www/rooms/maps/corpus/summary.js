/**
 * The mean and the spread of measures over texts. Of a measure `x[t]` of a head, with the `n` texts in which
 * the head has it:
 *
 *     mean   = Σ x[t] / n
 *     spread = √(Σ (x[t] − mean)² / (n − 1))
 *
 * All texts weigh the same. The mean is NaN for n = 0, the spread for n < 2.
 */

/**
 * @typedef {object} Summary
 * @property {Float64Array} mean - one number for each head and measure, in the order of the values
 * @property {Float64Array} spread
 * @property {Uint32Array} count - in how many texts the head has the measure
 */

/**
 * @param {Float32Array} values - (texts, each), with NaN for what a text does not have
 * @param {number} each - how many numbers a text has
 * @returns {Summary}
 */
export function summaryOf(values, each) {
  const count = new Uint32Array(each);
  const [mean, squares] = [new Float64Array(each), new Float64Array(each)];
  for (let at = 0; at < values.length; at += 1)
    if (!Number.isNaN(values[at])) {
      mean[at % each] += values[at];
      count[at % each] += 1;
    }
  for (let place = 0; place < each; place += 1) mean[place] /= count[place];
  // Around the mean, because the difference of two large sums loses digits.
  for (let at = 0; at < values.length; at += 1)
    if (!Number.isNaN(values[at])) squares[at % each] += (values[at] - mean[at % each]) ** 2;
  const spread = squares.map((sum, place) => (count[place] < 2 ? NaN : Math.sqrt(sum / (count[place] - 1))));
  return { mean, spread, count };
}

/**
 * The texts that have one of the numbers, from the largest. Equal ones are in the order of the texts.
 *
 * @param {Float32Array} values - (texts, each)
 * @param {number} each
 * @param {number} place - which number
 * @returns {{ text: number, value: number }[]}
 */
export function strongest(values, each, place) {
  const found = [];
  for (let text = 0; text < values.length / each; text += 1) {
    const value = values[text * each + place];
    if (!Number.isNaN(value)) found.push({ text, value });
  }
  return found.sort((a, b) => b.value - a.value || a.text - b.text);
}

/** The choice of the next token from logits. */

/**
 * How a token is chosen.
 *
 * @typedef {object} Sampling
 * @property {number} temperature - the divisor of the logits; at 0 the likeliest token is chosen
 * @property {number} topK - only this many of the likeliest tokens; 0 for all
 * @property {number} topP - only the likeliest tokens that together have this probability; 1 for all
 */

/**
 * The tokens that may follow, likeliest first, with their probabilities.
 *
 * `p_i = exp(logit_i / temperature) / Σ exp(logit_j / temperature)` over the tokens that are left: first the
 * `topK` largest, then the fewest likeliest whose sum reaches `topP`. The rest is renormalised.
 *
 * @param {Float32Array} logits - of all tokens
 * @param {Sampling} sampling
 * @returns {{ id: number, probability: number }[]}
 */
export function candidates(logits, { temperature, topK, topP }) {
  const order = [...logits.keys()].sort((a, b) => logits[b] - logits[a] || a - b);
  const kept = temperature === 0 ? order.slice(0, 1) : order.slice(0, topK > 0 ? topK : order.length);
  const largest = logits[kept[0]] ?? 0;
  const parts = kept.map((id) => (temperature === 0 ? 1 : Math.exp((logits[id] - largest) / temperature)));
  const all = parts.reduce((sum, part) => sum + part, 0);
  let [count, sum] = [0, 0];
  while (count < parts.length && (count === 0 || sum < topP * all)) {
    sum += parts[count];
    count += 1;
  }
  return kept.slice(0, count).map((id, at) => ({ id, probability: parts[at] / sum }));
}

/**
 * A number from 0 to 1 for each step, the same for the same seed: SplitMix32.
 *
 * @param {number} seed
 * @param {number} step
 */
export function randomOf(seed, step) {
  let state = (Math.imul(seed, 0x85ebca6b) + Math.imul(step + 1, 0x9e3779b9)) | 0;
  state = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
  state = Math.imul(state ^ (state >>> 15), 0x735a2d97);
  return ((state ^ (state >>> 15)) >>> 0) / 2 ** 32;
}

/**
 * The next token: the first candidate with which the sum of the probabilities exceeds a random number.
 *
 * @param {{ id: number, probability: number }[]} from - not empty
 * @param {number} random - from 0 to 1
 */
export function chosen(from, random) {
  let sum = 0;
  for (const { id, probability } of from) {
    sum += probability;
    if (random < sum) return id;
  }
  return from[from.length - 1].id;
}

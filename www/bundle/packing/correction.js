import { logistic } from './logistic.js';

/** Likelihoods are told apart in steps of half a logit, up to eight either way. */
const STEPS = 33;
const FURTHEST = 7.99;
/** How far a bit moves what is known. A half or the double of it packs programs within 0.3 % of the size. */
const RATE = 0.02;

/**
 * How often came what was foretold to be so likely: a likelihood is moved half the way to that. Each context learns by itself.
 *
 * @param {number} contexts
 */
export function correction(contexts) {
  const came = Float64Array.from({ length: contexts * STEPS }, (_, i) => logistic((i % STEPS) / 2 - 8));
  let at = 0;
  const share = new Float64Array(1);

  /** @param {number} logit - as it was foretold @param {number} context */
  function corrected(logit, context) {
    const step = (Math.min(Math.max(logit, -FURTHEST), FURTHEST) + 8) * 2;
    at = context * STEPS + Math.floor(step);
    share[0] = step % 1;
    return (logistic(logit) + came[at] * (1 - share[0]) + came[at + 1] * share[0]) / 2;
  }

  /** @param {number} bit - that came */
  function learn(bit) {
    came[at] += (bit - came[at]) * RATE * (1 - share[0]);
    came[at + 1] += (bit - came[at + 1]) * RATE * share[0];
  }

  return { corrected, learn };
}

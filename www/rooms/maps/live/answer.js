/** The token that the questions are about. */
/** @import { MapsModel, MapsState } from '../types.js' */
/** @import { Pass } from './pass.js' */

/**
 * The token of the state, or the likeliest one with all parts on; null without logits.
 *
 * @param {MapsState} state
 * @param {Pass} pass
 */
export function answerOf({ answer }, pass) {
  const logits = pass.logitsBefore ?? pass.logits;
  if (answer !== null && answer < logits.length) return answer;
  return likeliest(logits, 1)[0] ?? null;
}

/** The likeliest tokens, largest first. @param {Float32Array} logits @param {number} count */
export function likeliest(logits, count) {
  /** @type {number[]} */
  const best = [];
  for (const [id, logit] of logits.entries()) {
    if (best.length === count && logit <= logits[best[count - 1]]) continue;
    const at = best.findIndex((other) => logits[other] < logit);
    best.splice(at < 0 ? best.length : at, 0, id);
    best.length = Math.min(best.length, count);
  }
  return best;
}

/** The name of a token. @param {number} id @param {Pass} pass @param {MapsModel['t']} t */
export const tokenName = (id, pass, t) => pass.textOf(id).trim() || t.maps.live.unseen({ id: String(id) });

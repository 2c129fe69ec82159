import { DEFAULTS } from './defaults.js';
import { ATTENTION_STEPS, headSteps } from './steps.js';
import { oneHot } from './matrix.js';
/** @import { Lesson, Own } from '../../../types.js' */

/** Limits: larger matrices would have cells too small to read or select. */
export const LIMITS = Object.freeze({ tokens: 32, features: 32, heads: 8, label: 256 });

/**
 * The lesson of the reader's own settings.
 *
 * @param {Own} own
 * @returns {Lesson}
 */
export function ownLesson(own) {
  const { heads, kvHeads, wO } = own;
  const several = heads > 1 || kvHeads > 1 || wO !== 'none';
  const oneHots = own.embeddings === 'one-hot';
  return {
    ...DEFAULTS,
    id: 'own',
    tokens: own.tokens,
    steps: several ? headSteps(wO !== 'none') : ATTENTION_STEPS,
    dims: { model: own.model, key: own.key, value: own.value },
    heads: several ? { heads, kvHeads, wO } : null,
    draws: { seed: own.seed, embeddings: oneHots ? null : own.embeddings, projections: own.projections },
    given: oneHots ? { embeddings: oneHot(own.tokens.length, own.model) } : {},
  };
}

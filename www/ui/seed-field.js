import { field } from './field.js';
/** @import { Model } from '../types.js' */

const DIGITS = /^\d{1,10}$/;
/** The largest seed that NumPy's generator accepts. */
const MAX_SEED = 2 ** 32 - 1;

/**
 * A field for a seed.
 *
 * @param {Model['t']} t
 * @param {(seed: number) => string | null} commit - null if the seed was accepted, else the error
 */
export function seedField(t, commit) {
  return field(
    t.controls.seed,
    (text) => {
      if (!DIGITS.test(text) || Number(text) > MAX_SEED) return t.errors.seed(text.slice(0, 20));
      return commit(Number(text));
    },
    { inputmode: 'numeric' },
  );
}

import { field } from './field.js';
/** @import { Model } from '../types.js' */

const WHOLE = /^\d{1,10}$/;

/** The largest seed that NumPy's generator accepts. */
const LARGEST = 2 ** 32 - 1;

/**
 * A field for a seed.
 *
 * @param {Model['t']} t
 * @param {(seed: number) => string | null} take - null if it was accepted, else the error
 */
export function seedField(t, take) {
  return field(
    t.controls.seed,
    (text) => {
      if (!WHOLE.test(text) || Number(text) > LARGEST) return t.errors.seed(text.slice(0, 20));
      return take(Number(text));
    },
    { inputmode: 'numeric' },
  );
}

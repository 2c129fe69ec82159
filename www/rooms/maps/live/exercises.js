/** Exercises: find the head that does something. They are checked with the numbers that the room computes. */
import { SENTENCE } from './settings.js';
/** @import { MapsState, MeasureName } from '../types.js' */

/** The same sentence with another name. */
const SECOND = 'Elinor met Emma in Bath; Elinor met';

/**
 * What decides: a measure of the weights, or an answer of the running model.
 *
 * @typedef {{ measure: MeasureName } | { answer: 'off' | 'direct' | 'copying' | 'patch' }} By
 */
/**
 * @typedef {object} Exercise
 * @property {string} id - its words have the same key
 * @property {string} text
 * @property {string | null} second
 * @property {By} by - the head with the largest number is the one to find
 */

/** @type {readonly Exercise[]} */
export const EXERCISES = [
  { id: 'previous', text: SENTENCE, second: null, by: { measure: 'previous_token' } },
  { id: 'first', text: SENTENCE, second: null, by: { measure: 'sink_share' } },
  { id: 'duplicate', text: SENTENCE, second: null, by: { measure: 'duplicate_token' } },
  { id: 'induction', text: SENTENCE, second: null, by: { measure: 'induction' } },
  {
    id: 'even',
    text: 'It was a very fine day, and they walked in the park',
    second: null,
    by: { measure: 'normalised_entropy' },
  },
  {
    id: 'far',
    text: 'It was a very fine day, and they walked in the park',
    second: null,
    by: { measure: 'mean_distance' },
  },
  { id: 'off', text: SENTENCE, second: null, by: { answer: 'off' } },
  { id: 'direct', text: SENTENCE, second: null, by: { answer: 'direct' } },
  { id: 'copying', text: SENTENCE, second: null, by: { answer: 'copying' } },
  { id: 'patch', text: SENTENCE, second: SECOND, by: { answer: 'patch' } },
];

/**
 * The exercise that is open, and which are solved. It stays while the reader asks other questions.
 *
 * @param {() => void} changed
 */
export function exerciseBook(changed) {
  return {
    /** The open exercise. @type {number | null} */
    at: null,
    /** Their ids. @type {readonly string[]} */
    solved: [],
    /** The last head that was checked. @type {{ layer: number, head: number } | null} */
    tried: null,
    /** What was shown before the first exercise, which is given back. @type {Partial<MapsState>} */
    before: {},
    /** @param {object} patch - of the properties above */
    put(patch) {
      Object.assign(this, patch);
      changed();
    },
  };
}

/** A number close to the largest counts as the largest: two heads may do nearly the same. */
const CLOSE = 0.95;

/**
 * Whether a head is the one to find, and its place among all.
 *
 * @param {(number | null)[]} scores - of all heads; null for a head without one
 * @param {number} head
 * @returns {{ isFound: boolean, place: number, of: number } | null} null if the head has no score
 */
export function checked(scores, head) {
  const score = scores[head] ?? null;
  if (score === null) return null;
  const known = scores.filter((each) => each !== null);
  const largest = Math.max(...known);
  return {
    isFound: score === largest || (largest > 0 && score >= CLOSE * largest),
    place: 1 + known.filter((each) => each > score).length,
    of: known.length,
  };
}

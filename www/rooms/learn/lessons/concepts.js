import { CONCEPT_STEPS } from './steps.js';
import { words } from './words.js';
import { RATINGS } from './inputs/concepts.js';
/** @import { Lesson } from '../../../types.js' */

/**
 * Notebook 004: the attention of notebook 001 with its intermediates, then concepts found in ratings by a
 * singular value decomposition.
 *
 * @type {Lesson}
 */
export const concepts = {
  ...words,
  id: 'concepts',
  notebook: '004',
  steps: [...words.steps, ...CONCEPT_STEPS],
  ratings: RATINGS,
  asks: [
    { matrix: 'scores', row: 2, col: 2 },
    { matrix: 'viewerConcepts', row: 0, col: 0 },
  ],
};

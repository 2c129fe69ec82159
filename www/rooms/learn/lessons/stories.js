import { sequence } from '../stories/data/sequences.js';
import { OUTLINES } from '../stories/outline.js';
import { DEFAULTS } from './defaults.js';
import { scaleMask } from './scale-mask.js';
/** @import { Lesson } from '../../../types.js' */
/** @import { Sequence } from '../stories/data/sequences.js' */

/**
 * The lesson of a story. Its matrices come from one head of the small trained model.
 *
 * @param {string} id @param {Sequence} head @returns {Lesson}
 */
function storyLesson(id, { tokens, q, k, v }) {
  return {
    ...scaleMask,
    id,
    notebook: null,
    tokens,
    steps: OUTLINES[id].steps,
    dims: { model: q.cols, key: q.cols, value: v.cols },
    given: { q, k, v },
    variant: null,
    print: DEFAULTS.print,
    variances: false,
    isStory: true,
  };
}

/** The stories. `scaling` has the numbers of notebook 002. @type {Record<string, Lesson>} */
export const stories = {
  first: storyLesson('first', sequence('met', 8)),
  ahead: storyLesson('ahead', sequence('met', 8)),
  scaling: {
    ...scaleMask,
    id: 'scaling',
    notebook: null,
    steps: OUTLINES.scaling.steps,
    variant: null,
    isStory: true,
  },
  'two-heads': storyLesson('two-heads', sequence('met', 8)),
  order: storyLesson('order', sequence('sister')),
};

/** @param {string} lesson */
export const isStory = (lesson) => Object.hasOwn(stories, lesson);

import { sequence } from '../stories/data/sequences.js';
import { OUTLINES } from '../stories/options.js';
import { BY_HAND, DEFAULTS } from './by-hand.js';
import groups from './groups.json' with { type: 'json' };
import { oneHot } from './matrix.js';
import { ATTENTION_STEPS, headSteps } from './steps.js';
/** @import { Lesson, Own, State } from '../../../types.js' */
/** @import { Sequence } from '../stories/data/sequences.js' */

/**
 * The lessons in their order, by topic, with the minutes that each takes: estimates.
 *
 * @type {Record<string, Record<string, number | null>>}
 */
export const LESSON_GROUPS = groups;

/** The lessons in their order, "your own" last. */
export const LESSON_IDS = Object.freeze(Object.values(LESSON_GROUPS).flatMap(Object.keys));

/** Limits: larger matrices would have cells too small to read or select. */
export const LIMITS = Object.freeze({ tokens: 32, features: 32, heads: 8, label: 256 });

/**
 * The lesson of the reader's own settings.
 *
 * @param {Own} own
 * @returns {Lesson}
 */
function ownLesson(own) {
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

/**
 * The lesson of a story. Its matrices come from one head of the small trained model.
 *
 * @param {string} id @param {Sequence} head @returns {Lesson}
 */
function storyLesson(id, { tokens, q, k, v }) {
  return {
    ...BY_HAND['scale-mask'],
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
const STORIES = {
  first: storyLesson('first', sequence('met', 8)),
  ahead: storyLesson('ahead', sequence('met', 8)),
  scaling: {
    ...BY_HAND['scale-mask'],
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
export const isStory = (lesson) => Object.hasOwn(STORIES, lesson);

/**
 * The lesson of a state.
 *
 * @param {Pick<State, 'lesson' | 'own'> & Partial<Pick<State, 'kvHeads'>>} state
 * @returns {Lesson}
 */
export function lessonOf(state) {
  const lesson =
    state.lesson === 'own' ? ownLesson(state.own) : (STORIES[state.lesson] ?? BY_HAND[state.lesson]);
  const { kvHeads } = state;
  return kvHeads && lesson.heads ? { ...lesson, heads: { ...lesson.heads, kvHeads } } : lesson;
}

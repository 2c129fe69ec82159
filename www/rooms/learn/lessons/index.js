import { positions } from './positions.js';
import { words } from './words.js';
import { scaleMask } from './scale-mask.js';
import { frase } from './frase.js';
import { heads } from './heads.js';
import { concepts } from './concepts.js';
import { distance } from './distance.js';
import { ownLesson } from './own.js';
import { stories } from './stories.js';
/** @import { Lesson, State } from '../../../types.js' */

/** The lessons in their order: a story comes before the notebook that it leads to, and "your own" is last. */
export const LESSON_IDS = Object.freeze([
  'first',
  'words',
  'scaling',
  'ahead',
  'scale-mask',
  'order',
  'positions',
  'distance',
  'two-heads',
  'heads',
  'frase',
  'concepts',
  'own',
]);

/** @type {Record<string, Lesson>} */
const LESSONS = { ...stories, positions, words, 'scale-mask': scaleMask, frase, concepts, heads, distance };

/**
 * The lesson that a state shows.
 *
 * @param {Pick<State, 'lesson' | 'own'> & Partial<Pick<State, 'kvHeads'>>} state
 * @returns {Lesson}
 */
export function lessonOf(state) {
  const lesson = state.lesson === 'own' ? ownLesson(state.own) : LESSONS[state.lesson];
  const { kvHeads } = state;
  return kvHeads && lesson.heads ? { ...lesson, heads: { ...lesson.heads, kvHeads } } : lesson;
}

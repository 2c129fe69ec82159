import { positions } from './positions.js';
import { words } from './words.js';
import { scaleMask } from './scale-mask.js';
import { frase } from './frase.js';
import { heads } from './heads.js';
import { concepts } from './concepts.js';
import { distance } from './distance.js';
import { ownLesson } from './own.js';
/** @import { Lesson, State } from '../../../types.js' */

/** The lessons in their order, "your own" last. */
export const LESSON_IDS = Object.freeze([
  'positions',
  'words',
  'scale-mask',
  'frase',
  'concepts',
  'heads',
  'distance',
  'own',
]);

/** @type {Record<string, Lesson>} */
const NOTEBOOKS = { positions, words, 'scale-mask': scaleMask, frase, concepts, heads, distance };

/**
 * The lesson that a state shows.
 *
 * @param {Pick<State, 'lesson' | 'own'> & Partial<Pick<State, 'kvHeads'>>} state
 * @returns {Lesson}
 */
export function lessonOf(state) {
  const lesson = state.lesson === 'own' ? ownLesson(state.own) : NOTEBOOKS[state.lesson];
  const { kvHeads } = state;
  return kvHeads && lesson.heads ? { ...lesson, heads: { ...lesson.heads, kvHeads } } : lesson;
}

import { positions } from './positions.js';
import { words } from './words.js';
import { scaleMask } from './scale-mask.js';
import { frase } from './frase.js';
import { heads } from './heads.js';
import { concepts } from './concepts.js';
import { distance } from './distance.js';
import { ownLesson } from './own.js';
import { picked } from './picked.js';
import { state as stateLesson } from './state.js';
import { stories } from './stories.js';
/** @import { Lesson, State } from '../../../types.js' */

/** The lessons in their order, by topic. */
export const LESSON_GROUPS = Object.freeze({
  start: ['first', 'words'],
  why: ['scaling', 'ahead', 'scale-mask'],
  positions: ['order', 'positions', 'distance'],
  heads: ['two-heads', 'heads'],
  beyond: ['state', 'picked'],
  more: ['frase', 'concepts', 'own'],
});

/** The lessons in their order, "your own" last. */
export const LESSON_IDS = Object.freeze(Object.values(LESSON_GROUPS).flat());

/** @type {Record<string, Lesson>} */
const LESSONS = {
  ...stories,
  ...{ positions, words, 'scale-mask': scaleMask, frase, concepts, heads, distance },
  ...{ state: stateLesson, picked },
};

/**
 * The lesson of a state.
 *
 * @param {Pick<State, 'lesson' | 'own'> & Partial<Pick<State, 'kvHeads'>>} state
 * @returns {Lesson}
 */
export function lessonOf(state) {
  const lesson = state.lesson === 'own' ? ownLesson(state.own) : LESSONS[state.lesson];
  const { kvHeads } = state;
  return kvHeads && lesson.heads ? { ...lesson, heads: { ...lesson.heads, kvHeads } } : lesson;
}

import { positions } from './positions.js';
import { words } from './words.js';
import { scaleMask } from './scale-mask.js';
import { frase } from './frase.js';
import { concepts } from './concepts.js';
import { distance } from './distance.js';
import { ownLesson } from './own.js';
/** @import { Lesson, State } from '../types.js' */

/** The lessons in their order, "your own" last. */
export const LESSON_IDS = Object.freeze(['positions', 'words', 'scale-mask', 'frase', 'concepts', 'distance', 'own']);

/** @type {Record<string, Lesson>} */
const NOTEBOOKS = { positions, words, 'scale-mask': scaleMask, frase, concepts, distance };

/**
 * The lesson that a state shows.
 *
 * @param {Pick<State, 'lesson' | 'own'>} state
 * @returns {Lesson}
 */
export function lessonOf(state) {
  return state.lesson === 'own' ? ownLesson(state.own) : NOTEBOOKS[state.lesson];
}

import { frase } from '../../lessons/frase.js';
import { ownLesson } from '../../lessons/own.js';
import { positions } from '../../lessons/positions.js';
import { scaleMask } from '../../lessons/scale-mask.js';
import { words } from '../../lessons/words.js';
/** @import { Lesson, State } from '../../types.js' */

/** All lessons that there are, for those that this script has not are known by name. */
export const LESSON_IDS = Object.freeze(['positions', 'words', 'scale-mask', 'frase', 'concepts', 'heads', 'distance', 'own']);

/** Those of one head. @type {Record<string, Lesson | undefined>} */
const NOTEBOOKS = { positions, words, 'scale-mask': scaleMask, frase };

/**
 * The lesson that a state shows.
 *
 * @param {Pick<State, 'lesson' | 'own'>} state
 * @returns {Lesson}
 * @throws {Error} that names the script which has the lesson
 */
export function lessonOf({ lesson, own }) {
  const found = lesson === 'own' ? ownLesson(own) : NOTEBOOKS[lesson];
  if (!found || found.heads) throw new Error(`${found ? 'a lesson of several heads' : `the lesson "${lesson}"`} is in heed-lesson.js, and not in this script`);
  return found;
}

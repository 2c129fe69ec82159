import { HeedLessonElement } from '../elements/heed-lesson.js';
import { lessonOf } from '../lessons/index.js';
import { decode, encode } from '../state/fragment.js';
import { freshState, isChanged } from '../state/state.js';
import { refusal } from './session.js';
/** @import { Room, State } from '../types.js' */

/** Learn: lessons, and "your own". @type {Room<State>} */
export const room = {
  id: 'learn',
  tag: 'heed-lesson',
  element: HeedLessonElement,
  fresh: (from) => ({ ...freshState('words'), language: from?.language ?? null, theme: from?.theme ?? null }),
  encode,
  decode,
  refusal,
  isChanged: (state) => isChanged(state) || state.lesson === 'own',
  keys: (t) => t.keysHelp.rows,
  resetWords: (state, t) => (lessonOf(state).notebook === null ? t.page.resetOwn : t.page.reset),
};

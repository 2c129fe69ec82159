import { HeedLessonElement } from './heed-lesson.js';
import { HeedMapElement } from '../../heatmap/heed-map.js';
import { lessonOf } from './lessons/index.js';
import { DEFAULT_STATE, freshState, isChanged } from './state/state.js';
import { lessonsView } from './views/lessons-view.js';
/** @import { Room, State } from '../../types.js' */

/** Learn: lessons, and "your own". @type {Room<State>} */
export const room = {
  id: 'learn',
  tag: 'heed-lesson',
  define() {
    HeedMapElement.define();
    HeedLessonElement.define();
  },
  ...HeedLessonElement.parts,
  bar: (host, state, go) => lessonsView(host, (lesson) => go(freshState(lesson, state()))),
  fresh: (from) => ({ ...freshState('first'), language: from?.language ?? null, theme: from?.theme ?? null }),
  bare: () => DEFAULT_STATE,
  later: () => ['whole'],
  isChanged: (state) => isChanged(state) || state.lesson === 'own',
  title: (state, t) => t.lessons[state.lesson].title,
  keys: (t) => t.keysHelp.rows,
  more: (element, t) =>
    element.localName === 'heed-lesson'
      ? [
          {
            text: t.worksheet.item,
            hint: t.worksheet.hint,
            async act() {
              const { worksheet } = await import('./worksheet/worksheet.js');
              worksheet(element.state, { t, language: element.language });
            },
          },
        ]
      : [],
  resetWords: (state, t) => (lessonOf(state).notebook === null ? t.page.resetOwn : t.page.reset),
};

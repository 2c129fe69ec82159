/** @import { Language } from '../state/languages.js' */

/** The fragments of links that open the first step of the first lesson, in the language of the page. */
const FIRST_STEP = /^#?$|^#v=1&lesson=first$/;

/**
 * Shows the question of the first step, which index.html contains, until the step itself is drawn, if the
 * page opens with that step in English. Otherwise it stays hidden, and only keeps the place of the figure.
 *
 * @param {HTMLElement} main @param {Language} language
 * @returns {() => void} hides the question, when the reader opens something else
 */
export function firstQuestion(main, language) {
  const question = main.querySelector('.first-question');
  const events = /** @type {const} */ (['heed-ready', 'heed-error']);
  const hide = () => {
    question?.classList.remove('shown');
    removeEventListener('hashchange', hide);
  };
  const remove = () => {
    hide();
    question?.remove();
    for (const type of events) main.removeEventListener(type, remove);
  };
  for (const type of events) main.addEventListener(type, remove);
  if (language === 'en' && FIRST_STEP.test(location.hash)) {
    question?.classList.add('shown');
    addEventListener('hashchange', hide);
  }
  return hide;
}

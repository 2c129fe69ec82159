import { setText } from '../../../ui/dom.js';
import { plain } from './sentence.js';
import { isBeforeQuestion } from './stage.js';
/** @import { StageStep } from './stage.js' */

/**
 * Announces the words of a step to screen readers when they change.
 *
 * @param {HTMLElement} said - the live region
 */
export function announcer(said) {
  /** The sentence that was announced last, and a verdict to announce with the next one. */
  let sentence = '';
  let verdict = '';

  return {
    /** Announces the verdict on an answer. @param {string} [says] */
    verdict(says) {
      if (says) setText(said, says);
      verdict = says ? `${says} ` : '';
    },
    /**
     * Announces another lesson. The first one is not announced, because it is read with the page.
     *
     * @param {string} title @param {StageStep} step @param {boolean} isFirst
     */
    lesson(title, step, isFirst) {
      sentence = spoken(step, null);
      if (!isFirst) setText(said, `${title}. ${sentence}`);
    },
    /**
     * Announces the words of a step if they have changed, after the verdict on an answer.
     *
     * @param {StageStep} step @param {number | null} time - in its motion
     */
    step(step, time) {
      const now = spoken(step, time);
      if (now !== sentence) setText(said, `${verdict}${step.name}: ${now}`);
      sentence = now;
      verdict = '';
    },
  };
}

/**
 * The sentence and the question of a step as plain text, as far as they are shown.
 *
 * @param {StageStep} step @param {number | null} time
 */
function spoken(step, time) {
  const isAsked = step.question && !isBeforeQuestion(step, time);
  return plain(isAsked ? `${step.sentence} ${step.question}` : step.sentence);
}

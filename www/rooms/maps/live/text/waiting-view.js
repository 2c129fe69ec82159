/** What takes the place of what only a running model shows, so that nothing moves when it arrives. */
import { html } from '../../../../ui/html.js';
import { Icon } from '../../../../ui/controls.js';
import { QUESTIONS } from '../settings.js';
/** @import { MapsModel } from '../../types.js' */

/** @typedef {MapsModel['t']['maps']['live']} Words */

/** The number of tokens in the list of what may come next, and of the vocabulary of the small model. */
const [NEXT, VOCABULARY] = [5, 2048];

/**
 * The place of the tokens that may come next, with what is awaited.
 *
 * @param {{ words: Words, isComing: boolean }} props
 */
export function NextPlace({ words, isComing }) {
  return html`<p class="coming" role="status">${isComing && words.loading}</p>
    <svg class="branches" width="44" height="125" aria-hidden="true"></svg>
    <ul class="next-list unseen" aria-hidden="true">
      ${Array.from(
        { length: NEXT },
        (_, at) =>
          html`<li key=${at}>
            <button type="button" disabled>
              <span class="word">…</span><span class="bars"><span class="bar"></span></span>
              <span class="number">0.000</span>
            </button>
          </li>`,
      )}
    </ul>
    <div class="go-on unseen" aria-hidden="true">
      <button type="button" class="play" disabled><${Icon} name="play" /> ${words.goOn}</button>
      <button type="button" class="opens sampling" disabled>
        ${words.temperatureIs({ temperature: '1.00' })}<${Icon} name="chevron" />
      </button>
      <span class="soft among">${words.among({ some: String(NEXT), all: VOCABULARY })}</span>
    </div>`;
}

/** The place of the questions about the open head. @param {{ words: Words }} props */
export function QuestionsPlace({ words }) {
  const [main, ...more] = QUESTIONS.map((question) => words[question].ask);
  return html`<section class="live-reading" key="questions">
    <div class="live-tools">
      <button type="button" class="play main-question" disabled>${main}</button>
      ${[words.switchOff, ...more].map((text) => html`<button type="button" class="play" disabled>${text}</button>`)}
    </div>
    <details class="off-more unseen" aria-hidden="true" inert><summary>${words.parts.more}</summary></details>
  </section>`;
}

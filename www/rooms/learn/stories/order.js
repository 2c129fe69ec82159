import { html } from '../../../ui/html.js';
import { Segments } from '../../../ui/controls.js';
import { attended, rowOf } from './attended.js';
import { sequence } from './data/sequences.js';
import { Words } from './figures/words-figure.js';
import { decimal } from './telling.js';
/** @import { SequenceId } from './data/sequences.js' */
/** @import { Told, Telling } from './telling.js' */

/** The full stop, and the second "the". */
const STOP = 5;
const MIDDLE = 3;

/** The weights of one word in the sentence as it is and with its nouns exchanged. @param {Telling} telling @param {number} query @param {boolean} hasPositions */
function bothOrders({ engine }, query, hasPositions) {
  const end = hasPositions ? '' : ' bare';
  const look = (/** @type {string} */ id) => {
    const head = sequence(/** @type {SequenceId} */ (id + end));
    return { words: head.tokens, weights: rowOf(attended(engine, head).weights, query) };
  };
  return { original: look('sister'), exchanged: look('friend') };
}

/** Both sentences, one above the other. @param {{ telling: Telling, query: number, hasPositions: boolean }} props */
function Both({ telling, query, hasPositions }) {
  const { t } = telling;
  const { original, exchanged } = bothOrders(telling, query, hasPositions);
  const half = { ...telling, height: telling.height / 2 - 26 };
  const sentence = (/** @type {string} */ name, /** @type {typeof original} */ { words, weights }) =>
    html`<figure class="one-order">
      <figcaption>${name}</figcaption>
      <${Words}
        telling=${half}
        words=${words}
        query=${query}
        weights=${weights}
        id=${`${name} ${hasPositions}`}
      />
    </figure>`;
  return html`<div class="orders">
    ${sentence(t.order.original, original)} ${sentence(t.order.exchanged, exchanged)}
  </div>`;
}

/** @param {Telling} telling */
function positionsSwitch({ t, choice, choose }, /** @type {string} */ name) {
  return html`<div class="labelled">
    <span aria-hidden="true">${t.order.positionsLabel}</span>
    <${Segments}
      label=${t.order.positionsLabel}
      value=${choice[name]}
      choices=${[
        ['off', t.order.off],
        ['on', t.order.on],
      ]}
      choose=${(/** @type {string} */ value) => choose({ [name]: value })}
    />
  </div>`;
}

/** @param {Telling} telling @returns {Told} */
function swap(telling) {
  const { t } = telling;
  return {
    sentence: t.order.swap,
    note: [t.gloss.order, t.order.swapNote].filter(Boolean).join(' '),
    figure: html`<${Both} telling=${telling} query=${STOP} hasPositions=${false} />`,
  };
}

/** @param {Telling} telling @returns {Told} */
function positions(telling) {
  const { t, choice } = telling;
  const isOn = choice.placed === 'on';
  return {
    sentence: isOn ? t.order.positions : t.order.swap,
    controls: positionsSwitch(telling, 'placed'),
    figure: html`<${Both} telling=${telling} query=${STOP} hasPositions=${isOn} />`,
  };
}

/** @param {Telling} telling @returns {Told} */
function mask(telling) {
  const { t, language, go } = telling;
  const { original, exchanged } = bothOrders(telling, MIDDLE, false);
  const text = (/** @type {Float64Array} */ weights) => decimal(language, weights[1], 2);
  return {
    sentence: t.order.mask(text(original.weights), text(exchanged.weights)),
    note: t.order.honest,
    controls: html`<p class="onward">
      <button type="button" class="main-button" onClick=${() => go('positions')}>
        ${t.order.toNotebook}
      </button>
    </p>`,
    figure: html`<${Both} telling=${telling} query=${MIDDLE} hasPositions=${false} />`,
  };
}

const STEPS = { swap, positions, mask };

/** What breaks without positions when two words are swapped. @type {import('./telling.js').Tell} */
export const order = (step, telling) => STEPS[/** @type {keyof typeof STEPS} */ (step)](telling);

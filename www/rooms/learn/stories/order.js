import { html } from '../../../ui/html.js';
import { Segments } from '../../../ui/controls.js';
import { attentionOf, rowOf } from './attention.js';
import { sequence } from './data/sequences.js';
import { QuietButton } from './figures/controls.js';
import { Words } from './figures/words-figure.js';
import { decimal, joined } from './story-step.js';
/** @import { SequenceId } from './data/sequences.js' */
/** @import { FigureContext, Story, StoryStep, StoryContext } from './story-step.js' */

/** The indices of the full stop and of the second "the". */
const STOP = 5;
const MIDDLE = 3;

/**
 * The weights of one word in the sentence as it is and with its nouns exchanged.
 *
 * @param {StoryContext} context @param {number} query @param {boolean} hasPositions
 */
function bothOrders({ engine }, query, hasPositions) {
  const suffix = hasPositions ? '' : ' bare';
  const read = (/** @type {string} */ id) => {
    const head = sequence(/** @type {SequenceId} */ (id + suffix));
    return { words: head.tokens, weights: rowOf(attentionOf(engine, head).weights, query) };
  };
  return { original: read('sister'), exchanged: read('friend') };
}

/** In a narrower space, in CSS pixels, the words of each sentence form a column beside the other one. */
const NARROW = 480;
const COLUMN_GAP = 8;
/** The largest height of a word in a column. Larger text would be too wide for half of a phone. */
const WORD_HEIGHT = 32;

/**
 * Both sentences, one above the other, or side by side if their words form columns.
 *
 * @param {{ context: FigureContext, query: number, hasPositions: boolean, isSwapped?: boolean }} props
 */
function Both({ context, query, hasPositions, isSwapped = true }) {
  const { t } = context;
  const { original, exchanged } = bothOrders(context, query, hasPositions);
  const isBeside = context.width < NARROW;
  const half = isBeside
    ? {
        ...context,
        width: (context.width - COLUMN_GAP) / 2,
        height: Math.min(context.height, original.words.length * WORD_HEIGHT),
      }
    : { ...context, height: context.height / 2 - 26 };
  const sentence = (/** @type {string} */ name, /** @type {typeof original} */ { words, weights }) =>
    html`<figure class="one-order">
      <figcaption>${name}</figcaption>
      <${Words}
        context=${half}
        words=${words}
        query=${query}
        weights=${weights}
        id=${`${name} ${hasPositions}`}
      />
    </figure>`;
  return html`<div class=${isBeside ? 'orders beside' : 'orders'}>
    ${sentence(t.order.original, original)} ${isSwapped && sentence(t.order.exchanged, exchanged)}
  </div>`;
}

/** @param {StoryContext} context */
function positionsSwitch({ t, choice, choose }) {
  return html`<div class="labelled">
    <span aria-hidden="true">${t.order.positionsLabel}</span>
    <${Segments}
      label=${t.order.positionsLabel}
      value=${choice.placed}
      choices=${[
        ['off', t.order.off],
        ['on', t.order.on],
      ]}
      choose=${(/** @type {string} */ value) => choose({ placed: value })}
    />
  </div>`;
}

/** @param {StoryContext} context @returns {StoryStep} */
function swap(context) {
  const { t, choice, choose } = context;
  const [isBare, isSwapped] = [choice.bare === 'on', choice.swapped === 'on'];
  const remove = () => choose({ bare: 'on' });
  const exchange = () => choose({ swapped: isSwapped ? 'off' : 'on' });
  const withoutPositions = isSwapped ? t.order.swap : t.order.removed;
  const withPositions = isSwapped ? t.order.positions : t.order.begin;
  return {
    sentence: isBare ? withoutPositions : withPositions,
    note: joined(t.gloss.order, t.order.swapNote),
    controls: html`<div class="choices">
      <div class="labelled">
        <span aria-hidden="true">${t.order.positionsLabel}</span>
        <${Segments}
          label=${t.order.positionsLabel}
          value=${isBare ? 'off' : 'on'}
          choices=${[
            ['off', t.order.off],
            ['on', t.order.on],
          ]}
          choose=${(/** @type {string} */ value) => choose({ bare: value === 'on' ? 'off' : 'on' })}
        />
      </div>
      <${QuietButton} text=${isSwapped ? t.order.swapBack : t.order.swapWords} act=${exchange} />
    </div>`,
    reveal: isBare
      ? isSwapped
        ? undefined
        : { text: t.order.swapWords, act: exchange }
      : { text: t.order.remove, act: remove },
    figure: (context) =>
      html`<${Both} context=${context} query=${STOP} hasPositions=${!isBare} isSwapped=${isSwapped} />`,
  };
}

/** @param {StoryContext} context @returns {StoryStep} */
function positions(context) {
  const { t, choice } = context;
  const isOn = choice.placed === 'on';
  return {
    sentence: isOn ? t.order.positions : t.order.swap,
    controls: positionsSwitch(context),
    figure: (context) => html`<${Both} context=${context} query=${STOP} hasPositions=${isOn} />`,
  };
}

/** @param {StoryContext} context @returns {StoryStep} */
function mask(context) {
  const { t, language, go } = context;
  const { original, exchanged } = bothOrders(context, MIDDLE, false);
  const text = (/** @type {Float64Array} */ weights) => decimal(language, weights[1], 2);
  return {
    sentence: t.order.mask({ before: text(original.weights), after: text(exchanged.weights) }),
    note: t.order.honest,
    controls: html`<p class="onward">
      <${QuietButton} text=${t.order.toNotebook} act=${() => go('positions')} />
    </p>`,
    figure: (context) => html`<${Both} context=${context} query=${MIDDLE} hasPositions=${false} />`,
  };
}

/** What breaks without positions when two words are swapped. @type {Story} */
export const order = { swap, positions, mask };

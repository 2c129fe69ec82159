import { html } from '../../../ui/html.js';
import { Segments } from '../../../ui/controls.js';
import { rowOf } from '../lessons/matrix.js';
import { attentionOf } from './attention.js';
import { sequence } from './data/sequences.js';
import { Labeled, onward, optionOf, QuietButton } from './figures/controls.js';
import { Words } from './figures/words-figure.js';
import { decimal, joined } from './story-step.js';
/** @import { SequenceId } from './data/sequences.js' */
/** @import { FigureContext, Story, StoryContext } from './story-step.js' */

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
  const sentence = (/** @type {string} */ name, /** @type {typeof original} */ shown) =>
    html`<figure class="one-order">
      <figcaption>${name}</figcaption>
      <${Words} ...${{ context: half, query, ...shown, id: `${name} ${hasPositions}` }} />
    </figure>`;
  return html`<div class=${isBeside ? 'orders beside' : 'orders'}>
    ${sentence(t.order.original, original)} ${isSwapped && sentence(t.order.exchanged, exchanged)}
  </div>`;
}

/**
 * A switch of the positions.
 *
 * @param {StoryContext} context @param {{ value: string, choose: (value: string) => void }} option
 */
const positionsSwitch = ({ t }, option) =>
  html`<${Labeled} label=${t.order.positionsLabel}>
    <${Segments}
      ...${option}
      label=${t.order.positionsLabel}
      choices=${Object.entries({ off: t.order.off, on: t.order.on })}
    />
  <//>`;

/** What breaks without positions when two words are swapped. @type {Story} */
export const order = {
  swap(context) {
    const { t, choice, choose } = context;
    const [isBare, isSwapped] = [choice.bare === 'on', choice.swapped === 'on'];
    const exchange = () => choose({ swapped: isSwapped ? 'off' : 'on' });
    const other = (/** @type {string} */ value) => (value === 'on' ? 'off' : 'on');
    const bare = optionOf(context, 'bare');
    const option = {
      value: other(bare.value),
      choose: (/** @type {string} */ value) => bare.choose(other(value)),
    };
    const swapWords = { text: t.order.swapWords, act: exchange };
    const withoutPositions = isSwapped ? t.order.swap : t.order.removed;
    return {
      sentence: isBare ? withoutPositions : isSwapped ? t.order.positions : t.order.begin,
      note: joined(t.gloss.order, t.order.swapNote),
      controls: html`<div class="choices">
        ${positionsSwitch(context, option)}
        <${QuietButton} ...${isSwapped ? { text: t.order.swapBack, act: exchange } : swapWords} />
      </div>`,
      reveal: isBare
        ? isSwapped
          ? undefined
          : swapWords
        : { text: t.order.remove, act: () => bare.choose('on') },
      figure: (context) =>
        html`<${Both} context=${context} query=${STOP} hasPositions=${!isBare} isSwapped=${isSwapped} />`,
    };
  },

  positions(context) {
    const { t, choice } = context;
    const isOn = choice.placed === 'on';
    return {
      sentence: isOn ? t.order.positions : t.order.swap,
      controls: positionsSwitch(context, optionOf(context, 'placed')),
      figure: (context) => html`<${Both} context=${context} query=${STOP} hasPositions=${isOn} />`,
    };
  },

  mask(context) {
    const { t, language, go } = context;
    const { original, exchanged } = bothOrders(context, MIDDLE, false);
    const text = (/** @type {Float64Array} */ weights) => decimal(language, weights[1], 2);
    return {
      sentence: t.order.mask({ before: text(original.weights), after: text(exchanged.weights) }),
      note: t.order.honest,
      controls: onward([{ text: t.order.toNotebook, act: () => go('positions') }]),
      figure: (context) => html`<${Both} context=${context} query=${MIDDLE} hasPositions=${false} />`,
    };
  },
};

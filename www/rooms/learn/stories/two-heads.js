import { html } from '../../../ui/html.js';
import { attentionOf, rowOf } from './attention.js';
import { FIGURES } from './data/sequences.js';
import { sequence } from './data/sequences.js';
import { Chips, QuietButton } from './figures/controls.js';
import { Bar, List } from './figures/list-figure.js';
import { WeightMap } from './figures/map-figure.js';
import { Words } from './figures/words-figure.js';
import { decimal, joined } from './story-step.js';
/** @import { Story, StoryStep, StoryContext } from './story-step.js' */

const WORDS = 8;
const QUERY = 7;
/** The indices of the word before the query and of the word after the first "met". */
const BEFORE = 6;
const AFTER = 2;

/** The weights of both heads. @param {StoryContext} context */
function bothHeads({ engine }) {
  const [back, forth] = [sequence('before'), sequence('met', WORDS)];
  return {
    words: forth.tokens,
    back: attentionOf(engine, back).weights,
    forth: attentionOf(engine, forth).weights,
  };
}

/** @param {StoryContext} context @returns {StoryStep} */
function before(context) {
  const { t, language } = context;
  const { words, back } = bothHeads(context);
  const weights = rowOf(back, QUERY);
  return {
    isWide: true,
    sentence: t['two-heads'].before({ weight: decimal(language, weights[BEFORE], 2) }),
    note: joined(t.gloss.bath, t['two-heads'].beforeNote),
    figure: (context) =>
      html`<${Words} context=${context} words=${words} query=${QUERY} weights=${weights} id="before" />`,
  };
}

/** @param {StoryContext} context @returns {StoryStep} */
function after(context) {
  const { t, language } = context;
  const { words, forth } = bothHeads(context);
  const weights = rowOf(forth, QUERY);
  return {
    isWide: true,
    sentence: t['two-heads'].after({ weight: decimal(language, weights[AFTER], 2) }),
    note: t['two-heads'].afterNote,
    figure: (context) =>
      html`<${Words} context=${context} words=${words} query=${QUERY} weights=${weights} id="after" />`,
  };
}

/** @param {StoryContext} context @returns {StoryStep} */
function both(context) {
  const { t, choice, choose } = context;
  const { words, back, forth } = bothHeads(context);
  const row = Number(choice.row);
  return {
    sentence: t['two-heads'].both({ word: words[row] }),
    controls: html`<${Chips}
      label=${t['two-heads'].row}
      value=${choice.row}
      choices=${words.map((word, place) => [String(place), word])}
      choose=${(/** @type {string} */ place) => choose({ row: place })}
    />`,
    figure(context) {
      const { width, height } = context;
      const isNarrow = width < 560;
      const size = isNarrow ? width : Math.min((width - 32) / 2, height - 34);
      const map = (/** @type {typeof back} */ weights, /** @type {number} */ place) =>
        html`<${WeightMap}
          context=${context}
          words=${words}
          weights=${weights}
          title=${t['two-heads'].bothTitles[place]}
          label=${`${t['two-heads'].bothTitles[place]}. ${t.mapSpoken({ text: words.join(' ') })}`}
          size=${size}
          row=${row}
          pair=${isNarrow ? place : undefined}
        />`;
      return html`<div class="panels beside maps">${map(back, 0)} ${map(forth, 1)}</div>`;
    },
  };
}

/** @param {StoryContext} context @returns {StoryStep} */
function relay(context) {
  const { t, language, go } = context;
  const weight = rowOf(bothHeads(context).forth, QUERY)[AFTER];
  const shares = [weight, FIGURES.relayWithout, FIGURES.relayOthersWithout];
  const text = (/** @type {number} */ share) => decimal(language, share, 2);
  return {
    sentence: t['two-heads'].relay({ weight: text(weight), without: text(FIGURES.relayWithout) }),
    note: t['two-heads'].relayNote({ others: text(FIGURES.relayOthersWithout) }),
    figure: () =>
      html`<${List}
          className="relay"
          lines=${shares.map((share, place) => ({
            word: t['two-heads'].relayBars[place],
            drawn: html`<${Bar} share=${share} />`,
            number: text(share),
            isLarge: place === 0,
          }))}
        />
        <p class="onward">
          <${QuietButton} text=${t['two-heads'].toNotebook} act=${() => go('heads')} />
          <span>${t['two-heads'].toNotebookText}</span>
        </p>`,
  };
}

/** Two heads that look at different words of one sentence. @type {Story} */
export const twoHeads = { before, after, both, relay };

import { html } from '../../../ui/html.js';
import { rowOf } from '../lessons/matrix.js';
import { attentionOf } from './attention.js';
import { FIGURES, sequence } from './data/sequences.js';
import { Chips, onward, optionOf } from './figures/controls.js';
import { Bar, List } from './figures/list-figure.js';
import { WeightMap } from './figures/map-figure.js';
import { wordsFigure } from './figures/words-figure.js';
import { decimal, joined } from './story-step.js';
/** @import { Story, StoryContext } from './story-step.js' */

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

/** Two heads that look at different words of one sentence. @type {Story} */
export const twoHeads = {
  before(context) {
    const { t, language } = context;
    const { words, back } = bothHeads(context);
    const weights = rowOf(back, QUERY);
    return {
      isWide: true,
      sentence: t['two-heads'].before({ weight: decimal(language, weights[BEFORE], 2) }),
      note: joined(t.gloss.bath, t['two-heads'].beforeNote),
      figure: wordsFigure({ words, query: QUERY, weights, id: 'before' }),
    };
  },

  after(context) {
    const { t, language } = context;
    const { words, forth } = bothHeads(context);
    const weights = rowOf(forth, QUERY);
    return {
      isWide: true,
      sentence: t['two-heads'].after({ weight: decimal(language, weights[AFTER], 2) }),
      note: t['two-heads'].afterNote,
      figure: wordsFigure({ words, query: QUERY, weights, id: 'after' }),
    };
  },

  both(context) {
    const { t, choice } = context;
    const { words, back, forth } = bothHeads(context);
    const row = Number(choice.row);
    return {
      sentence: t['two-heads'].both({ word: words[row] }),
      controls: html`<${Chips}
        ...${optionOf(context, 'row')}
        label=${t['two-heads'].row}
        choices=${words.map((word, place) => [String(place), word])}
      />`,
      figure(context) {
        const { width, height } = context;
        const isNarrow = width < 560;
        const size = isNarrow ? width : Math.min((width - 32) / 2, height - 34);
        const maps = [back, forth].map((weights, place) => {
          const title = t['two-heads'].bothTitles[place];
          const label = `${title}. ${t.mapSpoken({ text: words.join(' ') })}`;
          const pair = isNarrow ? place : undefined;
          return html`<${WeightMap} ...${{ context, words, weights, title, label, size, row, pair }} />`;
        });
        return html`<div class="panels beside maps">${maps}</div>`;
      },
    };
  },

  relay(context) {
    const { t, language, go } = context;
    const words = t['two-heads'];
    const weight = rowOf(bothHeads(context).forth, QUERY)[AFTER];
    const shares = [weight, FIGURES.relayWithout, FIGURES.relayOthersWithout];
    const texts = shares.map((share) => decimal(language, share, 2));
    const lines = shares.map((share, place) => ({
      word: words.relayBars[place],
      drawn: html`<${Bar} share=${share} />`,
      number: texts[place],
      isLarge: place === 0,
    }));
    return {
      sentence: words.relay({ weight: texts[0], without: texts[1] }),
      note: words.relayNote({ others: texts[2] }),
      figure: () =>
        html`<${List} className="relay" lines=${lines} />
          ${onward([{ text: words.toNotebook, act: () => go('heads') }], words.toNotebookText)}`,
    };
  },
};

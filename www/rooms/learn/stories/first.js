import { html } from '../../../ui/html.js';
import { Segments } from '../../../ui/controls.js';
import { rowOf } from '../lessons/matrix.js';
import { attentionOf } from './attention.js';
import { FIGURES, LIKELIEST, MEASURED, sequence } from './data/sequences.js';
import { Chips, ending, optionOf } from './figures/controls.js';
import { Bar, List, Strip, Whole } from './figures/list-figure.js';
import { isOneAsWritten } from '../numbers.js';
import { Opening } from './figures/opening-figure.js';
import { Words, wordsFigure } from './figures/words-figure.js';
import { wordsLayout } from './figures/words-layout.js';
import { OUTLINES } from './options.js';
import { decimal, percent } from './story-step.js';
/** @import { Story, StoryContext } from './story-step.js' */

const { last: lastWords } = OUTLINES.first.options;
/** The number of words of the sentence, and the index of the query, the second "met". */
const WORDS = 8;
const QUERY = 7;
/** The word after the first "met", which has the largest weight. */
const ANSWER = 2;
/** How long the arcs, the weights and the answer take to appear, in milliseconds. */
const REVEAL = 1150;
/** How long the lines of a list and its foot take to appear one by one, in milliseconds. */
const LINES = (WORDS + 1) * 200 + 200;

/** The head, its attention, and the weights of the query. @param {StoryContext} context */
function numbersOf({ engine }) {
  const head = sequence('met', WORDS);
  const attention = attentionOf(engine, head);
  return { head, attention, weights: rowOf(attention.weights, QUERY) };
}

/**
 * A shape that connects a word to the list below it.
 *
 * @param {{ left: number, width: number }} word
 * @param {{ left: number, width: number }} list
 * @param {number} width
 */
function connector(word, list, width) {
  return html`<svg class="connector" width=${width} height="34" aria-hidden="true">
    <path d="M${word.left} 0h${word.width}L${list.left + list.width} 34h${-list.width}z" />
  </svg>`;
}

/** What a word looks at, for people who have never seen attention. @type {Story} */
export const first = {
  look(context) {
    const { t, language, choice, choose, play } = context;
    const { head, weights } = numbersOf(context);
    const isAsked = choice.guess === 'none';
    const guess = Number(choice.guess);
    const show = (/** @type {string} */ next) => {
      choose({ guess: next });
      play(REVEAL);
    };
    const answer = () => {
      if (choice.guess === 'shown') return t.first.shown;
      return guess === ANSWER
        ? t.first.right
        : t.first.wrong({ word: head.tokens[guess], weight: decimal(language, weights[guess], 2) });
    };
    return {
      isWide: true,
      lead: t.first.lead,
      sentence: t.first.question,
      reveal: isAsked ? { text: t.first.show, act: () => show('shown') } : undefined,
      foot: html`<span class="known"
        >${t.first.known}
        <button type="button" class="link-button" onClick=${() => context.go('words')}>
          ${t.first.byhandNext}
        </button></span
      >`,
      figure: (context) =>
        html`<${Opening}
          context=${context}
          words=${head.tokens}
          weights=${isAsked ? null : weights}
          chosen=${Number.isNaN(guess) ? undefined : guess}
          choose=${(/** @type {number} */ place) => show(String(place))}
          next=${LIKELIEST}
          answer=${isAsked ? [] : [answer(), t.first.named]}
          source=${t.first.source}
        />`,
    };
  },

  ask(context) {
    const { t } = context;
    const { head } = numbersOf(context);
    const { value, choose } = optionOf(context, 'word');
    const query = Number(value);
    const word = head.tokens[query];
    const spoken = t.first.query({ word });
    return {
      isWide: true,
      sentence: t.first.ask({ word }),
      note: t.first.askTry,
      figure(context) {
        const { width, height, measure } = context;
        const above = { ...context, height: Math.max(110, height - 150) };
        const { isColumn, boxes } = wordsLayout(head.tokens, measure, above);
        const listWidth = Math.min(width, 760);
        const list = { left: (width - listWidth) / 2, width: listWidth };
        return html`<${Words} ...${{ context: above, words: head.tokens, query, weights: null, choose }} />
          ${!isColumn && connector(boxes[query], list, width)}
          <figure class="asked">
            <${Strip} context=${context} values=${rowOf(head.q, query)} high=${4} label=${spoken} />
            <figcaption>${spoken}</figcaption>
          </figure>`;
      },
    };
  },

  match(context) {
    const { t, language } = context;
    const { head, attention } = numbersOf(context);
    const { value, choose } = optionOf(context, 'key');
    const chosen = Number(value);
    const query = rowOf(head.q, QUERY);
    const scores = Array.from(rowOf(attention.scores, QUERY), (score) => decimal(language, score, 1));
    const products = Float64Array.from(rowOf(head.k, chosen), (each, i) => each * query[i]);
    const strip = (/** @type {ArrayLike<number>} */ values, /** @type {string} */ label, high = 4) =>
      html`<${Strip} ...${{ context, values, high, label }} />`;
    const lines = head.tokens.map((word, place) => ({
      word,
      drawn: strip(rowOf(head.k, place), t.first.key({ word })),
      number: scores[place],
      isLarge: place === ANSWER,
    }));
    return {
      sentence: t.first.match({ word: head.tokens[ANSWER] }),
      plays: LINES,
      figure: () =>
        html`<${List}
            ...${{ className: 'matched', lines, chosen, choose }}
            head=${{ word: 'met', drawn: strip(query, t.first.query({ word: 'met' })), number: t.first.queryShort }}
            heading=${['', t.first.keys, t.first.score]}
            foot=${{ word: t.first.products, drawn: strip(products, t.first.products, 7), number: scores[chosen] }}
          />
          <p class="sum-text">${t.first.matchSum({ word: head.tokens[chosen], sum: scores[chosen] })}</p>`,
    };
  },

  share(context) {
    const { t, language } = context;
    const { head, attention, weights } = numbersOf(context);
    const scaled = rowOf(attention.scaled, QUERY);
    const lines = head.tokens.map((word, place) => ({
      word,
      drawn: html`<span class="score">${decimal(language, scaled[place], 1)}</span
        ><${Bar} share=${weights[place]} />`,
      number: decimal(language, weights[place], 2),
      isLarge: place === ANSWER,
    }));
    const heading = [t.first.word, t.first.scaled, t.first.weight];
    return {
      sentence: t.first.share({ weight: lines[ANSWER].number }),
      note: isOneAsWritten(weights, 2) ? undefined : t.first.rounded,
      figure: (context) =>
        html`<${List} ...${{ className: 'shared', label: t.stepNames.share, heading, lines }} />
          <${Whole} context=${context} words=${head.tokens} weights=${weights} />`,
    };
  },

  mix(context) {
    const { t, language, choice } = context;
    const { head, attention, weights } = numbersOf(context);
    const isWeighted = choice.values === 'weighted';
    const strip = (/** @type {ArrayLike<number>} */ values, /** @type {string} */ label) =>
      html`<${Strip} ...${{ context, values, high: 2.5, label }} />`;
    const valueOf = (/** @type {number} */ place) =>
      Float64Array.from(rowOf(head.v, place), (each) => (isWeighted ? each * weights[place] : each));
    const lines = head.tokens.map((word, place) => ({
      word,
      drawn: strip(valueOf(place), t.first.value({ word })),
      number: isWeighted ? `× ${decimal(language, weights[place], 2)}` : '',
      isLarge: place === ANSWER,
    }));
    const { output: word } = t.first;
    const foot = { word, drawn: strip(rowOf(attention.output, QUERY), word), number: '' };
    return {
      sentence: t.first.mix,
      plays: LINES,
      note: t.first.mixNote({
        chance: percent(language, FIGURES.chances[0]),
        without: percent(language, FIGURES.chanceWithout21),
      }),
      controls: html`<${Segments}
        ...${optionOf(context, 'values')}
        label=${t.first.weighing}
        choices=${Object.entries({ plain: t.first.mixWhole, weighted: t.first.mixWeighted })}
      />`,
      figure: () => html`<${List} ...${{ className: 'mixed', label: t.stepNames.mix, lines, foot }} />`,
    };
  },

  try(context) {
    const { t, engine, language, choice } = context;
    const isWhole = choice.text === 'bath';
    const id = isWhole ? (choice.last === 'met' ? 'met' : `last ${choice.last}`) : choice.text;
    const head = sequence(/** @type {'met'} */ (id), isWhole ? WORDS : undefined);
    const query = head.tokens.length - 1;
    const weights = rowOf(attentionOf(engine, head).weights, query);
    const largest = weights.indexOf(Math.max(...weights));
    const word = head.tokens[largest];
    const comment = isWhole ? t.first.tries[choice.last] : t.first.otherSentence({ word });
    return {
      isWide: true,
      sentence: `${t.first.tryQuestion} ${comment}`,
      note: `${head.tokens[query]} → ${word} ${decimal(language, weights[largest], 2)}`,
      controls: html`<div class="choices">
        <${Chips}
          ...${optionOf(context, 'text')}
          label=${t.first.sentence}
          choices=${Object.entries(t.first.sentences)}
        />
        ${
          isWhole &&
          html`<${Chips}
            ...${optionOf(context, 'last')}
            label=${t.first.lastWord}
            choices=${lastWords.choices.map((each) => [each, each])}
          />`
        }
      </div>`,
      figure: wordsFigure({ words: head.tokens, query, weights, id }),
    };
  },

  byhand({ t, language, go }) {
    const { search, together, model } = t.first.honest;
    const { chanceWithout22, chanceWithout23 } = FIGURES;
    return {
      isWide: true,
      sentence: t.first.byhand,
      figure: () =>
        ending(
          [
            { text: t.first.byhandNext, act: () => go('words') },
            { text: t.first.byhandMore, act: () => go('ahead') },
          ],
          [
            search({
              sentences: String(MEASURED.sentences),
              guessed: percent(language, MEASURED.guessed),
            }),
            together({
              lower: percent(language, chanceWithout22),
              higher: percent(language, chanceWithout23),
            }),
            model,
          ],
        ),
    };
  },
};

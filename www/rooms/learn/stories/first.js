import { html } from '../../../ui/html.js';
import { Segments } from '../../../ui/controls.js';
import { attended, rowOf } from './attended.js';
import { FIGURES, MEASURED } from './data/figures.js';
import { sequence } from './data/sequences.js';
import { List } from './figures/list-figure.js';
import { Bar, Whole } from './figures/shares-figure.js';
import { Strip } from './figures/strip.js';
import { Chips } from './figures/chips.js';
import { Words } from './figures/words-figure.js';
import { wordsLayout } from './figures/words-layout.js';
import { LAST_WORDS, SENTENCES } from './outline.js';
import { decimal, percent } from './story-step.js';
/** @import { StoryStep, StoryContext } from './story-step.js' */

/** The words of the sentence, and which of them looks. */
const WORDS = 8;
const QUERY = 7;
/** Where the first "met" is followed by the word that is looked at. */
const ANSWER = 2;

/** The context from which a story is built. @param {StoryContext} context */
function numbersOf({ engine }) {
  const head = sequence('met', WORDS);
  const worked = attended(engine, head);
  return { head, worked, weights: rowOf(worked.weights, QUERY) };
}

/** @param {StoryContext} context @returns {StoryStep} */
function look(context) {
  const { t, language, choice, choose } = context;
  const { head, weights } = numbersOf(context);
  const isAsked = choice.guess === 'none';
  const guess = Number(choice.guess);
  const chance = percent(language, FIGURES.chances[0]);
  const said = () => {
    if (choice.guess === 'shown') return t.first.shown;
    return guess === ANSWER
      ? t.first.right
      : t.first.wrong(head.tokens[guess], decimal(language, weights[guess], 2));
  };
  return {
    isWide: true,
    sentence: isAsked ? t.first.question : said(),
    note: [t.gloss.bath, isAsked ? '' : `${t.first.why(chance)} ${t.first.source}`].filter(Boolean).join(' '),
    figure: html`<${Words}
      context=${context}
      words=${head.tokens}
      query=${QUERY}
      weights=${isAsked ? null : weights}
      chosen=${Number.isNaN(guess) ? undefined : guess}
      choose=${isAsked ? (/** @type {number} */ place) => choose({ guess: String(place) }) : undefined}
      next=${isAsked ? '' : 'Jane'}
      nextNote=${isAsked ? t.first.nextWord : chance}
    />`,
    controls: isAsked
      ? html`<span class="prompt">${t.first.guess}</span>
          <button type="button" class="quiet-button" onClick=${() => choose({ guess: 'shown' })}>
            ${t.first.show}
          </button>
          <span class="known"
            >${t.first.known}
            <button type="button" class="link-button" onClick=${() => context.go('words')}>
              ${t.first.byhandNext}
            </button></span
          >`
      : undefined,
  };
}

/** @param {StoryContext} context @returns {StoryStep} */
function ask(context) {
  const { t, choice, choose } = context;
  const { head } = numbersOf(context);
  const word = Number(choice.word);
  const spoken = t.first.query(head.tokens[word]);
  const above = { ...context, height: Math.max(110, context.height - 150) };
  const layout = wordsLayout(head.tokens, context.measure, above);
  const list = Math.min(context.width, 760);
  return {
    isWide: true,
    sentence: t.first.ask(head.tokens[word]),
    note: t.first.askTry,
    figure: html`<${Words}
        context=${above}
        words=${head.tokens}
        query=${word}
        weights=${null}
        choose=${(/** @type {number} */ place) => choose({ word: String(place) })}
      />
      ${!layout.isColumn && connector(layout.boxes[word], (context.width - list) / 2, list, context.width)}
      <figure class="asked">
        <${Strip} context=${context} values=${rowOf(head.q, word)} high=${4} label=${spoken} />
        <figcaption>${spoken}</figcaption>
      </figure>`,
  };
}

/**
 * Widens from a word to the list below it.
 *
 * @param {{ left: number, width: number }} box
 * @param {number} left
 * @param {number} wide
 * @param {number} width
 */
function connector(box, left, wide, width) {
  return html`<svg class="connector" width=${width} height="34" aria-hidden="true">
    <path d="M${box.left} 0h${box.width}L${left + wide} 34h${-wide}z" />
  </svg>`;
}

/** @param {StoryContext} context @returns {StoryStep} */
function match(context) {
  const { t, language, choice, choose } = context;
  const { head, worked } = numbersOf(context);
  const key = Number(choice.key);
  const query = rowOf(head.q, QUERY);
  const scores = rowOf(worked.scaled, QUERY);
  const sum = rowOf(worked.scores, QUERY)[key];
  const products = Float64Array.from(rowOf(head.k, key), (each, i) => each * query[i]);
  const strip = (/** @type {ArrayLike<number>} */ values, /** @type {string} */ label, high = 4) =>
    html`<${Strip} context=${context} values=${values} high=${high} label=${label} />`;
  return {
    sentence: t.first.match(head.tokens[ANSWER]),
    figure: html`<${List}
        className="matched"
        head=${{ word: 'met', drawn: strip(query, t.first.query('met')), number: t.first.queryShort }}
        heading=${['', t.first.keys, t.first.score]}
        lines=${head.tokens.map((word, place) => ({
          word,
          drawn: strip(rowOf(head.k, place), t.first.key(word)),
          number: decimal(language, scores[place], 1),
          isLarge: place === ANSWER,
        }))}
        foot=${{
          word: t.first.products,
          drawn: strip(products, t.first.products, 7),
          number: decimal(language, sum, 1),
        }}
        chosen=${key}
        choose=${(/** @type {number} */ place) => choose({ key: String(place) })}
      />
      <p class="sum-text">
        ${t.first.matchSum(head.tokens[key], decimal(language, sum, 2), decimal(language, scores[key], 2))}
      </p>`,
  };
}

/** @param {StoryContext} context @returns {StoryStep} */
function share(context) {
  const { t, language } = context;
  const { head, worked, weights } = numbersOf(context);
  const scores = rowOf(worked.scaled, QUERY);
  return {
    sentence: t.first.share(decimal(language, weights[ANSWER], 2)),
    figure: html`<${List}
        className="shared"
        heading=${['', t.first.score, t.first.weight]}
        lines=${head.tokens.map((word, place) => ({
          word,
          drawn: html`<span class="score">${decimal(language, scores[place], 1)}</span
            ><${Bar} share=${weights[place]} />`,
          number: decimal(language, weights[place], 2),
          isLarge: place === ANSWER,
        }))}
      />
      <${Whole} context=${context} words=${head.tokens} weights=${weights} />`,
  };
}

/** @param {StoryContext} context @returns {StoryStep} */
function mix(context) {
  const { t, language, choice, choose } = context;
  const { head, worked, weights } = numbersOf(context);
  const isWeighted = choice.values === 'weighted';
  const strip = (/** @type {ArrayLike<number>} */ values, /** @type {string} */ label) =>
    html`<${Strip} context=${context} values=${values} high=${2.5} label=${label} />`;
  const valueOf = (/** @type {number} */ place) =>
    Float64Array.from(rowOf(head.v, place), (each) => (isWeighted ? each * weights[place] : each));
  return {
    sentence: t.first.mix,
    note: t.first.mixNote(percent(language, FIGURES.chances[0]), percent(language, FIGURES.chanceWithout21)),
    controls: html`<${Segments}
      label=${t.first.weighing}
      value=${choice.values}
      choices=${[
        ['plain', t.first.mixWhole],
        ['weighted', t.first.mixWeighted],
      ]}
      choose=${(/** @type {string} */ values) => choose({ values })}
    />`,
    figure: html`<${List}
      className="mixed"
      lines=${head.tokens.map((word, place) => ({
        word,
        drawn: strip(valueOf(place), t.first.value(word)),
        number: isWeighted ? `× ${decimal(language, weights[place], 2)}` : '',
        isLarge: place === ANSWER,
      }))}
      foot=${{
        word: t.first.output,
        drawn: strip(rowOf(worked.output, QUERY), t.first.output),
        number: '',
      }}
    />`,
  };
}

/** @param {StoryContext} context @returns {StoryStep} */
function attempt(context) {
  const { t, engine, language, choice, choose } = context;
  const isWhole = choice.text === 'bath';
  const id = isWhole ? (choice.last === 'met' ? 'met' : `last ${choice.last}`) : choice.text;
  const head = sequence(/** @type {'met'} */ (id), isWhole ? WORDS : undefined);
  const query = head.tokens.length - 1;
  const weights = rowOf(attended(engine, head).weights, query);
  const largest = weights.indexOf(Math.max(...weights));
  const said = isWhole ? t.first.tries[choice.last] : t.first.otherSentence(head.tokens[largest]);
  const result = `${head.tokens[largest]} ${decimal(language, weights[largest], 2)}`;
  return {
    isWide: true,
    sentence: `${t.first.tryQuestion} ${said}`,
    note: `${head.tokens[query]} → ${result}`,
    controls: html`<div class="choices">
      <${Chips}
        label=${t.first.sentence}
        value=${choice.text}
        choices=${SENTENCES.map((each) => [each, t.first.sentences[/** @type {'bath'} */ (each)]])}
        choose=${(/** @type {string} */ text) => choose({ text })}
      />
      ${
        isWhole &&
        html`<${Chips}
          label=${t.first.lastWord}
          value=${choice.last}
          choices=${LAST_WORDS.map((each) => [each, each])}
          choose=${(/** @type {string} */ last) => choose({ last })}
        />`
      }
    </div>`,
    figure: html`<${Words}
      context=${context}
      words=${head.tokens}
      query=${query}
      weights=${weights}
      id=${id}
    />`,
  };
}

/** @param {StoryContext} context @returns {StoryStep} */
function byHand({ t, language, go }) {
  const { search, together, model } = t.first.honest;
  return {
    isWide: true,
    sentence: t.first.byhand,
    figure: html`<div class="ending">
      <p class="onward">
        <button type="button" class="main-button" onClick=${() => go('words')}>${t.first.byhandNext}</button>
        <button type="button" class="quiet-button" onClick=${() => go('ahead')}>${t.first.byhandMore}</button>
      </p>
      <ul class="honest">
        <li>${search(String(MEASURED.sentences), percent(language, MEASURED.guessed))}</li>
        <li>
          ${together(percent(language, FIGURES.chanceWithout22), percent(language, FIGURES.chanceWithout23))}
        </li>
        <li>${model}</li>
      </ul>
    </div>`,
  };
}

const STEPS = { look, ask, match, share, mix, try: attempt, byhand: byHand };

/**
 * What a word looks at, for people who have never seen attention.
 *
 * @type {import('./story-step.js').DrawStep}
 */
export const first = (step, context) => STEPS[/** @type {keyof typeof STEPS} */ (step)](context);

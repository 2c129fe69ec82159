import { html } from '../../../ui/html.js';
import { Segments } from '../../../ui/controls.js';
import { attentionOf, rowOf } from './attention.js';
import { EARLY, FIGURES, MEASURED } from './data/sequences.js';
import { sequence } from './data/sequences.js';
import { Chips, QuietButton } from './figures/controls.js';
import { Flow } from './figures/flow-figure.js';
import { WeightMap } from './figures/map-figure.js';
import { Bar, List, Strip } from './figures/list-figure.js';
import { Words } from './figures/words-figure.js';
import { OUTLINES } from './options.js';
import { unmarked, decimal, percent } from './story-step.js';
/** @import { SequenceId } from './data/sequences.js' */
/** @import { Story, StoryContext, StoryStep } from './story-step.js' */

const { guess: guesses, text: texts, later: changes } = OUTLINES.ahead.options;
/** The choices for the word after "Elinor met", by alphabet: the three likeliest words and the right one. */
const NEXT_WORDS = guesses.choices.slice(2);
/** The number of words of the first sentence, and the index of its query. */
const WORDS = 8;
const QUERY = 1;
/** The height of the choices below the sentence, and the least height of the sentence, in CSS pixels. */
const CHOICES = 190;
const LEAST_WORDS = 90;

/**
 * The sentences, and the indices of their queries.
 *
 * @type {Record<string, { id: SequenceId, query: number }>}
 */
const TEXTS = {
  met: { id: 'met', query: QUERY },
  manners: { id: 'manners', query: 6 },
  Woodhouse: { id: 'Woodhouse', query: 5 },
};

/**
 * A sentence with the weights of its query, with and without the mask.
 *
 * @param {StoryContext} context @param {string} text
 */
function weightsOf({ engine }, text) {
  const { id, query } = TEXTS[text];
  const head = sequence(id, text === 'met' ? WORDS : undefined);
  const [masked, open] = [attentionOf(engine, head), attentionOf(engine, head, 'none')];
  return { head, query, after: rowOf(masked.weights, query), before: rowOf(open.weights, query) };
}

/** @param {StoryContext} context @returns {StoryStep} */
function guess(context) {
  const { t, language, choice, choose } = context;
  const { head } = weightsOf(context, 'met');
  const isAsked = choice.guess === 'none';
  const next = head.tokens[QUERY + 1];
  const chances = Object.fromEntries(EARLY.map(({ word, chance }) => [word, chance]));
  const show = (/** @type {string} */ word) => choose({ guess: word });
  const answer = choice.guess === next ? t.ahead.guessedRight : t.ahead.guessed;
  return {
    isWide: true,
    sentence: isAsked
      ? t.ahead.guess
      : answer({
          word: EARLY[0].word,
          first: percent(language, EARLY[0].chance),
          chance: percent(language, chances[next]),
        }),
    note: t.gloss.bath,
    reveal: isAsked ? { text: t.first.show, act: () => show('shown') } : undefined,
    figure: (context) =>
      html`<${Words}
          context=${{ ...context, height: Math.max(LEAST_WORDS, context.height - CHOICES) }}
          words=${head.tokens}
          query=${QUERY}
          weights=${null}
          covered=${[2, 3, 4, 5, 6, 7].slice(isAsked ? 0 : 1)}
        />
        <${List}
          className="next-choices"
          lines=${NEXT_WORDS.map((word) => ({
            word,
            drawn: isAsked ? null : html`<${Bar} share=${chances[word]} />`,
            number: isAsked ? '' : percent(language, chances[word]),
            isLarge: word === next,
          }))}
          chosen=${NEXT_WORDS.indexOf(choice.guess)}
          choose=${(/** @type {number} */ place) => show(NEXT_WORDS[place])}
        />`,
  };
}

/** @param {StoryContext} context @returns {StoryStep} */
function peek(context) {
  const { t, language } = context;
  const { head, before } = weightsOf(context, 'met');
  return {
    isWide: true,
    sentence: t.ahead.peek({
      word: 'met',
      weight: decimal(language, before[QUERY + 1], 2),
      next: head.tokens[QUERY + 1],
    }),
    note: t.ahead.peekNote,
    figure: (context) =>
      html`<${Words} context=${context} words=${head.tokens} query=${QUERY} weights=${before} />`,
  };
}

/** @param {StoryContext} context @returns {StoryStep} */
function mask(context) {
  const { t, language, choice, choose } = context;
  const { head, query, before, after } = weightsOf(context, choice.text);
  const isMasked = choice.hide === 'on';
  const word = head.tokens[query];
  const later = before.slice(query + 1).reduce((sum, weight) => sum + weight, 0);
  return {
    sentence: isMasked
      ? t.ahead.mask({ word })
      : t.ahead.maskOff({ word, weight: decimal(language, later, 2) }),
    controls: html`<div class="choices">
        <${Segments}
          label=${t.ahead.maskLabel}
          value=${choice.hide}
          choices=${[
            ['off', t.ahead.off],
            ['on', t.ahead.on],
          ]}
          choose=${(/** @type {string} */ hide) => choose({ hide })}
        />
        <${Chips}
          label=${t.ahead.sentence}
          value=${choice.text}
          choices=${texts.choices.map((each) => [each, t.ahead.sentences[/** @type {'met'} */ (each)]])}
          choose=${(/** @type {string} */ text) => choose({ text })}
        />
      </div>
      <p class="key-of-colors">
        <span class="kept">${isMasked ? t.kept : t.withoutMask}</span>
        ${isMasked && html`<span class="gained">${t.flowedIn}</span><span class="removed">${t.removed}</span>`}
      </p>`,
    figure: (context) =>
      html`<${Flow}
        context=${context}
        words=${head.tokens}
        query=${query}
        before=${before}
        after=${after}
        isMasked=${isMasked}
      />`,
  };
}

/**
 * The output of the query before and after a later word is changed, with the mask and without it.
 *
 * @param {StoryContext['engine']} engine
 * @param {string} change
 */
function compareOutputs(engine, change) {
  const [one, other] = [sequence('met', WORDS), sequence(/** @type {SequenceId} */ (`later ${change}`))];
  const compare = (/** @type {'causal' | 'none'} */ attentionMask) => {
    const [before, after] = [one, other].map((head) =>
      rowOf(attentionOf(engine, head, attentionMask).output, QUERY),
    );
    const difference = Float64Array.from(after, (each, i) => each - before[i]);
    const length = (/** @type {Float64Array} */ list) => Math.hypot(...list);
    return {
      before,
      after,
      difference,
      same: [...before].filter((each, i) => Object.is(each, after[i])).length,
      moved: length(difference) / length(before),
    };
  };
  return { masked: compare('causal'), open: compare('none') };
}

/** The sentence with the old and the new word. @param {string} change */
function changedSentence(change) {
  const [old, now] = [sequence('met', WORDS), sequence(/** @type {SequenceId} */ (`later ${change}`))];
  const word = (/** @type {string} */ each, /** @type {number} */ place) =>
    each !== now.tokens[place]
      ? html`<del>${each}</del> <ins>${now.tokens[place]}</ins> `
      : place === QUERY
        ? html`<span class="query">${each}</span> `
        : `${each} `;
  return html`<p class="changed-sentence" lang="en">${old.tokens.map(word)}</p>`;
}

/** @param {StoryContext} context @returns {StoryStep} */
function change(context) {
  const { t, language, choice, choose, engine } = context;
  const { masked, open } = compareOutputs(engine, choice.later);
  const panel = (
    /** @type {string} */ title,
    /** @type {typeof open} */ found,
    /** @type {string} */ result,
  ) => {
    const strip = (/** @type {string} */ when, /** @type {Float64Array} */ values) =>
      html`<div class="entry">
        <span class="of">${when}</span>
        <span class="drawn"
          ><${Strip}
            context=${context}
            values=${values}
            high=${2.5}
            label=${t.ahead.outputSpoken({ when: `${title}, ${when}` })}
        /></span>
      </div>`;
    return html`<section class="compared">
      <h3>${title}</h3>
      <div class="entries">
        ${strip(t.ahead.before, found.before)} ${strip(t.ahead.after, found.after)}
        ${strip(t.ahead.difference, found.difference)}
      </div>
      <p class="result">${unmarked(result)}</p>
    </section>`;
  };
  const of = masked.before.length;
  return {
    sentence: choice.later === 'Bath' ? t.ahead.changePlace : t.ahead.change({ word: choice.later }),
    controls: html`<${Chips}
      label=${t.ahead.changeLabel}
      value=${choice.later}
      choices=${changes.choices.map((each) => [each, t.ahead.changes[/** @type {'Lucy'} */ (each)]])}
      choose=${(/** @type {string} */ later) => choose({ later })}
    />`,
    figure: () =>
      html`${changedSentence(choice.later)}
        <div class="panels">
          ${panel(t.withMask, masked, t.ahead.same({ same: masked.same, of }))}
          ${panel(t.withoutMask, open, t.ahead.differs({ changed: of - open.same, of, percent: percent(language, open.moved) }))}
        </div>`,
  };
}

/** @param {StoryContext} context @returns {StoryStep} */
function grow(context) {
  const { t, language, choice, choose, engine } = context;
  const length = Number(choice.length);
  const head = sequence('met', length);
  const { weights } = attentionOf(engine, head);
  const added = length - WORDS;
  const last = head.tokens[length - 1];
  return {
    sentence:
      added === 0
        ? t.ahead.grow
        : t.ahead.grew({ word: last, chance: percent(language, FIGURES.chances[added - 1]) }),
    note: t.ahead.growNote,
    controls: html`<div class="choices">
      <${QuietButton}
        text=${t.ahead.add}
        disabled=${length === sequence('met').tokens.length}
        act=${() => choose({ length: String(length + 1) })}
      />
      ${
        added > 0 &&
        html`<${QuietButton} text=${t.ahead.again} act=${() => choose({ length: String(WORDS) })} />`
      }
    </div>`,
    figure: (context) =>
      html`<${WeightMap}
        context=${context}
        words=${head.tokens}
        weights=${weights}
        label=${t.mapSpoken({ text: head.tokens.join(' ') })}
        size=${Math.min(context.width, context.height)}
        row=${added > 0 ? length - 1 : undefined}
        fresh=${added > 0 ? length - 1 : undefined}
      />`,
  };
}

/** @param {StoryContext} context @returns {StoryStep} */
function ending({ t, language, go }) {
  const { picked, little, much, bits } = t.ahead.honest;
  return {
    isWide: true,
    sentence: t.ahead.numbers,
    figure: () =>
      html`<div class="ending">
        <p class="onward">
          <${QuietButton} text=${t.ahead.toNotebook} act=${() => go('scale-mask', 'mask')} />
        </p>
        <ul class="honest">
          <li>${picked({ mean: decimal(language, MEASURED.ahead, 2) })}</li>
          <li>
            ${little({ masked: percent(language, FIGURES.chanceMasked), unmasked: percent(language, FIGURES.chanceUnmasked) })}
          </li>
          <li>
            ${much({
              tokens: MEASURED.tokens,
              masked: percent(language, MEASURED.rightMasked),
              unmasked: percent(language, MEASURED.rightUnmasked),
            })}
          </li>
          <li>${bits}</li>
        </ul>
      </div>`,
  };
}

/** The causal mask: why no word looks ahead. @type {Story} */
export const ahead = { guess, peek, mask, change, grow, numbers: ending };

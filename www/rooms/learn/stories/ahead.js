import { html } from '../../../ui/html.js';
import { Segments } from '../../../ui/controls.js';
import { rowOf, sum } from '../lessons/matrix.js';
import { attentionOf } from './attention.js';
import { EARLY, FIGURES, MEASURED, sequence } from './data/sequences.js';
import { Chips, ending, optionOf, QuietButton } from './figures/controls.js';
import { Flow } from './figures/flow-figure.js';
import { WeightMap } from './figures/map-figure.js';
import { Bar, List, Strip } from './figures/list-figure.js';
import { Words, wordsFigure } from './figures/words-figure.js';
import { OUTLINES } from './options.js';
import { unmarked, decimal, percent } from './story-step.js';
/** @import { SequenceId } from './data/sequences.js' */
/** @import { Story, StoryContext } from './story-step.js' */

const { guess: guesses } = OUTLINES.ahead.options;
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

/** The causal mask: why no word looks ahead. @type {Story} */
export const ahead = {
  guess(context) {
    const { t, language } = context;
    const { head } = weightsOf(context, 'met');
    const { value, choose } = optionOf(context, 'guess');
    const isAsked = value === 'none';
    const next = head.tokens[QUERY + 1];
    const chances = Object.fromEntries(EARLY.map(({ word, chance }) => [word, chance]));
    const answer = value === next ? t.ahead.guessedRight : t.ahead.guessed;
    const lines = NEXT_WORDS.map((word) => ({
      word,
      drawn: isAsked ? null : html`<${Bar} share=${chances[word]} />`,
      number: isAsked ? '' : percent(language, chances[word]),
      isLarge: word === next,
    }));
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
      reveal: isAsked ? { text: t.first.show, act: () => choose('shown') } : undefined,
      figure: (context) =>
        html`<${Words}
            context=${{ ...context, height: Math.max(LEAST_WORDS, context.height - CHOICES) }}
            words=${head.tokens}
            query=${QUERY}
            weights=${null}
            covered=${[2, 3, 4, 5, 6, 7].slice(isAsked ? 0 : 1)}
          />
          <${List}
            ...${{ className: 'next-choices', lines, chosen: NEXT_WORDS.indexOf(value) }}
            choose=${(/** @type {number} */ place) => choose(NEXT_WORDS[place])}
          />`,
    };
  },

  peek(context) {
    const { t, language } = context;
    const { head, before } = weightsOf(context, 'met');
    const [word, next] = head.tokens.slice(QUERY);
    return {
      isWide: true,
      sentence: t.ahead.peek({ word, weight: decimal(language, before[QUERY + 1], 2), next }),
      note: t.ahead.peekNote,
      figure: wordsFigure({ words: head.tokens, query: QUERY, weights: before }),
    };
  },

  mask(context) {
    const { t, language, choice } = context;
    const { head, query, before, after } = weightsOf(context, choice.text);
    const isMasked = choice.hide === 'on';
    const word = head.tokens[query];
    const later = sum(before.slice(query + 1));
    return {
      sentence: isMasked
        ? t.ahead.mask({ word })
        : t.ahead.maskOff({ word, weight: decimal(language, later, 2) }),
      controls: html`<div class="choices">
          <${Segments}
            ...${optionOf(context, 'hide')}
            label=${t.ahead.maskLabel}
            choices=${Object.entries({ off: t.ahead.off, on: t.ahead.on })}
          />
          <${Chips}
            ...${optionOf(context, 'text')}
            label=${t.ahead.sentence}
            choices=${Object.entries(t.ahead.sentences)}
          />
        </div>
        <p class="key-of-colors">
          <span class="kept">${isMasked ? t.kept : t.withoutMask}</span>
          ${isMasked && html`<span class="gained">${t.flowedIn}</span><span class="removed">${t.removed}</span>`}
        </p>`,
      figure: (context) =>
        html`<${Flow} ...${{ context, words: head.tokens, query, before, after, isMasked }} />`,
    };
  },

  change(context) {
    const { t, language, engine } = context;
    const { value, choose } = optionOf(context, 'later');
    const { masked, open } = compareOutputs(engine, value);
    /** @param {string} title @param {typeof open} found @param {string} result */
    const panel = (title, found, result) =>
      html`<section class="compared">
        <h3>${title}</h3>
        <div class="entries">
          ${
            /** @type {const} */ (['before', 'after', 'difference']).map((part) => {
              const label = t.ahead.outputSpoken({ when: `${title}, ${t.ahead[part]}` });
              return html`<div class="entry">
                <span class="of">${t.ahead[part]}</span>
                <span class="drawn"
                  ><${Strip} ...${{ context, values: found[part], high: 2.5, label }}
                /></span>
              </div>`;
            })
          }
        </div>
        <p class="result">${unmarked(result)}</p>
      </section>`;
    const of = masked.before.length;
    const differs = { changed: of - open.same, of, percent: percent(language, open.moved) };
    return {
      sentence: value === 'Bath' ? t.ahead.changePlace : t.ahead.change({ word: value }),
      controls: html`<${Chips}
        ...${{ value, choose }}
        label=${t.ahead.changeLabel}
        choices=${Object.entries(t.ahead.changes)}
      />`,
      figure: () =>
        html`${changedSentence(value)}
          <div class="panels">
            ${panel(t.withMask, masked, t.ahead.same({ same: masked.same, of }))}
            ${panel(t.withoutMask, open, t.ahead.differs(differs))}
          </div>`,
    };
  },

  grow(context) {
    const { t, language, engine } = context;
    const { value, choose } = optionOf(context, 'length');
    const length = Number(value);
    const { tokens: words, ...head } = sequence('met', length);
    const { weights } = attentionOf(engine, head);
    const added = length - WORDS;
    const last = added > 0 ? length - 1 : undefined;
    return {
      sentence:
        last === undefined
          ? t.ahead.grow
          : t.ahead.grew({ word: words[last], chance: percent(language, FIGURES.chances[added - 1]) }),
      note: t.ahead.growNote,
      controls: html`<div class="choices">
        <${QuietButton}
          text=${t.ahead.add}
          disabled=${length === sequence('met').tokens.length}
          act=${() => choose(length + 1)}
        />
        ${last && html`<${QuietButton} text=${t.ahead.again} act=${() => choose(WORDS)} />`}
      </div>`,
      figure: (context) =>
        html`<${WeightMap}
          ...${{ context, words, weights, row: last, fresh: last }}
          label=${t.mapSpoken({ text: words.join(' ') })}
          size=${Math.min(context.width, context.height)}
        />`,
    };
  },

  numbers({ t, language, go }) {
    const { picked, little, much, bits } = t.ahead.honest;
    const share = (/** @type {number} */ each) => percent(language, each);
    const { chanceMasked, chanceUnmasked } = FIGURES;
    const { tokens, rightMasked, rightUnmasked } = MEASURED;
    return {
      isWide: true,
      sentence: t.ahead.numbers,
      figure: () =>
        ending(
          [{ text: t.ahead.toNotebook, act: () => go('scale-mask', 'mask') }],
          [
            picked({ mean: decimal(language, MEASURED.ahead, 2) }),
            little({ masked: share(chanceMasked), unmasked: share(chanceUnmasked) }),
            much({ tokens, masked: share(rightMasked), unmasked: share(rightUnmasked) }),
            bits,
          ],
        ),
    };
  },
};

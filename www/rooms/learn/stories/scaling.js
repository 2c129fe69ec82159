import { html } from '../../../ui/html.js';
import { BY_HAND } from '../lessons/by-hand.js';
import { rowsOf, sum } from '../lessons/matrix.js';
import { attentionOf } from './attention.js';
import { onward, optionOf } from './figures/controls.js';
import { OUTLINES } from './options.js';
import { decimal } from './story-step.js';
/** @import { Engine } from './attention.js' */
/** @import { Story, StoryContext } from './story-step.js' */

/** The numbers of features of a query: powers of two, so that the slider has few stops. */
const SIZES = OUTLINES.scaling.options.d.choices;
const WORDS = 16;
const SEED = 7;
const NORMAL = { distribution: /** @type {const} */ ('randn'), factor: 1 };

/** @typedef {{ variance: number, largest: number, weights: number[] }} Side */

/**
 * Random scores, unscaled and divided by √d: their variance, the largest weight of a row on average, and the
 * weights of the first row, largest first.
 *
 * @param {Engine} engine
 * @param {number} d - the number of features
 * @returns {{ unscaled: Side, scaled: Side }}
 */
function sharpness(engine, d) {
  const shape = { ...NORMAL, rows: WORDS, cols: d };
  const [q, k] = engine.draw(SEED, [shape, shape]);
  const v = { rows: WORDS, cols: 1, data: new Float64Array(WORDS) };
  const side = (/** @type {'none' | 'sqrt'} */ scale) => {
    const { variance, weights } = attentionOf(engine, { q, k, v }, 'none', scale);
    const rows = rowsOf(weights).map((row) => [...row].sort((a, b) => b - a));
    const largest = sum(rows.map(([first]) => first)) / WORDS;
    return { variance: scale === 'sqrt' ? variance.scaled : variance.scores, largest, weights: rows[0] };
  };
  return { unscaled: side('none'), scaled: side('sqrt') };
}

/**
 * The figures of one side, and the weights of one row as bars.
 *
 * @param {{ context: StoryContext, name: string, side: Side, isQuiet?: boolean }} props
 */
function Panel({ context, name, side, isQuiet }) {
  const { t, language } = context;
  return html`<section class=${isQuiet ? 'sharpness muted' : 'sharpness'}>
    <h3>${name}</h3>
    <div class="columns" role="img" aria-label=${t.scaling.barsSpoken}>
      ${side.weights.map(
        (weight) => html`<span style=${{ height: `${Math.max(0.4, weight * 100)}%` }}></span>`,
      )}
    </div>
    <p class="axis" aria-hidden="true">${t.scaling.bars}</p>
    <dl>
      <dt>${t.scaling.variance}</dt>
      <dd>${decimal(language, side.variance, side.variance < 10 ? 2 : 1)}</dd>
      <dt>${t.scaling.largest}</dt>
      <dd>${decimal(language, side.largest, 2)}</dd>
    </dl>
  </section>`;
}

/** @param {StoryContext} context */
function slider(context) {
  const { t } = context;
  const { value, choose } = optionOf(context, 'd');
  return html`<label class="d-slider">
    <span>${t.scaling.slider}</span>
    <output>${value}</output>
    <input
      type="range"
      min="0"
      max=${SIZES.length - 1}
      step="1"
      value=${SIZES.indexOf(value)}
      aria-valuetext=${`d = ${value}`}
      onInput=${(/** @type {any} */ event) => choose(SIZES[Number(event.currentTarget.value)])}
    />
  </label>`;
}

/** The names of the variances that the notebook prints. */
const VARIANCES = /** @type {const} */ (['q', 'k', 'scores', 'scaled']);

/** Why scores are divided by √d. @type {Story} */
export const scaling = {
  grow(context) {
    const { t, language, choice, engine } = context;
    const { unscaled: side } = sharpness(engine, Number(choice.d));
    const variance = decimal(language, side.variance, 1);
    const sharp = t.scaling.sharp({ largest: decimal(language, side.largest, 2) });
    return {
      sentence: `${t.scaling.grow({ d: choice.d, variance })} ${sharp}`,
      note: t.scaling.drawn,
      controls: slider(context),
      figure: (context) => html`<${Panel} ...${{ context, name: t.scaling.unscaled, side }} />`,
    };
  },

  divide(context) {
    const { t, language, choice, engine } = context;
    const { unscaled, scaled } = sharpness(engine, Number(choice.d));
    return {
      sentence: t.scaling.divide({ d: choice.d, variance: decimal(language, scaled.variance, 2) }),
      note: t.scaling.divideNote,
      controls: slider(context),
      figure: (context) =>
        html`<div class="panels beside">
          <${Panel} ...${{ context, name: t.scaling.unscaled, side: unscaled, isQuiet: true }} />
          <${Panel} ...${{ context, name: t.scaling.scaled, side: scaled }} />
        </div>`,
    };
  },

  numbers({ t, language, engine, go }) {
    const { given, dims, tokens } = BY_HAND['scale-mask'];
    const { variance } = attentionOf(engine, /** @type {any} */ (given));
    const text = (/** @type {typeof VARIANCES[number]} */ name) => decimal(language, variance[name], 2);
    return {
      sentence: t.scaling.numbers({ d: String(dims.key), before: text('scores'), after: text('scaled') }),
      note: t.scaling.numbersNote({ n: tokens.length ** 2 }),
      figure: () =>
        html`<table class="variances">
            <caption>
              ${t.scaling.variance}
            </caption>
            <tbody>
              ${VARIANCES.map(
                (name) =>
                  html`<tr>
                    <th scope="row">${t.scaling.rows[name]}</th>
                    <td>${text(name)}</td>
                  </tr>`,
              )}
            </tbody>
          </table>
          ${onward([{ text: t.scaling.toNotebook, act: () => go('scale-mask', 'scale') }])}`,
    };
  },
};

import { html } from '../../../ui/html.js';
import { BY_HAND } from '../lessons/by-hand.js';
import { attentionOf } from './attention.js';
import { QuietButton } from './figures/controls.js';
import { OUTLINES } from './options.js';
import { decimal } from './story-step.js';
/** @import { Engine } from './attention.js' */
/** @import { Story, StoryStep, StoryContext } from './story-step.js' */

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
    const rows = Array.from({ length: WORDS }, (_, row) =>
      [...weights.data.subarray(row * WORDS, (row + 1) * WORDS)].sort((a, b) => b - a),
    );
    const largest = rows.reduce((sum, row) => sum + row[0], 0) / WORDS;
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
function slider({ t, choice, choose }) {
  const place = SIZES.indexOf(choice.d);
  return html`<label class="d-slider">
    <span>${t.scaling.slider}</span>
    <output>${choice.d}</output>
    <input
      type="range"
      min="0"
      max=${SIZES.length - 1}
      step="1"
      value=${place}
      aria-valuetext=${`d = ${choice.d}`}
      onInput=${(/** @type {any} */ event) => choose({ d: SIZES[Number(event.currentTarget.value)] })}
    />
  </label>`;
}

/** @param {StoryContext} context @returns {StoryStep} */
function grow(context) {
  const { t, language, choice, engine } = context;
  const { unscaled } = sharpness(engine, Number(choice.d));
  return {
    sentence: `${t.scaling.grow({ d: choice.d, variance: decimal(language, unscaled.variance, 1) })} ${t.scaling.sharp({ largest: decimal(language, unscaled.largest, 2) })}`,
    note: t.scaling.drawn,
    controls: slider(context),
    figure: (context) => html`<${Panel} context=${context} name=${t.scaling.unscaled} side=${unscaled} />`,
  };
}

/** @param {StoryContext} context @returns {StoryStep} */
function divide(context) {
  const { t, language, choice, engine } = context;
  const { unscaled, scaled } = sharpness(engine, Number(choice.d));
  return {
    sentence: t.scaling.divide({ d: choice.d, variance: decimal(language, scaled.variance, 2) }),
    note: t.scaling.divideNote,
    controls: slider(context),
    figure: (context) =>
      html`<div class="panels beside">
        <${Panel} context=${context} name=${t.scaling.unscaled} side=${unscaled} isQuiet />
        <${Panel} context=${context} name=${t.scaling.scaled} side=${scaled} />
      </div>`,
  };
}

/** @param {StoryContext} context @returns {StoryStep} */
function ending(context) {
  const { t, language, engine, go } = context;
  const { given, dims, tokens } = BY_HAND['scale-mask'];
  const { variance } = attentionOf(engine, /** @type {any} */ (given));
  const names = /** @type {('q' | 'k' | 'scores' | 'scaled')[]} */ (Object.keys(t.scaling.rows));
  return {
    sentence: t.scaling.numbers({
      d: String(dims.key),
      before: decimal(language, variance.scores, 2),
      after: decimal(language, variance.scaled, 2),
    }),
    note: t.scaling.numbersNote({ n: tokens.length ** 2 }),
    figure: () =>
      html`<table class="variances">
          <caption>
            ${t.scaling.variance}
          </caption>
          <tbody>
            ${names.map(
              (name) =>
                html`<tr>
                  <th scope="row">${t.scaling.rows[name]}</th>
                  <td>${decimal(language, variance[name], 2)}</td>
                </tr>`,
            )}
          </tbody>
        </table>
        <p class="onward">
          <${QuietButton} text=${t.scaling.toNotebook} act=${() => go('scale-mask', 'scale')} />
        </p>`,
  };
}

/** Why scores are divided by √d. @type {Story} */
export const scaling = { grow, divide, numbers: ending };

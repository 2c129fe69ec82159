import { boardOf } from '../boards.js';
import { axesOf, axisLabels, shortLabels } from '../../../../figure/axes.js';
import { html } from '../../../../ui/html.js';
import { valueAt } from '../../operations/operation.js';
import { chosenCell } from '../../stage/scene.js';
import { specOf } from '../../stage/spec.js';
import { matrixStep } from '../../stage/matrix-step.js';
import { LineBands } from '../../later-view.js';
import { decimal } from '../../../../format/display.js';
/** @import { Model } from '../../../../types.js' */
/** @import { FigureProps, StageStep } from '../../stage/stage.js' */
/** @import { StageTools } from '../../stage/matrix-step.js' */
/** @import { Kind } from '../kind.js' */

/** A number of keys, with buttons to change it. @param {Model} model @param {StageTools} tools */
function stepper({ state, lesson, t }, { change }) {
  const words = t.stage.picks;
  const button = (/** @type {string} */ text, /** @type {string} */ label, /** @type {number} */ keys) =>
    html`<button
      type="button"
      aria-label=${label}
      disabled=${keys < 1 || keys > lesson.tokens.length}
      onClick=${() => void change({ keys })}
    >
      ${text}
    </button>`;
  return html`<div class="stepper" role="group" aria-label=${words.keys}>
    ${button('−', words.fewer, state.keys - 1)}<output>${state.keys}</output>${button('+', words.more, state.keys + 1)}
    <span aria-hidden="true">${words.keys}</span>
  </div>`;
}

/** What the chosen query loses. @param {Model} model @param {number} row */
function lostSays(model, row) {
  const { lesson, language, t } = model;
  const names = shortLabels(axisLabels(lesson, axesOf('weights').col) ?? []);
  const keys = names.map((_, key) => key).slice(0, row + 1);
  const isPicked = (/** @type {number} */ key) => valueAt(model, 'picked', row, key) === 1;
  const list = new Intl.ListFormat(language);
  const kept = list.format(keys.filter(isPicked).map((key) => names[key]));
  const missed = keys
    .filter((key) => !isPicked(key))
    .sort((a, b) => valueAt(model, 'weights', row, b) - valueAt(model, 'weights', row, a));
  const { says } = t.stage;
  const word = lesson.tokens[row];
  return missed.length === 0
    ? says.nothingLost({ word })
    : says.lost({ word, kept, missed: names[missed[0]] });
}

/** @param {Model} model @param {StageTools} tools */
function lostStep(model, tools) {
  const spec = boardOf('lost', model.t.stage.picks);
  const question = tools.questionIn('lost');
  const asked = question && !question.state.open ? question.cell : null;
  const { row } = asked ?? chosenCell(model, spec, tools.activeCell, question?.cell);
  return matrixStep(model, tools, 'lost', asked ? model.t.stage.says.lostAsked : lostSays(model, row), spec, {
    aside: stepper(model, tools),
  });
}

/** The same with 100,000 words. @param {Model} model @returns {StageStep} */
function manyStep(model) {
  const { t } = model;
  return {
    id: 'many',
    name: t.stepNames.many,
    sentence: t.stage.says.many,
    figure: (props) => html`<${Many} ...${{ model, props }} />`,
  };
}

/** An indexer that picks keys, and what is lost. @type {Kind} */
export const picked = {
  id: 'picked',
  owns: ({ picks }) => picks === true,
  whole: () => LineBands,
  steps(model, tools) {
    const { graph, state, t } = model;
    const { says } = t.stage;
    const keys = { keys: state.keys };
    return [
      matrixStep(model, tools, 'index', says.index, specOf(graph, 'index')),
      matrixStep(model, tools, 'best', says.best(keys), boardOf('best', t.stage.picks), {
        aside: stepper(model, tools),
      }),
      matrixStep(model, tools, 'score', says.fullScore, specOf(graph, 'fullScores')),
      matrixStep(model, tools, 'softmax', says.fullSoftmax, specOf(graph, 'weights')),
      lostStep(model, tools),
      matrixStep(model, tools, 'share', says.share, boardOf('share', t.stage.picks), {
        aside: stepper(model, tools),
      }),
      manyStep(model),
    ];
  },
};

/**
 * DeepSeek-V3.2 with a text of 100,000 tokens: the products of one query in one layer. A query of the
 * indexer has 64 heads of 128 features. One of attention has 128 heads; with absorbed projections, each
 * multiplies 512 + 64 features for a score and 512 for the output. The sizes are those of its configuration.
 */
const SEEN = 100_000;
const PICKED = 2_048;
const INDEX = 64 * 128;
const ATTEND = 128 * (512 + 64 + 512);
/** The unit of the figure. */
const BILLION = 1e9;

/** The products of each way, in billions. */
const PRODUCTS = /** @type {const} */ ([
  ['all', (SEEN * ATTEND) / BILLION],
  ['index', (SEEN * INDEX) / BILLION],
  ['picked', (PICKED * ATTEND) / BILLION],
]);

/**
 * The products of a query with all keys, and with an indexer.
 *
 * @param {{ model: Model, props: FigureProps }} props
 */
function Many({ model, props: { width, size, large = 1 } }) {
  const { many } = model.t.stage;
  const [[, most]] = PRODUCTS;
  const zoom = size === 'present' ? 1.3 * large : large;
  return html`<div class="many" style=${{ width: `${Math.min(width / zoom, 700)}px`, zoom: String(zoom) }}>
    <p class="many-title">${many.title}</p>
    ${PRODUCTS.map(
      ([id, products]) =>
        html`<div class=${`many-row ${id}`} key=${id}>
          <span class="of">${many.rows[id]}</span>
          <span class="track"><i style=${{ width: `${(100 * products) / most}%` }}></i></span>
          <b>${decimal(model.language, products, 2)}</b>
        </div>`,
    )}
    <p class="many-note">${many.note}</p>
  </div>`;
}

import { axesOf, axisLabels, shortLabels } from '../../../figure/axes.js';
import { Formula } from '../../../figure/formula.js';
import { baseOf, headFeatures, matrixName } from '../../../figure/heads.js';
import { notation } from '../../../figure/matrices.js';
import { localized } from '../../../format/display.js';
import { html } from '../../../ui/html.js';
import { operationOf } from '../operations/index.js';
import { worksheetTexts } from '../numbers.js';
import { outlineOf } from './outline.js';
/** @import { Formula as Notation } from '../../../figure/matrices.js' */
/** @import { Model, Node } from '../../../types.js' */
/** @import { Item } from './outline.js' */

/** The size class of cells by the least number of columns. */
const SIZES = /** @type {const} */ ([
  [21, 'tiny'],
  [11, 'small'],
  [0, 'usual'],
]);

/**
 * The worksheet of a lesson.
 *
 * @param {{ model: Model, hasAnswers: boolean, story?: string }} props - with all rows shown; `hasAnswers`:
 *   whether the results are filled in; `story`: the story that the sheet is for, if it is that of another
 *   lesson
 */
export function Sheet({ model, hasAnswers, story }) {
  const { lesson, t } = model;
  const { worksheet: words, lessons } = t;
  const line = (/** @type {string} */ text) => html`<span>${text} <i class="rule"></i></span>`;
  const { title } = lessons[lesson.id];
  return html`<main class=${hasAnswers ? 'sheet answers' : 'sheet'}>
    <header>
      <h1>${title}</h1>
      <p class="kind">${hasAnswers ? words.withAnswers : words.heading}</p>
      ${
        story !== undefined &&
        html`<p class="note for-story">${words.forStory({ story: lessons[story].title, lesson: title })}</p>`
      }
      ${!hasAnswers && html`<p class="who">${line(words.name)}${line(words.date)}</p>`}
      <p class="attention"><${Formula} formula=${lesson.formula} t=${t} /></p>
      <p class="note">${words.rounded}</p>
    </header>
    ${outlineOf(model).map(
      ({ step, items }, place) =>
        html`<section>
          <h2>${`${place + 1}. ${t.stepNames[/** @type {'embed'} */ (step)]}`}</h2>
          <p>${instruction(model, step)}</p>
          <div class="items">
            ${items.map((item) => html`<${Figure} ...${{ model, item, hasAnswers }} />`)}
          </div>
        </section>`,
    )}
    <footer>${words.made}</footer>
  </main>`;
}

/** The instruction of a step. @param {Model} model @param {string} step */
function instruction(model, step) {
  const { lesson, switches, state, t, compared } = model;
  const says = t.worksheet.steps;
  const plain = /** @type {Record<string, string>} */ (/** @type {unknown} */ (says));
  if (step === 'best') return says.best({ keys: String(state.keys) });
  if (compared) return step === 'tokens' ? says.tokens : says.scheme;
  if (step === 'project' && lesson.given.q) return says.given;
  if (step === 'scale') {
    const { root, by } = /** @type {Extract<Node, { kind: 'scale' }>} */ (model.graph.scaled);
    return root
      ? says.scale({ size: String(root) })
      : says.factor({ factor: localized(String(by), model.language) });
  }
  if (step === 'softmax') return says.softmax[switches.softmaxAxis]({ score: scoreIn(model) });
  if (lesson.layer || lesson.picks) return plain[step] ?? '';
  if (step === 'split' || step === 'attend')
    return says[step]({ head: String(Math.min(state.head, (lesson.heads?.heads ?? 1) - 1) + 1) });
  if (step === 'factor') return says.factored;
  if (step === 'cut') return says.cut({ rank: String(state.rank) });
  if (step === 'embed') return model.graph.x?.kind === 'sum' ? says.embed : says.given;
  return plain[step] ?? '';
}

/** What the numbers before the softmax are called. @param {Model} model */
const scoreIn = ({ graph, t }) => t.worksheet.score[Object.keys(graph).some(isScaled) ? 'scaled' : 'plain'];

/** @param {string} id */
const isScaled = (id) => baseOf(id) === 'scaled';

/** One matrix with its name. @param {{ model: Model, item: Item, hasAnswers: boolean }} props */
function Figure({ model, item: { id, matrix, asked }, hasAnswers }) {
  const { t } = model;
  const { rows, cols } = matrix;
  const isWorking = id === 'exponentials';
  const isResult = asked.includes(1);
  const name = isWorking
    ? t.worksheet[model.switches.softmaxForm]({ score: scoreIn(model) })
    : matrixName(t, id);
  const { row, col } = isWorking ? { row: 'query', col: 'key' } : axesOf(id);
  const rowLabels = id === 'wO' ? headFeatures(model, id, rows) : axisLabels(model.lesson, row);
  const labels = id === 'wO' ? null : (headFeatures(model, id, cols) ?? columnsOf(model, col));
  const columns = isWorking ? [...(labels ?? []), 'Σ'] : labels;
  const texts = worksheetTexts(matrix, !isResult, model.language);
  const [, size] = /** @type {typeof SIZES[number]} */ (SIZES.find(([least]) => cols >= least));
  const cell = (/** @type {string} */ text, /** @type {number} */ at) =>
    asked[at] === 1 ? html`<td class="asked">${hasAnswers ? text : ''}</td>` : html`<td>${text}</td>`;
  const indices = Array.from({ length: rows }, (_, at) => at);
  return html`<figure data-matrix=${id} class=${isResult ? 'result' : 'given'}>
    <figcaption>
      ${!isWorking && html`<${Formula} formula=${equation(model, id)} t=${t} />`}${' '}
      ${/* A name of one letter is already the notation. */ name.length > 1 && html`<span class="name">${name}</span>`}
    </figcaption>
    <table class=${size} aria-label=${name}>
      ${
        columns &&
        html`<thead>
          <tr>
            ${rowLabels && html`<td class="corner"></td>`}
            ${columns.map((text) => html`<th scope="col">${text}</th>`)}
          </tr>
        </thead>`
      }
      <tbody>
        ${indices.map(
          (at) =>
            html`<tr>
              ${rowLabels && html`<th scope="row">${rowLabels[at]}</th>`}
              ${texts.slice(at * cols, (at + 1) * cols).map((text, place) => cell(text, at * cols + place))}
            </tr>`,
        )}
      </tbody>
    </table>
  </figure>`;
}

/** @param {Model} model @param {string} axis */
function columnsOf({ lesson }, axis) {
  const labels = axisLabels(lesson, axis);
  return labels && shortLabels(labels);
}

/**
 * The notation of a matrix. If it is one letter, the worksheet also shows what the matrix is computed from.
 *
 * @param {Model} model @param {string} id @returns {Notation}
 */
function equation({ graph, switches }, id) {
  const own = notation(id, switches);
  const formula = operationOf(graph[id]).formula?.(graph[id]);
  if (typeof own !== 'string' || !formula) return own;
  const parts = formula.map((part) => (typeof part === 'string' ? part : notation(part.of, switches)));
  return ['row', own, '=', ...parts];
}

import { axesOf, axisLabels, shortLabels } from '../../../figure/axes.js';
import { formulaElement } from '../../../figure/formula.js';
import { headFeatures, matrixName } from '../../../figure/heads.js';
import { notation } from '../../../figure/matrices.js';
import { localized } from '../../../format/separator.js';
import { element } from '../../../ui/dom.js';
import { operationOf } from '../operations/index.js';
import { worksheetTexts } from '../numbers.js';
import { outlineOf } from './outline.js';
/** @import { Formula } from '../../../figure/matrices.js' */
/** @import { Model, Node } from '../../../types.js' */
/** @import { Item } from './outline.js' */

/** Attention in the notation of the paper. @type {Formula} */
const ATTENTION = [
  'row',
  ['row', 'Attention', ['group', 'Q', ',', 'K', ',', 'V']],
  '=',
  'softmax',
  ['group', 'Q', ['transposed', 'K'], '/', ['sqrt', ['sub', 'd', 'k']]],
  'V',
];

/** @type {Formula} */
const BEFORE = ['sub', 'S', ['row', 't', '−', '1']];

/** The state of a layer by the delta rule. @type {Formula} */
const STATE = [
  'row',
  ...[['sub', 'S', 't'], '=', BEFORE, '+', ['transposed', ['sub', 'k', 't']]],
  ['group', ['sub', 'v', 't'], '−', ['sub', 'k', 't'], BEFORE],
];

/** The scores of an indexer. @type {Formula} */
const INDEX = [
  'row',
  'I',
  '=',
  'max',
  ['group', '0', ',', ['row', 'Q', '′'], ['transposed', ['row', 'K', '′']]],
];

/** The formula of a lesson. @param {Model} model @returns {Formula} */
function formulaOf({ lesson }) {
  if (lesson.layer) return STATE;
  return lesson.picks ? INDEX : ATTENTION;
}

/** The size class of cells by the least number of columns. */
const SIZES = /** @type {const} */ ([
  [21, 'tiny'],
  [11, 'small'],
  [0, 'usual'],
]);

/**
 * The worksheet of a lesson as the elements of a page.
 *
 * @param {Model} model - with all rows shown
 * @param {boolean} hasAnswers - whether the results are filled in
 * @param {string} [story] - the story that the sheet is for, if it is that of another lesson
 */
export function sheetOf(model, hasAnswers, story) {
  const { lesson, t } = model;
  const words = t.worksheet;
  const line = (/** @type {string} */ text) =>
    element('span', {}, text, ' ', element('i', { class: 'rule' }));
  const sections = outlineOf(model).map(({ step, items }, place) =>
    element(
      'section',
      {},
      element('h2', {}, `${place + 1}. ${t.stepNames[/** @type {'embed'} */ (step)]}`),
      element('p', {}, instruction(model, step)),
      element('div', { class: 'items' }, ...items.map((item) => figure(model, item, hasAnswers))),
    ),
  );
  return element(
    'main',
    { class: hasAnswers ? 'sheet answers' : 'sheet' },
    element(
      'header',
      {},
      element('h1', {}, t.lessons[lesson.id].title),
      element('p', { class: 'kind' }, hasAnswers ? words.withAnswers : words.heading),
      story === undefined
        ? null
        : element(
            'p',
            { class: 'note for-story' },
            words.forStory({ story: t.lessons[story].title, lesson: t.lessons[lesson.id].title }),
          ),
      hasAnswers ? null : element('p', { class: 'who' }, line(words.name), line(words.date)),
      element('p', { class: 'attention' }, formulaElement(formulaOf(model), t.figure.formula)),
      element('p', { class: 'note' }, words.rounded),
    ),
    ...sections,
    element('footer', {}, words.made),
  );
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
  if (step === 'softmax') return says.softmax[switches.softmaxAxis];
  if (lesson.layer || lesson.picks) return plain[step] ?? '';
  if (step === 'split' || step === 'attend')
    return says[step]({ head: String(Math.min(state.head, (lesson.heads?.heads ?? 1) - 1) + 1) });
  if (step === 'factor') return says.factored;
  if (step === 'cut') return says.cut({ rank: String(state.rank) });
  if (step === 'embed') return model.graph.x?.kind === 'sum' ? says.embed : says.given;
  return plain[step] ?? '';
}

/** One matrix with its name. @param {Model} model @param {Item} item @param {boolean} hasAnswers */
function figure(model, { id, matrix, asked }, hasAnswers) {
  const { t } = model;
  const isWorking = id === 'exponentials';
  const isResult = asked.includes(1);
  const name = isWorking ? t.worksheet[model.switches.softmaxForm] : matrixName(t, id);
  const caption = element('figcaption', {});
  if (!isWorking) caption.append(formulaElement(equation(model, id), t.figure.formula), ' ');
  // A name of one letter is already the notation.
  if (name.length > 1) caption.append(element('span', { class: 'name' }, name));
  const { rows, cols } = matrix;
  const { row, col } = isWorking ? { row: 'query', col: 'key' } : axesOf(id);
  const labels = {
    row: id === 'wO' ? headFeatures(model, id, rows) : axisLabels(model.lesson, row),
    col: id === 'wO' ? null : (headFeatures(model, id, cols) ?? columnsOf(model, col)),
  };
  if (isWorking) labels.col = [...(labels.col ?? []), 'Σ'];
  const texts = worksheetTexts(matrix, !isResult, model.language);
  const [, size] = /** @type {typeof SIZES[number]} */ (SIZES.find(([least]) => cols >= least));
  const cell = (/** @type {number} */ at) => {
    const isAsked = asked[at] === 1;
    return element('td', { class: isAsked ? 'asked' : null }, isAsked && !hasAnswers ? '' : texts[at]);
  };
  const body = Array.from({ length: rows }, (_, at) =>
    element(
      'tr',
      {},
      labels.row ? element('th', { scope: 'row' }, labels.row[at] ?? '') : null,
      ...Array.from({ length: cols }, (__, place) => cell(at * cols + place)),
    ),
  );
  const corner = labels.row ? element('td', { class: 'corner' }) : null;
  const head = labels.col
    ? element(
        'thead',
        {},
        element('tr', {}, corner, ...labels.col.map((text) => element('th', { scope: 'col' }, text))),
      )
    : null;
  const table = element('table', { class: size, 'aria-label': name }, head, element('tbody', {}, ...body));
  return element('figure', { 'data-matrix': id, class: isResult ? 'result' : 'given' }, caption, table);
}

/** @param {Model} model @param {string} axis */
function columnsOf({ lesson }, axis) {
  const labels = axisLabels(lesson, axis);
  return labels && shortLabels(labels);
}

/**
 * The notation of a matrix. If it is one letter, the worksheet also shows what the matrix is computed from.
 *
 * @param {Model} model @param {string} id @returns {Formula}
 */
function equation({ graph, switches }, id) {
  const own = notation(id, switches);
  const formula = operationOf(graph[id]).formula?.(graph[id]);
  if (typeof own !== 'string' || !formula) return own;
  const parts = formula.map((part) => (typeof part === 'string' ? part : notation(part.of, switches)));
  return ['row', own, '=', ...parts];
}

import { baseOf, headOf, isOfKv } from '../../../figure/heads.js';
import { matrixOf } from '../../../figure/matrices.js';
import { stepOf } from '../lessons/steps.js';
import { operationOf } from '../operations/index.js';
/** @import { MatrixData, Model } from '../../../types.js' */

/**
 * One matrix on a worksheet.
 *
 * @typedef {object} Item
 * @property {string} id - of the matrix, or `exponentials`
 * @property {MatrixData} matrix
 * @property {Uint8Array} asked - for each cell, 1 if the reader fills it in
 *
 * @typedef {{ step: string, items: Item[] }} Section
 */

/**
 * The matrices of a lesson by step. Steps without matrices are omitted.
 *
 * @param {Model} model
 * @returns {Section[]}
 */
export function outlineOf(model) {
  const { lesson, matrices, graph, state } = model;
  const opened = lesson.heads ? Math.min(state.head, lesson.heads.heads - 1) : null;
  const sections = lesson.steps.map((step) => ({ step, items: /** @type {Item[]} */ ([]) }));
  for (const [id, node] of Object.entries(graph)) {
    const base = baseOf(id);
    const matrix = matrices[id];
    if (!matrix?.cols || matrixOf(id).onWorksheet === 'omitted' || isOfOtherHead(model, id, opened)) continue;
    const isGiven = operationOf(node).isGiven === true || matrixOf(id).onWorksheet === 'given';
    const asked = new Uint8Array(matrix.data.length).fill(isGiven ? 0 : 1);
    if (id === 'merged' && opened !== null) markOtherHeadsGiven(asked, matrix, lesson, opened);
    const { items } = sections[stepOf(lesson, base, headOf(id) !== null)];
    if (base === 'weights' && opened === null) items.push(...exponentials(model));
    items.push({ id, matrix, asked });
  }
  // Given matrices come first.
  for (const { items } of sections) items.sort((a, b) => rank(a) - rank(b));
  return sections.filter(({ items }) => items.length > 0);
}

/** The order within a step: given matrices, queries, keys and values. @param {Item} item */
const rank = ({ id, asked }) => (asked.includes(1) ? (isOfKv(id) ? 2 : 1) : 0);

/** @param {Model} model @param {string} id @param {number | null} opened */
function isOfOtherHead({ heads }, id, opened) {
  const head = headOf(id);
  if (head === null || opened === null) return false;
  return isOfKv(id) ? head !== heads?.each[opened].kvHead : head !== opened;
}

/**
 * Marks the outputs of the other heads as given, because the worksheet has no numbers to compute them from.
 *
 * @param {Uint8Array} asked @param {MatrixData} matrix @param {Model['lesson']} lesson @param {number} opened
 */
function markOtherHeadsGiven(asked, { cols }, lesson, opened) {
  const size = cols / (lesson.heads?.heads ?? 1);
  asked.forEach((_, cell) => {
    if (Math.floor((cell % cols) / size) !== opened) asked[cell] = 0;
  });
}

/**
 * The intermediate results of a softmax by row: e to the power of each score, and the sum of each row.
 *
 * @param {Model} model @returns {Item[]}
 */
function exponentials({ softmax, switches }) {
  const { exponentials: powers, sums } = softmax;
  if (switches.softmaxAxis !== 'rows' || powers.cols === 0) return [];
  const cols = powers.cols + 1;
  const data = Float64Array.from({ length: powers.rows * cols }, (_, cell) => {
    const [row, col] = [Math.floor(cell / cols), cell % cols];
    return col < powers.cols ? powers.data[row * powers.cols + col] : sums.data[row];
  });
  return [
    {
      id: 'exponentials',
      matrix: { rows: powers.rows, cols, data },
      asked: new Uint8Array(data.length).fill(1),
    },
  ];
}

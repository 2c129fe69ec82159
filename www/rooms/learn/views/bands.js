import { INPUTS, SCHEMES, SCORES, WEIGHTS } from '../../../figure/schemes.js';
import { baseOf, MATRICES, matrixOf, ofHead } from '../../../figure/matrices.js';
import { ATTENTION_STEPS } from '../lessons/steps.js';
/** @import { Model } from '../../../types.js' */

/**
 * The matrices of a lesson in bands, on the page and in pictures.
 *
 * A band of attention has two rows, as in a product worked out on paper: the left operand is to the left of
 * the result, and the right operand is above it, so a token has the same row in the whole band. In other
 * bands the matrices stand in a line.
 *
 * A folded place shows only the name of its matrix. `isUnfolded`: the reader unfolded it and can fold it
 * again.
 *
 * @typedef {object} Place
 * @property {string} id
 * @property {string} matrix
 * @property {number} row - 1 or 2
 * @property {number} column - counted from 1
 * @property {boolean} rowLabels
 * @property {boolean} [colLabels] - also if the axis of the matrix has none
 * @property {boolean} [isFolded]
 * @property {boolean} [isUnfolded]
 *
 * @typedef {object} Band
 * @property {string} name - unique in the lesson
 * @property {string} heading
 * @property {Place[]} places
 * @property {number} columns
 * @property {number} [width] - that of a cell in CSS pixels; by default the cells of all bands fit the figure
 * @property {number} [height] - that of a cell in a picture, in CSS pixels; by default lines have low cells
 */

/** The places in the table that a band has. @type {Record<string, 'embed' | 'attend' | 'heads'>} */
const PLACES = { embed: 'embed', given: 'embed', attend: 'attend', opened: 'attend', heads: 'heads' };

/** Matrices with row labels beside the first of a line, whose rows are others. */
const LABELED = ['fading', 'vK'];
/** The widths of cells in lines, in CSS pixels: in general, and in bands with long rows. */
const CELL_WIDTH = 48;
/** @type {Record<string, number>} */
const CELL_WIDTHS = { ratings: 44, cut: 40, compare: 40 };
/** The widths of cells of compared encodings, and of their inputs. */
const COMPARED_WIDTH = { cards: 40, inputs: 26 };

/**
 * The open head and the key-value head that it reads.
 *
 * @param {Pick<Model, 'state' | 'heads'>} model
 */
export function openedHead({ state, heads }) {
  const head = Math.min(state.head, (heads?.each.length ?? 1) - 1);
  return { head, kvHead: heads?.each[head].kvHead ?? 0 };
}

/**
 * Whether the matrices of the current step stand in lines. The lesson on concepts begins with attention.
 *
 * @param {Pick<Model, 'lesson' | 'state'>} model
 */
export function isInLines({ lesson, state }) {
  return lesson.bands !== undefined && (!lesson.ratings || state.step >= ATTENTION_STEPS.length);
}

/**
 * The bands of a lesson at its current step.
 *
 * @param {Model} model
 * @returns {Band[]}
 */
export function bandsOf(model) {
  if (model.compared) return comparedBands(model);
  if (isInLines(model)) return lineBands(model);
  return model.lesson.isStory ? [storyBand(model)] : attentionBands(model);
}

/**
 * The inputs and the attention of one head. With several heads, the weights of all heads are between them,
 * beside the concatenated outputs.
 *
 * @param {Model} model
 * @returns {Band[]}
 */
function attentionBands(model) {
  const { lesson, heads } = model;
  const whole = (/** @type {string} */ base) => [base];
  const inputs = lesson.given.q ? 'given' : 'embed';
  if (!heads) return [gridBand(model, inputs, whole), gridBand(model, 'attend', whole)];
  const { head, kvHead } = openedHead(model);
  const ofEach = (/** @type {string} */ base) =>
    MATRICES[base].head ? heads.each.map((_, each) => ofHead(base, each)) : [base];
  const ofOpened = (/** @type {string} */ base) => {
    const kind = MATRICES[base].head;
    return [kind ? ofHead(base, kind === 'kv' ? kvHead : head) : base];
  };
  return [
    gridBand(model, inputs, whole),
    gridBand(model, 'heads', ofEach),
    gridBand(model, 'opened', ofOpened),
  ];
}

/**
 * A band of two rows without its empty columns.
 *
 * @param {Model} model
 * @param {'embed' | 'given' | 'attend' | 'heads' | 'opened'} name
 * @param {(base: string) => string[]} idsOf - the ids of a matrix, one for each column
 * @returns {Band}
 */
function gridBand(model, name, idsOf) {
  const { figure } = model.t;
  const found = Object.entries(MATRICES).flatMap(([base, { places }]) => {
    const place = places?.[PLACES[name]];
    if (!place) return [];
    const [column, row] = place;
    // The matrices of several heads stand side by side within their column.
    return idsOf(base).map((matrix, each) => ({ matrix, row, at: column + each / 10 }));
  });
  const used = found.filter(({ matrix }) => model.graph[matrix]);
  const columns = [...new Set(used.map(({ at }) => at))].sort((a, b) => a - b);
  return {
    name,
    heading: name === 'opened' ? figure.heads.opened({ n: openedHead(model).head + 1 }) : figure.bands[name],
    places: used
      .sort((a, b) => a.at - b.at || a.row - b.row)
      .map(({ matrix, row, at }) => {
        const column = columns.indexOf(at) + 1;
        return {
          id: `${name}-${matrix}`,
          ...{ matrix, row, column },
          rowLabels: (row === 2 && column === 1) || isV(matrix, row) || matrix === 'wO',
          colLabels: name === 'heads' && baseOf(matrix) === 'weights',
        };
      }),
    columns: columns.length,
  };
}

/** Whether a place is V above the weights. @param {string} matrix @param {number} row */
export const isV = (matrix, row) => baseOf(matrix) === 'v' && row === 1;

/**
 * The bands of a lesson whose matrices stand in lines. Matrices without columns, those of rank 0, are
 * omitted, and so are bands without matrices.
 *
 * @param {Model} model @returns {Band[]}
 */
function lineBands({ lesson, matrices, t }) {
  const headings = /** @type {Record<string, string>} */ (lesson.ratings ? t.figure.bands : t.stepNames);
  return Object.entries(lesson.bands ?? {})
    .map(([name, ids]) => {
      const shown = ids.filter((id) => matrices[id]?.cols > 0);
      const places = shown.map((matrix, index) => ({
        id: `${name}-${matrix}`,
        matrix,
        ...{ row: 1, column: index + 1 },
        rowLabels: matrixOf(matrix).axes[0] !== 'feature' && (index === 0 || LABELED.includes(matrix)),
      }));
      const width = CELL_WIDTHS[name] ?? CELL_WIDTH;
      return { name, heading: headings[name], width, places, columns: places.length };
    })
    .filter(({ places }) => places.length > 0);
}

/**
 * The scores and weights of each encoding of positions, and the inputs that they share.
 *
 * @param {Model} model @returns {Band[]}
 */
function comparedBands({ t }) {
  const { heading, inputs } = t.positions;
  const compared = SCHEMES.flatMap((scheme, at) =>
    [SCORES[scheme], WEIGHTS[scheme]].map((id, row) => ({
      id,
      matrix: id,
      row: row + 1,
      column: at + 1,
      rowLabels: true,
    })),
  );
  const shared = INPUTS.map(([id, row, column]) => ({ id, matrix: id, row, column, rowLabels: id === 'x' }));
  return [
    { name: 'cards', heading, width: COMPARED_WIDTH.cards, places: compared, columns: SCHEMES.length },
    { name: 'inputs', heading: inputs, width: COMPARED_WIDTH.inputs, places: shared, columns: INPUTS.length },
  ];
}

/** A picture of a story shows only its weights. @param {Model} model @returns {Band} */
function storyBand({ t }) {
  const place = { id: 'weights', matrix: 'weights', row: 1, column: 1, rowLabels: true, colLabels: true };
  return {
    name: 'story',
    heading: t.figure.bands.attend,
    width: 46,
    height: 34,
    places: [place],
    columns: 1,
  };
}

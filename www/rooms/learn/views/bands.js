import { MATRICES, matrixOf, ofHead } from '../../../figure/matrices.js';
/** @import { Model } from '../../../types.js' */

/**
 * The layout of matrices: bands of two rows, as in a product worked out on paper. The left operand is to the
 * left of the result, and the right operand is above it, so a token has the same row in the whole band.
 *
 * A folded place shows only the name of its matrix. `isUnfolded`: the reader unfolded it and can fold it
 * again.
 *
 * @typedef {{ id: string, matrix: string, row: number, column: number, isFolded?: boolean, isUnfolded?: boolean }} Place
 * @typedef {{ name: 'embed' | 'given' | 'attend' | 'heads' | 'opened', places: Place[], columns: number }} Band
 */

/** The places in the table that a band has. @type {Record<Band['name'], 'embed' | 'attend' | 'heads'>} */
const PLACES = { embed: 'embed', given: 'embed', attend: 'attend', opened: 'attend', heads: 'heads' };

/**
 * The open head and the key-value head that it reads.
 *
 * @param {Pick<Model, 'state' | 'heads'>} model
 */
export function openedHead({ state, heads }) {
  const head = Math.min(state.head, (heads?.each.length ?? 1) - 1);
  return { head, kvHead: heads?.each[head].kvHead ?? 0 };
}

/** The heading of a band. @param {Model} model @param {Band['name']} name */
export function headingOf(model, name) {
  const { figure } = model.t;
  return name === 'opened' ? figure.heads.opened({ n: openedHead(model).head + 1 }) : figure.bands[name];
}

/**
 * The bands of a lesson: its inputs and the attention of one head. With several heads, the weights of all
 * heads are between them, beside the concatenated outputs.
 *
 * @param {Pick<Model, 'lesson' | 'graph' | 'state' | 'heads'>} model
 * @returns {Band[]}
 */
export function bandsOf(model) {
  const { lesson, graph, heads } = model;
  const whole = (/** @type {string} */ base) => [base];
  const inputs = lesson.given.q ? 'given' : 'embed';
  if (!heads) return [band(graph, inputs, whole), band(graph, 'attend', whole)];
  const { head, kvHead } = openedHead(model);
  const ofEach = (/** @type {string} */ base) =>
    MATRICES[base].head ? heads.each.map((_, each) => ofHead(base, each)) : [base];
  const ofOpened = (/** @type {string} */ base) => {
    const kind = MATRICES[base].head;
    return [kind ? ofHead(base, kind === 'kv' ? kvHead : head) : base];
  };
  return [band(graph, inputs, whole), band(graph, 'heads', ofEach), band(graph, 'opened', ofOpened)];
}

/**
 * A band without its empty columns.
 *
 * @param {Model['graph']} graph
 * @param {Band['name']} name
 * @param {(base: string) => string[]} idsOf - the ids of a matrix, one for each column
 * @returns {Band}
 */
function band(graph, name, idsOf) {
  const found = Object.entries(MATRICES).flatMap(([base, { places }]) => {
    const place = places?.[PLACES[name]];
    if (!place) return [];
    const [column, row] = place;
    // The matrices of several heads stand side by side within their column.
    return idsOf(base).map((matrix, each) => ({ matrix, row, at: column + each / 10 }));
  });
  const used = found.filter(({ matrix }) => graph[matrix]);
  const columns = [...new Set(used.map(({ at }) => at))].sort((a, b) => a - b);
  return {
    name,
    places: used
      .sort((a, b) => a.at - b.at || a.row - b.row)
      .map(({ matrix, row, at }) => ({
        id: `${name}-${matrix}`,
        matrix,
        row,
        column: columns.indexOf(at) + 1,
      })),
    columns: columns.length,
  };
}

/** Matrices with row labels beside the first of a band, whose rows are others. */
const LABELLED = ['fading', 'vK'];
/** The widths of cells in CSS pixels: in general, and in bands with long rows. */
const CELL_WIDTH = 48;
/** @type {Record<string, number>} */
const CELL_WIDTHS = { ratings: 44, cut: 40, compare: 40 };

/**
 * The bands of a lesson whose matrices stand in lines. Matrices without columns, those of rank 0, are
 * omitted.
 *
 * @param {Pick<Model, 'lesson' | 'matrices' | 't'>} model
 */
export function lineBands({ lesson, matrices, t }) {
  const headings = /** @type {Record<string, string>} */ (lesson.ratings ? t.figure.bands : t.stepNames);
  return Object.entries(lesson.bands ?? {}).map(([name, ids]) => ({
    name,
    heading: headings[name],
    width: CELL_WIDTHS[name] ?? CELL_WIDTH,
    places: ids
      .filter((id) => matrices[id]?.cols > 0)
      .map((matrix, index) => ({
        matrix,
        rowLabels: matrixOf(matrix).axes[0] !== 'feature' && (index === 0 || LABELLED.includes(matrix)),
      })),
  }));
}

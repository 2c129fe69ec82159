import { identity } from '../lessons/matrix.js';
import { parseDraw } from '../../../format/parse-draw.js';
/** @import { Lesson, MatrixData, State, Switches } from '../../../types.js' */

/** An invalid input: the key of a message and its figures. */
export class InputError extends Error {
  /**
   * @param {string} key
   * @param {Record<string, string | number>} [figures]
   */
  constructor(key, figures = {}) {
    super(key);
    this.key = key;
    this.figures = figures;
  }
}

/** @type {('wQ' | 'wK' | 'wV')[]} */
const PROJECTIONS = ['wQ', 'wK', 'wV'];

/**
 * The input matrices: given, drawn from the seed, pasted and edited, in this order.
 *
 * @param {{ draw: (seed: number, draws: any[]) => MatrixData[] }} engine
 * @param {Lesson} lesson
 * @param {Switches} switches
 * @param {State} state
 * @returns {Record<string, MatrixData>}
 */
export function inputsOf(engine, lesson, switches, state) {
  const given = state.variant && lesson.variant ? lesson.variant : lesson.given;
  const inputs = { ...given, ...forHeads(lesson, drawn(engine, lesson, state)) };
  if (lesson.ratings)
    Object.assign(inputs, { ratings: lesson.ratings.ratings, viewers: lesson.ratings.viewers });
  if (switches.positions === 'given' && !inputs.positions)
    inputs.positions = zeros(lesson.tokens.length, lesson.dims.model);
  for (const [id, matrix] of Object.entries(state.pasted)) inputs[id] = fitting(id, inputs[id], matrix);
  return edited(inputs, lesson, state);
}

/**
 * @param {{ draw: Function }} engine
 * @param {Lesson} lesson
 * @param {State} state
 * @returns {Record<string, MatrixData>}
 */
function drawn(engine, lesson, state) {
  if (!lesson.draws) return {};
  const { model, key, value } = lesson.dims;
  const draws = [];
  const names = [];
  if (lesson.draws.embeddings) {
    draws.push({ ...spec(lesson.draws.embeddings), rows: lesson.tokens.length, cols: model });
    names.push('embeddings');
  }
  const projection = spec(state.projections ?? lesson.draws.projections);
  for (const name of PROJECTIONS) {
    draws.push({ ...projection, rows: model, cols: name === 'wV' ? value : key });
    names.push(name);
  }
  if (lesson.heads?.wO === 'drawn') {
    draws.push({ ...projection, rows: value, cols: model });
    names.push('wO');
  }
  const matrices = engine.draw(state.seed ?? lesson.draws.seed, draws);
  return Object.fromEntries(names.map((name, index) => [name, matrices[index]]));
}

/**
 * The projections of several heads. W_K and W_V are drawn for as many heads as there are query heads, and are
 * then cut to the key-value heads. So W_Q, W_O and the first key-value heads do not depend on sharing.
 *
 * @param {Lesson} lesson
 * @param {Record<string, MatrixData>} inputs
 * @returns {Record<string, MatrixData>}
 */
function forHeads({ heads, dims }, inputs) {
  if (!heads) return inputs;
  for (const [id, features] of /** @type {const} */ ([
    ['q', dims.key],
    ['v', dims.value],
  ])) {
    if (features % heads.heads !== 0)
      throw new InputError('headFeatures', { matrix: id, features, heads: heads.heads });
  }
  if (heads.heads % heads.kvHeads !== 0)
    throw new InputError('headSharing', { heads: heads.heads, kvHeads: heads.kvHeads });
  const part = heads.kvHeads / heads.heads;
  const all = {
    ...inputs,
    wK: firstColumns(inputs.wK, dims.key * part),
    wV: firstColumns(inputs.wV, dims.value * part),
  };
  return heads.wO === 'identity' ? { ...all, wO: identity(dims.value, dims.model) } : all;
}

/** @param {MatrixData} matrix @param {number} cols @returns {MatrixData} */
function firstColumns(matrix, cols) {
  if (cols === matrix.cols) return matrix;
  return { rows: matrix.rows, cols, data: matrix.data.filter((_, cell) => cell % matrix.cols < cols) };
}

/**
 * Whether a cell was cut because key-value heads are shared. Its edit is ignored until they are not.
 *
 * @param {Lesson} lesson @param {State['edits'][number]} edit
 */
function isSharedCell({ heads, dims }, { matrix, row, col }) {
  const full = { wK: dims.key, wV: dims.value }[matrix];
  return heads !== null && full !== undefined && row < dims.model && col < full;
}

/** @param {string} text */
function spec(text) {
  const parsed = parseDraw(text);
  if ('error' in parsed) throw new InputError('badDraw', { text: text.slice(0, 20) });
  return parsed;
}

/** @param {string} id @param {MatrixData | undefined} before @param {MatrixData} pasted */
function fitting(id, before, pasted) {
  if (!before) throw new InputError('noSuchMatrix', { matrix: id });
  if (before.rows !== pasted.rows || before.cols !== pasted.cols) {
    throw new InputError('pasteShape', {
      matrix: id,
      rows: pasted.rows,
      cols: pasted.cols,
      wantRows: before.rows,
      wantCols: before.cols,
    });
  }
  return pasted;
}

/** @param {Record<string, MatrixData>} inputs @param {Lesson} lesson @param {State} state */
function edited(inputs, lesson, state) {
  const out = { ...inputs };
  for (const edit of state.edits) {
    const { matrix: id, row, col, value } = edit;
    const matrix = out[id];
    // Edits of positions are ignored while positions are computed.
    if (!matrix && id === 'positions') continue;
    if (matrix && col >= matrix.cols && isSharedCell(lesson, edit)) continue;
    if (!matrix || row >= matrix.rows || col >= matrix.cols)
      throw new InputError('noSuchCell', { matrix: id, row: row + 1, col: col + 1 });
    const copy = matrix === inputs[id] ? { ...matrix, data: matrix.data.slice() } : matrix;
    copy.data[row * copy.cols + col] = value;
    out[id] = copy;
  }
  return out;
}

/** @param {number} rows @param {number} cols @returns {MatrixData} */
function zeros(rows, cols) {
  return { rows, cols, data: new Float64Array(rows * cols) };
}

import { parseDraw } from '../format/parse.js';
/** @import { Lesson, MatrixData, State, Switches } from '../types.js' */

/** An input that cannot be used, as a key of the strings and the figures that go into the sentence. */
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
 * The matrices that a computation starts from: given, drawn from the seed, pasted, and then edited, in this order.
 *
 * @param {{ draw: (seed: number, draws: any[]) => MatrixData[] }} engine
 * @param {Lesson} lesson
 * @param {Switches} switches
 * @param {State} state
 * @returns {Record<string, MatrixData>}
 */
export function inputsOf(engine, lesson, switches, state) {
  const given = state.variant && lesson.variant ? lesson.variant : lesson.given;
  const inputs = { ...given, ...drawn(engine, lesson, state) };
  if (lesson.ratings) Object.assign(inputs, { ratings: lesson.ratings.ratings, viewers: lesson.ratings.viewers });
  if (switches.positions === 'given' && !inputs.positions) inputs.positions = zeros(lesson.tokens.length, lesson.dims.model);
  for (const [id, matrix] of Object.entries(state.pasted)) inputs[id] = fitting(id, inputs[id], matrix);
  return edited(inputs, state);
}

/** @param {{ draw: Function }} engine @param {Lesson} lesson @param {State} state @returns {Record<string, MatrixData>} */
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
  const matrices = engine.draw(state.seed ?? lesson.draws.seed, draws);
  return Object.fromEntries(names.map((name, index) => [name, matrices[index]]));
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
    throw new InputError('pasteShape', { matrix: id, rows: pasted.rows, cols: pasted.cols, wantRows: before.rows, wantCols: before.cols });
  }
  return pasted;
}

/** @param {Record<string, MatrixData>} inputs @param {State} state */
function edited(inputs, state) {
  const out = { ...inputs };
  for (const { matrix: id, row, col, value } of state.edits) {
    const matrix = out[id];
    // An edit of positions waits while the switch shows computed ones.
    if (!matrix && id === 'positions') continue;
    if (!matrix || row >= matrix.rows || col >= matrix.cols) throw new InputError('noSuchCell', { matrix: id, row: row + 1, col: col + 1 });
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

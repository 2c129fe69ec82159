import { rowOf } from '../lessons/matrix.js';
import { matrixOf, ofHead } from '../../../figure/matrices.js';
/** @import { Graph, Lesson, MatrixData, State } from '../../../types.js' */

/**
 * The matrices of a layer that keeps a state, and how each is computed. The layer is computed three times:
 * with the erase term, without it, and with the decay that the reader chose.
 *
 * @param {typeof import('../../../engine/attention.js')} engine
 * @param {Lesson} lesson
 * @param {Record<string, MatrixData>} inputs
 * @param {State} state
 * @returns {{ matrices: Record<string, MatrixData>, graph: Graph }}
 */
export function layerOf(engine, lesson, { q, k, v }, { decay }) {
  const run = (/** @type {number} */ by, /** @type {boolean} */ erases) =>
    engine.stateMap({ decay: by, erases }, { q, k, v });
  const [erasing, adding, fading] = [run(1, true), run(1, false), run(decay, true)];
  const words = lesson.tokens.map((_, word) => word);
  /** @type {Record<string, MatrixData>} */
  const matrices = {
    alike: erasing.alike,
    plain: erasing.plain,
    erased: erasing.erased,
    unrolled: erasing.weights,
    layerOutput: erasing.output,
    fading: fading.weights,
  };
  const empty = { rows: k.cols, cols: v.cols, data: new Float64Array(k.cols * v.cols) };
  for (const word of words) {
    const key = rowAlone(k, word);
    const { read, difference, written, state } = erasing.steps[word];
    const ofWord = {
      ...{ keyRow: key, keyColumn: { ...key, rows: key.cols, cols: 1 }, valueRow: rowAlone(v, word) },
      ...{ read, change: difference, written, state },
      ...{ added: adding.steps[word].written, addedState: adding.steps[word].state },
      ...{ faded: fading.steps[word].kept, fadedState: fading.steps[word].state },
      before: erasing.steps[word - 1]?.state ?? empty,
      addedBefore: adding.steps[word - 1]?.state ?? empty,
      fadedBefore: fading.steps[word - 1]?.state ?? empty,
      plainRow: rowAlone(erasing.plain, word),
    };
    for (const [base, matrix] of Object.entries(ofWord)) matrices[ofHead(base, word)] = matrix;
  }
  return { matrices, graph: layerGraph(words, decay) };
}

/** @param {number[]} words @param {number} decay @returns {Graph} */
function layerGraph(words, decay) {
  /** @type {Graph} */
  const graph = {
    k: { kind: 'input', edits: 'k' },
    v: { kind: 'input', edits: 'v' },
    q: { kind: 'input', edits: 'q' },
    kT: { kind: 'transpose', of: 'k' },
    alike: { kind: 'product', left: 'k', right: 'kT' },
  };
  for (const word of words) {
    const of = (/** @type {string} */ base) => ofHead(base, word);
    /** @type {(base: string) => import('../../../types.js').Node} */
    const before = (base) => (word === 0 ? { kind: 'empty' } : { kind: 'copy', of: ofHead(base, word - 1) });
    Object.assign(graph, {
      [of('keyRow')]: { kind: 'copy', of: 'k', row: word },
      [of('valueRow')]: { kind: 'copy', of: 'v', row: word },
      [of('keyColumn')]: { kind: 'transpose', of: of('keyRow') },
      [of('before')]: before('state'),
      [of('addedBefore')]: before('addedState'),
      [of('fadedBefore')]: before('fadedState'),
      [of('plainRow')]: { kind: 'copy', of: 'plain', row: word },
      [of('added')]: { kind: 'product', left: of('keyColumn'), right: of('valueRow') },
      [of('addedState')]: { kind: 'sum', of: [of('addedBefore'), of('added')] },
      [of('read')]: { kind: 'product', left: of('keyRow'), right: of('before') },
      [of('change')]: { kind: 'difference', of: [of('valueRow'), of('read')] },
      [of('written')]: { kind: 'product', left: of('keyColumn'), right: of('change') },
      [of('state')]: { kind: 'sum', of: [of('before'), of('written')] },
      [of('faded')]: { kind: 'scale', of: of('fadedBefore'), sign: '·', by: decay },
      [of('fadedState')]: { kind: 'fade' },
    });
  }
  return {
    ...graph,
    fading: { kind: 'fade' },
    plain: { kind: 'product', left: 'q', right: 'kT' },
    erased: { kind: 'erase', weights: 'unrolled', alike: 'alike' },
    unrolled: { kind: 'difference', of: ['plain', 'erased'] },
    layerOutput: { kind: 'product', left: 'unrolled', right: 'v' },
    weights: { kind: 'softmax', of: 'plain', axis: 'rows' },
  };
}

/** The word of a matrix, counted from 0; null if it belongs to all words. @param {string} id */
export function wordOf(id) {
  return matrixOf(id)?.isOfWord ? Number(id.slice(-1)) - 1 : null;
}

/** @param {MatrixData} matrix @param {number} row @returns {MatrixData} */
const rowAlone = (matrix, row) => ({ rows: 1, cols: matrix.cols, data: rowOf(matrix, row).slice() });

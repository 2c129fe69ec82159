import { transposed } from '../lessons/matrix.js';
/** @import { Graph, MatrixData, State, Worked } from '../../../types.js' */

/**
 * The matrices of an indexer that picks keys, and how each is computed.
 *
 * @param {typeof import('../../../engine/attention.js')} engine
 * @param {Record<string, MatrixData>} inputs
 * @param {Pick<Worked, 'scores'>} worked
 * @param {State} state
 * @returns {{ matrices: Record<string, MatrixData>, graph: Graph }}
 */
export function picksOf(engine, { indexQ, indexK }, { scores }, { keys }) {
  const { index, picked, weights, lost, shares } = engine.pickKeys({ keys }, { indexQ, indexK, scores });
  const indexKT = transposed(indexK);
  return {
    matrices: { indexKT, index, picked, fullScores: scores, weights, lost, shares },
    graph: {
      indexQ: { kind: 'input', edits: 'indexQ' },
      indexK: { kind: 'input', edits: 'indexK' },
      indexKT: { kind: 'transpose', of: 'indexK' },
      index: { kind: 'index', left: 'indexQ', right: 'indexKT' },
      picked: { kind: 'pick', of: 'index', keys },
      q: { kind: 'input', edits: 'q' },
      k: { kind: 'input', edits: 'k' },
      kT: { kind: 'transpose', of: 'k' },
      fullScores: { kind: 'product', left: 'q', right: 'kT' },
      weights: { kind: 'softmax', of: 'fullScores', axis: 'rows' },
      lost: { kind: 'lost', of: 'weights', picked: 'picked' },
      shares: { kind: 'shared', of: 'weights', picked: 'picked' },
    },
  };
}

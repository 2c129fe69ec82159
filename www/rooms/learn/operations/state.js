/** Operations of a layer that keeps a state. */
import { place } from './arrange.js';
import { resultLine, valueAt } from './operation.js';
/** @import { Node } from '../../../types.js' */
/** @import { Operation } from './operation.js' */

/** A state before the first word. @type {Operation<Extract<Node, { kind: 'empty' }>>} */
export const empty = {
  operands: () => [],
  says: ({ model }) => [model.t.figure.layer.empty],
  isGiven: true,
};

/** A part of a matrix, from a row on. @type {Operation<Extract<Node, { kind: 'copy' }>>} */
export const copy = {
  operands: ({ of, row = 0 }) => [{ of, rows: 'row', cols: 'col', down: row }],
  lines(at) {
    const { id, node, row, col } = at;
    return [[`${place(id, row, col)} = ${place(node.of, row + (node.row ?? 0), col)}`], resultLine(at)];
  },
  edited({ of, row = 0 }, graph, cell) {
    const node = graph[of];
    return node?.kind === 'input' ? { matrix: node.edits, row: row + cell.row, col: cell.col } : null;
  },
};

/**
 * The erase term of a key: what the later keys up to the query read of it, times their weights.
 *
 * @type {Operation<Extract<Node, { kind: 'erase' }>>}
 */
export const erase = {
  operands: ({ weights, alike }) => [
    { of: weights, rows: 'row', cols: 'all' },
    { of: alike, rows: 'all', cols: 'col' },
  ],
  sum: ({ model, node: { weights, alike }, row: query, col }) => ({
    terms: Array.from({ length: Math.max(0, query - col) }, (_, index) => [
      {
        factors: [
          ['q', valueAt(model, weights, query, col + 1 + index), weights],
          ['k', valueAt(model, alike, col + 1 + index, col), alike],
        ],
      },
    ]),
  }),
  says: ({ model, row: query, col }) => (col === query ? [model.t.figure.layer.newest] : []),
};

/** What a layer with decay computes as the one without. @type {Operation<Extract<Node, { kind: 'fade' }>>} */
export const fade = {
  operands: () => [],
  lines: (at) => [resultLine(at)],
};

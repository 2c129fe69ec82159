import { concat, slice, transpose } from './arrange.js';
import { allowed, cut, difference, factor, input, mask, penalty, scale, sum, wave } from './cells.js';
import { index, lost, pick, shared } from './picked.js';
import { lowRank, product } from './product.js';
import { softmax } from './softmax.js';
import { copy, empty, erase, fade } from './state.js';
import { scheme, share } from '../schemes/operations.js';
/** @import { Model, Node } from '../../../types.js' */
/** @import { At, Operation } from './operation.js' */

/** The operations of the lessons. @type {{ [K in Node['kind']]: Operation<Extract<Node, { kind: K }>> }} */
const OPERATIONS = {
  input,
  wave,
  allowed,
  penalty,
  scale,
  sum,
  difference,
  mask,
  product,
  lowRank,
  softmax,
  transpose,
  slice,
  concat,
  factor,
  cut,
  empty,
  copy,
  erase,
  fade,
  index,
  pick,
  lost,
  shared,
  scheme,
  share,
};

/** The operation of a node. @param {Node} node @returns {Operation} */
export const operationOf = (node) => OPERATIONS[node.kind];

/**
 * A cell with the node of its matrix.
 *
 * @param {Model} model @param {string} id @param {{ row: number, col: number }} cell @returns {At<Node>}
 */
export const cellIn = (model, id, { row, col }) => ({ model, id, node: model.graph[id], row, col });

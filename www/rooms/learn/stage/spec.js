/**
 * The figure of a step as data: which matrices stand on the stage, and how.
 *
 * @typedef {object} Product - a product as it is worked by hand
 * @property {'product'} form
 * @property {string} left
 * @property {string} right
 * @property {string} result
 * @property {string} [over] - a matrix of one row above the left operand, such as the singular values
 * @property {(model: Model, row: number, col: number) => import('./sum.js').Term[]} [then] - what stands in the sum after the dot product, where the result is not
 *   the dot product itself
 *
 * @typedef {object} Line - matrices of the same rows in a line, with operators between them; the last one is the result
 * @property {'line'} form
 * @property {string[]} parts
 * @property {string[]} signs
 * @property {string} result
 *
 * @typedef {object} Bars - rows of scores that softmax turns into shares
 * @property {'bars'} form
 * @property {string} from
 * @property {string} result
 *
 * @typedef {Product | Line | Bars} MatrixSpec
 */
/** @import { Model } from '../../../types.js' */

export {};

import { operationOf } from '../operations/index.js';
import { valueAt } from '../operations/operation.js';
import { cellText } from '../../../format/display.js';
import { asShown } from '../numbers.js';
import { cellOfResult } from './spec.js';
/** @import { Mistake, Token } from '../operations/operation.js' */
/** @import { Model } from '../../../types.js' */
/** @import { MatrixSpec } from './spec.js' */

/**
 * The common mistakes in computing a cell.
 *
 * @param {Model} model
 * @param {MatrixSpec} spec
 * @param {{ row: number, col: number }} cell - of the result
 * @param {{ rows: string[], cols: string[] }} names - of rows and columns
 * @returns {Mistake[]}
 */
export function mistakesOf(model, spec, cell, names) {
  const at = cellOfResult(model, spec, cell);
  return [...(operationOf(at.node).mistakes?.(at) ?? []), ...neighbors(model, spec, cell, names)];
}

/**
 * A cell of the result as a reader computes it: from the rounded numbers of the sum, not from all digits. The
 * two can differ in the last digit that is shown. Null where there is no sum.
 *
 * @param {Model} model
 * @param {MatrixSpec} spec
 * @param {{ row: number, col: number }} cell
 * @returns {number | null}
 */
export function byHand(model, spec, cell) {
  const at = cellOfResult(model, spec, cell);
  const operation = operationOf(at.node);
  if (operation.byHand) return operation.byHand(at);
  const sum = operation.sum?.(at);
  if (!sum || sum.terms.length === 0) return null;
  const sign = sum.sign === '−' ? -1 : 1;
  return sum.terms
    .map((term) => valueOf(model, term))
    .reduce((total, value, index) => total + (index > 0 ? sign * value : value), 0);
}

/** The value of one term, from rounded numbers. @param {Model} model @param {Token[]} term */
function valueOf(model, term) {
  const numbers = term.map((token) => {
    if (typeof token === 'string' || 'exp' in token || 'formula' in token) return 1;
    if ('factors' in token) return product(token.factors.map(([, value, of]) => asShown(model, value, of)));
    if ('root' in token) return Math.sqrt(token.root) ** (term.includes('÷') ? -1 : 1);
    return asShown(model, 'q' in token ? token.q : token.k, token.of);
  });
  return product(numbers);
}

/** @param {number[]} numbers */
const product = (numbers) => numbers.reduce((all, number) => all * number, 1);

/**
 * The values of other cells in the same row or column.
 *
 * @param {Model} model
 * @param {MatrixSpec} spec
 * @param {{ row: number, col: number }} cell
 * @param {{ rows: string[], cols: string[] }} names
 * @returns {Mistake[]}
 */
function neighbors(model, spec, { row, col }, names) {
  const { rows, cols } = model.matrices[spec.result];
  const value = (/** @type {number} */ r, /** @type {number} */ c) => valueAt(model, spec.result, r, c);
  const inRow = Array.from({ length: cols }, (_, c) => c).filter((c) => c !== col);
  const inCol = Array.from({ length: rows }, (_, r) => r).filter((r) => r !== row);
  return [
    ...inRow.map((c) => ({
      value: value(row, c),
      key: /** @type {const} */ ('otherColumn'),
      figures: { row: names.rows[row], other: names.cols[c], col: String(col + 1) },
    })),
    ...inCol.map((r) => ({
      value: value(r, col),
      key: /** @type {const} */ ('otherRow'),
      figures: { other: names.rows[r], col: names.cols[col], row: String(row + 1) },
    })),
  ];
}

/** The tolerance of an answer, in units of the last decimal that is shown. */
const CLOSE = 0.51;

/**
 * Whether an answer equals a number to the decimals that are shown.
 *
 * @param {number} answer @param {number} value @param {number} decimals
 */
function isNumber(answer, value, decimals) {
  if (!Number.isFinite(value)) return Object.is(answer, value);
  return Math.abs(answer - value) <= CLOSE * 10 ** -decimals;
}

/** The number of decimals of a number as it is written. @param {string} text */
export const decimalsIn = (text) => text.trim().split(/[.,]/)[1]?.length ?? 0;

/**
 * Whether an answer is right except that it has fewer decimals than the cell shows, such as 6.9 for 6.93.
 *
 * @param {string} text - the answer as it was typed
 * @param {number} answer - its value
 * @param {{ value: number, decimals: number }} question
 */
export function isNearly(text, answer, { value, decimals }) {
  const typed = decimalsIn(text);
  return typed < decimals && answer !== 0 && Number.isFinite(value) && isNumber(answer, value, typed);
}

/**
 * Judges an answer. It is right if it equals the value, or the value computed from the rounded numbers on the
 * stage.
 *
 * @param {number} answer
 * @param {{ value: number, handmade?: number | null, decimals: number, mistakes: Mistake[] }} question -
 *   `handmade` is the value from the rounded numbers, and `decimals` are those of the cells
 * @returns {{ right: boolean, isRounded: boolean, mistake: Mistake | null }} `isRounded` if it equals only the
 *   value from the rounded numbers
 */
export function judged(answer, { value, handmade = null, decimals, mistakes }) {
  const is = (/** @type {number} */ number) => isNumber(answer, number, decimals);
  const isRounded = !is(value) && handmade !== null && is(handmade);
  const right = is(value) || isRounded;
  return {
    right,
    isRounded,
    mistake: right ? null : (mistakes.find((mistake) => is(mistake.value)) ?? null),
  };
}

/**
 * Answers to pick from, in the order of their size: the right one and up to three mistakes.
 *
 * @param {{ value: number, handmade?: number | null, decimals: number, mistakes: Mistake[] }} question
 */
export function choicesOf({ value, handmade = null, decimals, mistakes }) {
  const texts = new Map([[cellText(value, decimals), value]]);
  const isRight = (/** @type {number} */ answer) =>
    judged(answer, { value, handmade, decimals, mistakes: [] }).right;
  for (const mistake of mistakes) {
    if (texts.size === 4) break;
    if (!isRight(mistake.value)) texts.set(cellText(mistake.value, decimals), mistake.value);
  }
  return [...texts].sort(([, a], [, b]) => a - b);
}

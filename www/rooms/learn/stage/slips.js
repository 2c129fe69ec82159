import { baseOf, ofHead, headOf } from '../../../figure/heads.js';
import { pairsOf } from './by-hand.js';
import { keySize } from '../worked/worked-after.js';
import { factor, rounded, valueAt } from './numbers.js';
/** @import { Strings } from '../../../words/languages.js' */
/** @import { Model } from '../../../types.js' */
/** @import { MatrixSpec } from './spec.js' */

/**
 * A common mistake: the wrong result, and the key and figures of the sentence that explains it.
 *
 * @typedef {{ value: number, key: keyof Strings['stage']['question']['slips'], figures: Record<string, string> }} Slip
 */

/** @param {number[]} numbers */
const total = (numbers) => numbers.reduce((sum, number) => sum + number, 0);

/**
 * @param {Model} model
 * @param {MatrixSpec} spec
 * @param {{ row: number, col: number }} cell - of the result
 * @param {{ rows: string[], cols: string[] }} names - of rows and columns
 * @returns {Slip[]}
 */
export function slipsOf(model, spec, cell, names) {
  const own = spec.form === 'product' ? ofProduct(model, spec, cell) : ofLine(model, spec, cell);
  return [...own, ...neighbours(model, spec, cell, names)];
}

/**
 * @param {Model} model
 * @param {Extract<MatrixSpec, { form: 'product' }>} spec
 * @param {{ row: number, col: number }} cell
 * @returns {Slip[]}
 */
function ofProduct(model, spec, { row, col }) {
  if (spec.over) return [];
  const pairs = pairsOf(model, spec, { row, col });
  const products = pairs.map(([a, b]) => a * b);
  const sum = total(products);
  const text = (/** @type {number} */ value) => factor(model.state, value);
  /** @type {Slip[]} */
  const slips = pairs.flatMap(([a, b]) => {
    const other = a === 0 ? b : a;
    if ((a !== 0 && b !== 0) || other === 0) return [];
    return [
      { value: sum + other, key: 'zero', figures: { product: `${text(a)}·${text(b)}`, other: text(other) } },
    ];
  });
  pairs.forEach(([a, b], index) =>
    slips.push({
      value: sum - products[index],
      key: 'missing',
      figures: { product: `${text(a)}·${text(b)}` },
    }),
  );
  slips.push({ value: total(pairs.flat()), key: 'added', figures: {} });
  if (products.some((product) => product < 0))
    slips.push({ value: total(products.map(Math.abs)), key: 'sign', figures: {} });
  if (baseOf(spec.left).startsWith('weights'))
    slips.push({ value: total(pairs.map(([, b]) => b)) / pairs.length, key: 'mean', figures: {} });
  return slips;
}

/**
 * @param {Model} model @param {MatrixSpec} spec @param {{ row: number, col: number }} cell @returns {Slip[]}
 */
function ofLine(model, spec, { row, col }) {
  const head = headOf(spec.result);
  switch (baseOf(spec.result)) {
    case 'scaled': {
      const score = valueAt(model, ofHead('scores', head), row, col);
      const size = keySize(model);
      return [
        { value: score, key: 'notDivided', figures: { size: String(size) } },
        { value: score / size, key: 'noRoot', figures: { size: String(size) } },
        { value: score * Math.sqrt(size), key: 'multiplied', figures: { size: String(size) } },
      ];
    }
    case 'masked': {
      const score = valueAt(model, ofHead('scaled', head), row, col);
      return [
        { value: score, key: 'notMasked', figures: {} },
        { value: 0, key: 'maskedZero', figures: {} },
      ];
    }
    case 'weights':
    case 'weightsRows': {
      const from = spec.form === 'bars' ? spec.from : '';
      const score = valueAt(model, from, row, col);
      return [
        { value: score, key: 'score', figures: {} },
        { value: Math.exp(score), key: 'notShared', figures: {} },
        { value: 1 / model.matrices[spec.result].cols, key: 'equal', figures: {} },
      ];
    }
    case 'x': {
      const parts = spec.form === 'line' ? spec.parts.slice(0, -1) : [];
      return parts.map((id) => ({ value: valueAt(model, id, row, col), key: 'onlyOne', figures: {} }));
    }
    default:
      return [];
  }
}

/**
 * The values of other cells in the same row or column.
 *
 * @param {Model} model
 * @param {MatrixSpec} spec
 * @param {{ row: number, col: number }} cell
 * @param {{ rows: string[], cols: string[] }} names
 * @returns {Slip[]}
 */
function neighbours(model, spec, { row, col }, names) {
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

/**
 * Judges an answer. It is right if it equals the value, or the value computed from the rounded numbers on the
 * stage.
 *
 * @param {number} answer
 * @param {{ value: number, handmade?: number | null, decimals: number, slips: Slip[] }} question -
 *   `handmade` is the value from the rounded numbers, and `decimals` are those of the cells
 * @returns {{ right: boolean, isRounded: boolean, slip: Slip | null }} `isRounded` if it equals only the
 *   value from the rounded numbers
 */
export function judged(answer, { value, handmade = null, decimals, slips }) {
  const is = (/** @type {number} */ number) => isNumber(answer, number, decimals);
  const isRounded = !is(value) && handmade !== null && is(handmade);
  const right = is(value) || isRounded;
  return { right, isRounded, slip: right ? null : (slips.find((slip) => is(slip.value)) ?? null) };
}

/**
 * Answers to pick from, in the order of their size: the right one and up to three slips.
 *
 * @param {{ value: number, handmade?: number | null, decimals: number, slips: Slip[] }} question
 */
export function choicesOf({ value, handmade = null, decimals, slips }) {
  const texts = new Map([[rounded(value, decimals), value]]);
  const isRight = (/** @type {number} */ answer) =>
    judged(answer, { value, handmade, decimals, slips: [] }).right;
  for (const slip of slips) {
    if (texts.size === 4) break;
    if (!isRight(slip.value)) texts.set(rounded(slip.value, decimals), slip.value);
  }
  return [...texts].sort(([, a], [, b]) => a - b);
}

/**
 * The functions of masks. A mask is a text, such as `causal and window(6)`, and a number of queries and of keys, 1 to
 * 2048 each. What is wrong with it throws an `Error` of which `column` and `clause` say where: see `MaskError`.
 *
 * The text that was parsed last stays parsed in the memory of the wasm: many questions about it parse it once.
 */
import { known } from './instance.js';
import { legendOf } from './legend.js';
import { bindings, guarded, withMask } from './masks-instance.js';

export { load, reload } from './masks-instance.js';
export const { legend, legendPixels } = legendOf(bindings, guarded);

/** @typedef {import('../pkg/heedmap_masks_wasm.js').MaskError} MaskError */
/** @typedef {import('../pkg/heedmap_masks_wasm.js').MaskPreset} MaskPreset */
/** @typedef {import('../pkg/heedmap_masks_wasm.js').MaskClauseUsage} MaskClauseUsage */
/** @typedef {import('../pkg/heedmap_masks_wasm.js').MaskExpression} MaskExpression */
/** @typedef {import('../pkg/heedmap_masks_wasm.js').MaskClause} MaskClause */
/** @typedef {import('../pkg/heedmap_masks_wasm.js').MaskArgument} MaskArgument */
/** @typedef {import('../pkg/heedmap_masks_wasm.js').MaskBrush} MaskBrush */
/** @typedef {import('../pkg/heedmap_masks_wasm.js').MaskAlibi} MaskAlibi */
/** @typedef {import('../pkg/heedmap_masks_wasm.js').MaskModel} MaskModel */
/** @typedef {import('../pkg/heedmap_masks_wasm.js').MaskDrawOptions} MaskDrawOptions */
/** @typedef {import('../pkg/heedmap_masks_wasm.js').MaskDrawing} MaskDrawing */
/** @typedef {import('../pkg/heedmap_masks_wasm.js').MaskPixels} MaskPixels */
/** @typedef {import('../pkg/heedmap_masks_wasm.js').MaskRowOptions} MaskRowOptions */
/** @typedef {import('../pkg/heedmap_masks_wasm.js').MaskRow} MaskRow */
/** @typedef {import('../pkg/heedmap_masks_wasm.js').MaskExplanation} MaskExplanation */
/** @typedef {import('../pkg/heedmap_masks_wasm.js').MaskReason} MaskReason */
/** @typedef {import('../pkg/heedmap_masks_wasm.js').MaskFigures} MaskFigures */
/** @typedef {import('../pkg/heedmap_masks_wasm.js').MaskPlay} MaskPlay */
/** @typedef {import('../pkg/heedmap_masks_wasm.js').MaskCode} MaskCode */

/** @type {Record<keyof MaskDrawOptions, 1>} */
const DRAW_OPTIONS = {
  text: 1,
  queries: 1,
  keys: 1,
  seed: 1,
  size: 1,
  alibi: 1,
  rows: 1,
  cellWidth: 1,
  cellHeight: 1,
  gap: 1,
  width: 1,
  height: 1,
  map: 1,
  theme: 1,
  scoresLow: 1,
  scoresHigh: 1,
  weightsHigh: 1,
  model: 1,
};
/** @type {Record<keyof MaskRowOptions, 1>} */
const ROW_OPTIONS = { text: 1, queries: 1, keys: 1, seed: 1, size: 1, alibi: 1 };
/** @type {Record<keyof MaskAlibi, 1>} */
const ALIBI = { heads: 1, head: 1 };
/** @type {Record<keyof MaskModel, 1>} */
const MODEL = { heads: 1, kvHeads: 1, size: 1, bytes: 1 };

/**
 * The masks of well-known models, by the names that people know them by.
 *
 * @returns {MaskPreset[]}
 */
export function maskPresets() {
  return guarded(() => bindings.maskPresets());
}

/**
 * The clauses that there are, and how each is written.
 *
 * @returns {MaskClauseUsage[]}
 */
export function maskClauses() {
  return guarded(() => bindings.maskClauses());
}

/**
 * A text taken apart: its clauses, and where each of their numbers stands.
 *
 * @param {string} text
 * @returns {MaskExpression}
 */
export function maskExpression(text) {
  return ofText(text, (mask) => mask.expression());
}

/**
 * The text without a clause; `all` if nothing is left.
 *
 * @param {string} text
 * @param {number} clause - counted from 0, in reading order
 * @returns {string}
 */
export function maskWithout(text, clause) {
  return ofText(text, (mask) => mask.without(clause));
}

/**
 * The text with a clause aligned in another way. A clause that does not ask where the query stands stays as it is.
 *
 * @param {string} text
 * @param {number} clause - counted from 0, in reading order
 * @param {'upper_left' | 'lower_right' | number} alignment - a number is an offset
 * @returns {string}
 */
export function maskAligned(text, clause, alignment) {
  return ofText(text, (mask) => mask.aligned(clause, alignment));
}

/**
 * The text with cells painted: `(text or cells(...)) and not cells(...)`. What was painted before is taken up.
 *
 * @param {string} text
 * @param {number} queries
 * @param {number} keys
 * @param {MaskBrush} brush
 * @param {Uint32Array} cells - a query and a key in turn
 * @returns {string}
 */
export function maskPainted(text, queries, keys, brush, cells) {
  return ofSize({ text, queries, keys }, (mask) => mask.painted(queries, keys, brush, cells));
}

/**
 * The pattern of a mask, the masked scores of synthetic tokens and their weights, as images for canvases.
 *
 * @param {MaskDrawOptions} options
 * @returns {MaskDrawing}
 */
export function maskDraw(options) {
  const checked = drawOptions(options);
  return ofSize(checked, (mask) => mask.draw(checked));
}

/**
 * `maskDraw` for where there is no `ImageData`.
 *
 * @param {MaskDrawOptions} options
 * @returns {MaskPixels}
 */
export function maskPixels(options) {
  const checked = drawOptions(options);
  return ofSize(checked, (mask) => mask.pixels(checked));
}

/**
 * One row in full, in 64 bits: scores, weights with the mask and without, and how much the mask takes away.
 *
 * @param {MaskRowOptions} options
 * @param {number} query
 * @returns {MaskRow}
 */
export function maskRow(options, query) {
  const checked = withAlibi(known('mask options', options, ROW_OPTIONS));
  return ofSize(checked, (mask) => mask.row(checked, query));
}

/**
 * Whether a cell is allowed, and what each clause says of it.
 *
 * @param {string} text
 * @param {number} queries
 * @param {number} keys
 * @param {number} query
 * @param {number} key
 * @returns {MaskExplanation}
 */
export function maskExplain(text, queries, keys, query, key) {
  return ofSize({ text, queries, keys }, (mask) => mask.explain(queries, keys, query, key));
}

/**
 * What a mask costs in a model.
 *
 * @param {string} text
 * @param {number} queries
 * @param {number} keys
 * @param {MaskModel} model
 * @returns {MaskFigures}
 */
export function maskFigures(text, queries, keys, model) {
  const checked = known('model', model, MODEL);
  return ofSize({ text, queries, keys }, (mask) => mask.figures(queries, keys, checked));
}

/**
 * A mask played row by row, as in generation. The last query stands at the last key.
 *
 * @param {string} text
 * @param {number} queries
 * @param {number} keys
 * @param {MaskModel} model
 * @returns {MaskPlay}
 */
export function maskPlay(text, queries, keys, model) {
  const checked = known('model', model, MODEL);
  return ofSize({ text, queries, keys }, (mask) => mask.play(queries, keys, checked));
}

/**
 * A mask as Python: for NumPy, for PyTorch's SDPA and for FlexAttention.
 *
 * @param {string} text
 * @param {number} queries
 * @param {number} keys
 * @returns {MaskCode}
 */
export function maskCode(text, queries, keys) {
  return ofSize({ text, queries, keys }, (mask) => mask.code(queries, keys));
}

/**
 * Calls with the mask of a text.
 *
 * @template T
 * @param {string} text
 * @param {(mask: bindings.Mask) => T} call
 */
function ofText(text, call) {
  return withMask(text, () => bindings.Mask.parse(text), call);
}

/**
 * Calls with the mask of a text that has to fit a size. What is wrong with the size is reported first.
 *
 * @template T
 * @param {import('../pkg/heedmap_masks_wasm.js').MaskOptions} options
 * @param {(mask: bindings.Mask) => T} call
 */
function ofSize(options, call) {
  return withMask(options?.text, () => bindings.Mask.parseSized(options), call);
}

/** @param {MaskDrawOptions} options */
function drawOptions(options) {
  const checked = withAlibi(known('mask options', options, DRAW_OPTIONS));
  return checked?.model ? { ...checked, model: known('model', checked.model, MODEL) } : checked;
}

/** @template {{ alibi?: MaskAlibi | null }} T @param {T} options @returns {T} */
function withAlibi(options) {
  return options?.alibi ? { ...options, alibi: known('alibi', options.alibi, ALIBI) } : options;
}

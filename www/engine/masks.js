/**
 * The functions of masks. A mask is a text, such as `causal and window(6)`, and a number of queries and of
 * keys, 1 to 2048 each. Errors are `MaskError`s; their `column` and `clause` give the position.
 *
 * The last parsed text is cached in the memory of the wasm.
 */
import { engineError, plain } from './instance.js';
import { legendOf } from './legend.js';
import { bindings, call, withMask } from './masks-instance.js';

export { load, reload } from './masks-instance.js';
export const { legend, legendPixels } = legendOf(bindings, call);

/**
 * @typedef {bindings.MaskError} MaskError
 * @typedef {bindings.MaskCorrection} MaskCorrection
 * @typedef {bindings.MaskPreset} MaskPreset
 * @typedef {bindings.MaskClauseUsage} MaskClauseUsage
 * @typedef {bindings.MaskExpression} MaskExpression
 * @typedef {bindings.MaskNode} MaskNode
 * @typedef {bindings.MaskClause} MaskClause
 * @typedef {bindings.MaskArgument} MaskArgument
 * @typedef {bindings.MaskBrush} MaskBrush
 * @typedef {bindings.MaskAlibi} MaskAlibi
 * @typedef {bindings.MaskModel} MaskModel
 * @typedef {bindings.MaskDrawOptions} MaskDrawOptions
 * @typedef {bindings.MaskDrawing} MaskDrawing
 * @typedef {bindings.MaskPixels} MaskPixels
 * @typedef {bindings.MaskRowOptions} MaskRowOptions
 * @typedef {bindings.MaskMatrix} MaskMatrix
 * @typedef {bindings.MaskRow} MaskRow
 * @typedef {bindings.MaskExplanation} MaskExplanation
 * @typedef {bindings.MaskReason} MaskReason
 * @typedef {bindings.MaskFigures} MaskFigures
 * @typedef {bindings.MaskPlay} MaskPlay
 * @typedef {bindings.MaskCode} MaskCode
 */

/** The masks of well-known models, with their usual names. */
export function maskPresets() {
  return call(bindings.maskPresets);
}

/** All clauses, with their syntax. */
export function maskClauses() {
  return call(bindings.maskClauses);
}

/**
 * The parts of a text: its clauses, and the positions of their numbers.
 *
 * @param {string} text
 */
export function maskExpression(text) {
  return ofText(text, (mask) => mask.expression());
}

/**
 * The text without a clause; `all` if no clause remains.
 *
 * @param {string} text
 * @param {number} clause - counted from 0, in reading order
 */
export function maskWithout(text, clause) {
  return ofText(text, (mask) => mask.without(clause));
}

/**
 * The text with another alignment of a clause. A clause without an alignment is unchanged.
 *
 * @param {string} text
 * @param {number} clause - counted from 0, in reading order
 * @param {'upper_left' | 'lower_right' | number} alignment - a number is an offset
 */
export function maskAligned(text, clause, alignment) {
  return ofText(text, (mask) => mask.aligned(clause, alignment));
}

/**
 * The text with cells painted: `(text or cells(...)) and not cells(...)`. Earlier paint is merged.
 *
 * @param {string} text
 * @param {number} queries
 * @param {number} keys
 * @param {MaskBrush} brush
 * @param {Uint32Array} cells - queries and keys, alternating
 */
export function maskPainted(text, queries, keys, brush, cells) {
  return ofSize(text, queries, keys, (mask) => mask.painted(queries, keys, brush, cells));
}

/**
 * The pattern of a mask, the masked scores of synthetic tokens and their weights, as images for canvases.
 *
 * @param {MaskDrawOptions} options
 */
export function maskDraw(options) {
  return ofOptions(options, (mask, given) => mask.draw(given));
}

/**
 * Computes a part of the scores of synthetic tokens that `maskDraw` and `maskPixels` need, in a few
 * milliseconds, and returns whether all are there. Without it, they compute the missing scores at once.
 *
 * @param {MaskRowOptions} options
 */
export function maskPrepare(options) {
  return ofOptions(options, (mask, given) => mask.prepare(given));
}

/**
 * `maskDraw` for use without `ImageData`.
 *
 * @param {MaskDrawOptions} options
 */
export function maskPixels(options) {
  return ofOptions(options, (mask, given) => mask.pixels(given));
}

/**
 * The matrix of a mask: 1 where the query (row) may attend to the key (column), else 0. Cell (i, j) is
 * `data[i * cols + j]`.
 *
 * As a tensor of shape `[rows, cols]`, it is the input `boolean` of `attend`.
 *
 * @param {string} text
 * @param {{ queries: number, keys: number }} shape
 * @returns {MaskMatrix}
 */
export function maskMatrix(text, shape) {
  if (typeof shape !== 'object' || shape === null)
    throw engineError('input', 'the shape of the mask must be a plain object');
  const { queries, keys } = plain(shape, 'the shape of the mask');
  return ofSize(text, queries, keys, (mask) => mask.matrix(queries, keys));
}

/**
 * The clauses and groups of a mask in few cells, in the order of the `tree` of `maskExpression`, a group
 * before its operands, each with the `not` before it. A cell is 2 if the part and the mask allow one of its
 * pairs, 1 if only the part does, else 0.
 *
 * @param {string} text
 * @param {number} queries
 * @param {number} keys
 * @param {number} most - the largest number of rows and of columns
 */
export function maskThumbnails(text, queries, keys, most) {
  return ofSize(text, queries, keys, (mask) => mask.thumbnails(queries, keys, most));
}

/**
 * One row in 64 bits: scores, weights with the mask and without, and the sum that the mask removes.
 *
 * @param {MaskRowOptions} options
 * @param {number} query
 */
export function maskRow(options, query) {
  return ofOptions(options, (mask, given) => mask.row(given, query));
}

/**
 * Whether a cell is allowed, and the verdict of each clause.
 *
 * @param {string} text
 * @param {number} queries
 * @param {number} keys
 * @param {number} query
 * @param {number} key
 */
export function maskExplain(text, queries, keys, query, key) {
  return ofSize(text, queries, keys, (mask) => mask.explain(queries, keys, query, key));
}

/**
 * The costs of a mask in a model.
 *
 * @param {string} text
 * @param {number} queries
 * @param {number} keys
 * @param {MaskModel} model
 */
export function maskFigures(text, queries, keys, model) {
  const plainModel = plain(model, 'the model');
  return ofSize(text, queries, keys, (mask) => mask.figures(queries, keys, plainModel));
}

/**
 * Generation with a mask, row by row. The last query is at the last key.
 *
 * @param {string} text
 * @param {number} queries
 * @param {number} keys
 * @param {MaskModel} model
 */
export function maskPlay(text, queries, keys, model) {
  const plainModel = plain(model, 'the model');
  return ofSize(text, queries, keys, (mask) => mask.play(queries, keys, plainModel));
}

/**
 * A mask as Python: for NumPy, for PyTorch's SDPA and for FlexAttention.
 *
 * @param {string} text
 * @param {number} queries
 * @param {number} keys
 */
export function maskCode(text, queries, keys) {
  return ofSize(text, queries, keys, (mask) => mask.code(queries, keys));
}

/**
 * Calls a function with the mask of a text.
 *
 * @template T
 * @param {string} text
 * @param {(mask: bindings.Mask) => T} call
 */
function ofText(text, call) {
  return withMask(text, () => bindings.Mask.parse(text), call);
}

/**
 * Calls a function with the mask of a text that must fit a size. An invalid size is reported first.
 *
 * @template T
 * @param {string} text
 * @param {number} queries
 * @param {number} keys
 * @param {(mask: bindings.Mask) => T} call
 */
function ofSize(text, queries, keys, call) {
  return withMask(text, () => bindings.Mask.parseSized(text, queries, keys), call);
}

/**
 * Calls a function with the mask of the options and a plain copy of them.
 *
 * @template {{ text: string, queries: number, keys: number }} O
 * @template T
 * @param {O} options
 * @param {(mask: bindings.Mask, given: O) => T} call
 */
function ofOptions(options, call) {
  if (typeof options !== 'object' || options === null)
    throw engineError('input', 'mask options must be a plain object');
  const plainOptions = plain(options, 'mask options');
  return ofSize(plainOptions.text, plainOptions.queries, plainOptions.keys, (mask) =>
    call(mask, plainOptions),
  );
}

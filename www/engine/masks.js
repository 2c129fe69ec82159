/**
 * The functions of masks. A mask is a text, such as `causal and window(6)`, and a number of queries and of
 * keys, 1 to 2048 each. Errors are `MaskError`s; their `column` and `clause` give the position.
 *
 * The last parsed text is cached in the memory of the wasm. The bindings have the types and the comments of
 * the methods of `Mask` behind these functions. Bundlers leave out the ones that are not used.
 */
import { engineError, plain } from './instance.js';
import { bindings, exposed, withMask } from './masks-instance.js';

export { load, reload } from './masks-instance.js';
export const legend = /* @__PURE__ */ exposed(bindings.legend);
export const legendPixels = /* @__PURE__ */ exposed(bindings.legendPixels);

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
export const maskPresets = /* @__PURE__ */ exposed(bindings.maskPresets);
/** All clauses, with their syntax. */
export const maskClauses = /* @__PURE__ */ exposed(bindings.maskClauses);

/** The parts of a text: its clauses, and the positions of their numbers. */
export const maskExpression = /* @__PURE__ */ ofText('expression');
/** The text without a clause, counted from 0 in reading order; `all` if no clause remains. */
export const maskWithout = /* @__PURE__ */ ofText('without');
/** The text with another alignment of a clause: a name, or a number as its offset. */
export const maskAligned = /* @__PURE__ */ ofText('aligned');

/** The text with cells painted: `(text or cells(...)) and not cells(...)`. Earlier paint is merged. */
export const maskPainted = /* @__PURE__ */ ofSize('painted');
/** The clauses and groups of a mask in few cells, in the order of the `tree` of `maskExpression`. */
export const maskThumbnails = /* @__PURE__ */ ofSize('thumbnails');
/** Whether a cell is allowed, and the verdict of each clause. */
export const maskExplain = /* @__PURE__ */ ofSize('explain');
/** The costs of a mask in a model. */
export const maskFigures = /* @__PURE__ */ ofSize('figures', true);
/** Generation with a mask, row by row. The last query is at the last key. */
export const maskPlay = /* @__PURE__ */ ofSize('play', true);
/** A mask as Python: for NumPy, for PyTorch's SDPA and for FlexAttention. */
export const maskCode = /* @__PURE__ */ ofSize('code');
const sizedMatrix = /* @__PURE__ */ ofSize('matrix');

/** The pattern of a mask, the masked scores of synthetic tokens and their weights, as images for canvases. */
export const maskDraw = /* @__PURE__ */ ofOptions('draw');
/** `maskDraw` for use without `ImageData`. */
export const maskPixels = /* @__PURE__ */ ofOptions('pixels');
/**
 * Computes a part of the scores of synthetic tokens that `maskDraw` and `maskPixels` need, in a few
 * milliseconds, and returns whether all are there. Without it, they compute the missing scores at once.
 */
export const maskPrepare = /* @__PURE__ */ ofOptions('prepare');
/** One row in 64 bits: scores, weights with the mask and without, and the sum that the mask removes. */
export const maskRow = /* @__PURE__ */ ofOptions('row');

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
  return sizedMatrix(text, queries, keys);
}

/** @typedef {bindings.Mask} Mask */
/**
 * The parameters of a method of `Mask`.
 *
 * @template {keyof Mask} M
 * @typedef {Mask[M] extends (...all: infer A) => any ? A : never} Given
 */
/**
 * @template {keyof Mask} M
 * @typedef {Mask[M] extends (...all: any[]) => infer R ? R : never} Result
 */

/** @param {Mask} mask @param {keyof Mask} method @param {any[]} all @returns {any} */
const called = (mask, method, all) => /** @type {any} */ (mask)[method](...all);

/**
 * A method of the mask of a text.
 *
 * @template {keyof Mask} M
 * @param {M} method
 * @returns {(text: string, ...all: Given<M>) => Result<M>}
 */
function ofText(method) {
  return (text, ...all) =>
    withMask(
      text,
      () => bindings.Mask.parse(text),
      (mask) => called(mask, method, all),
    );
}

/**
 * A method of the mask of a text that must fit a size, which follows the text. An invalid size is reported
 * first.
 *
 * @template {keyof Mask} M
 * @param {M} method
 * @param {boolean} [hasModel] - whether a model follows the size, which is copied
 * @returns {(text: string, ...all: Given<M>) => Result<M>}
 */
function ofSize(method, hasModel = false) {
  return (text, ...given) => {
    const [queries, keys, ...more] = /** @type {any[]} */ (given);
    const all = [queries, keys, ...(hasModel ? [plain(more[0], 'the model')] : more)];
    const parse = () => bindings.Mask.parseSized(text, queries, keys);
    return withMask(text, parse, (mask) => called(mask, method, all));
  };
}

/**
 * A method of the mask of options, which gets a plain copy of them.
 *
 * @template {'draw' | 'pixels' | 'prepare' | 'row'} M
 * @param {M} method
 * @returns {(...all: Given<M>) => Result<M>}
 */
function ofOptions(method) {
  return (...all) => {
    const [given, ...more] = /** @type {[MaskRowOptions, ...any[]]} */ (/** @type {unknown} */ (all));
    if (typeof given !== 'object' || given === null)
      throw engineError('input', 'mask options must be a plain object');
    const options = plain(given, 'mask options');
    const parse = () => bindings.Mask.parseSized(options.text, options.queries, options.keys);
    return withMask(options.text, parse, (mask) => called(mask, method, [options, ...more]));
  };
}

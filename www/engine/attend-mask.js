/** The option that the exact core takes in another form: the text of a mask. */
import { isMissing } from './attend-jobs.js';
import { engineError } from './instance.js';
import { maskExpression, maskMatrix } from './masks.js';
/** @import { AttendInputs, AttendOptions } from './attend.js' */
/** @import * as attend from '../pkg/heedmap_attend_wasm.js' */

/**
 * The options and inputs for the exact core, which takes a mask only as a tensor: the mask of the text
 * becomes the input `pattern`.
 *
 * @param {AttendOptions} options
 * @param {AttendInputs} inputs
 * @returns {[attend.AttendOptions, AttendInputs]}
 */
export function withoutExpression(options, inputs) {
  if (isMissing(options?.mask)) return [options, inputs];
  const { mask, ...others } = options;
  if (!isMissing(inputs?.pattern))
    throw engineError('input', 'the option mask and the input pattern exclude each other');
  const past = isMissing(inputs?.pastK) ? 0 : lengthOf(inputs.pastK);
  const [queries, keys] = [lengthOf(inputs?.q), lengthOf(inputs?.k) + past];
  try {
    // Tensors that are empty or have other shapes need no mask, or are rejected by the core.
    if (!(queries > 0 && keys > 0)) {
      maskExpression(mask);
      return [others, inputs];
    }
    const { rows, cols, data } = maskMatrix(mask, { queries, keys });
    return [others, { ...inputs, pattern: { shape: [1, 1, rows, cols], data } }];
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const isUnloaded = 'kind' in error && error.kind === 'unavailable';
    error.message = isUnloaded
      ? 'mask: the program of masks is not loaded: await load() of heedmap/engine/masks first'
      : `mask: ${error.message}`;
    throw error;
  }
}

/** The length of a tensor (batch, heads, length, features); NaN for anything else. @param {unknown} tensor */
function lengthOf(tensor) {
  const { shape } = /** @type {{ shape?: unknown }} */ (tensor ?? {});
  return Array.isArray(shape) && shape.length === 4 && Number.isSafeInteger(shape[2]) ? shape[2] : NaN;
}

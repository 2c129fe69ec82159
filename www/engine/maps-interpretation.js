import { plain } from './instance.js';
import { bindings, guarded } from './maps-instance.js';
/** @import { Axis, Corrections, Interpretation, ListedFile, Part, Text } from './interpretation-types.js' */
/** @import { MatrixSlice } from '../pkg/heedmap_maps_wasm.js' */

/**
 * Interprets files as layers and heads, by their names, shapes, tokens and metadata.
 *
 * @param {ListedFile[]} files - the listings of the files
 * @param {Partial<Corrections>} [corrections] - the reader's corrections of the interpretation
 * @returns {Interpretation}
 */
export function interpret(files, corrections = {}) {
  const [listed, corrected] = [plain(files, 'the files', 6), plain(corrections, 'the corrections')];
  return guarded(() => /** @type {any} */ (bindings.interpret(listed, corrected)));
}

/**
 * The texts of files that hold several, which are the items of a batch or files with the same heads; empty if
 * they hold one. Texts that cannot be read with the corrections are left out.
 *
 * @param {ListedFile[]} files
 * @param {Partial<Corrections>} [corrections]
 * @returns {Text[]}
 */
export function texts(files, corrections = {}) {
  const [listed, corrected] = [plain(files, 'the files', 6), plain(corrections, 'the corrections')];
  return guarded(() => /** @type {any} */ (bindings.texts(listed, corrected)));
}

/**
 * Finds the slices of a matrix of a head in tensors, from its first row to its last. They are empty if the
 * layer is not in the parts.
 *
 * @param {Part[]} parts
 * @param {number[][]} shapes - of the tensor of each part
 * @param {{ layer: number, head: number, sharing: number | null, row: Axis, col: Axis, block: number | null }} wanted -
 * `sharing`: the number of heads that may share the matrix, or null; `block`: the maximum count of numbers
 * in a block, or null
 * @returns {MatrixSlice[]}
 */
export function matrixSlices(parts, shapes, wanted) {
  const [listed, sides, matrix] = [
    plain(parts, 'the parts', 4),
    plain(shapes, 'the shapes'),
    plain(wanted, 'the matrix'),
  ];
  return guarded(() => bindings.matrixSlices(listed, sides, matrix));
}

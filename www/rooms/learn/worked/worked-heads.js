import { baseOf, headOf, readersOf } from '../../../figure/heads.js';
import { matrixOf } from '../../../figure/matrices.js';
/** @import { Model } from '../../../types.js' */

/**
 * Explains splitting and concatenation: the columns that a cell comes from, and the heads that read it.
 *
 * @param {Model} model
 * @param {string} id
 * @param {number} col
 * @returns {string[]}
 */
export function headExplanation({ lesson, matrices, t }, id, col) {
  const { heads } = lesson;
  const [base, head] = [baseOf(id), headOf(id)];
  const words = t.figure.heads;
  if (!heads) return [];
  if (id === 'merged')
    return [words.merged({ n: Math.floor(col / (matrices.merged.cols / heads.heads)) + 1 })];
  if (id === 'projectedOutput') return [words.mixes];
  if (head === null || !['q', 'k', 'v'].includes(base)) return [];
  const { cols } = matrices[id];
  const letter = matrixOf(id).letter ?? id;
  const columns =
    cols === 1
      ? words.column({ letter, n: head + 1 })
      : words.columns({ letter, first: head * cols + 1, last: (head + 1) * cols });
  if (base === 'q') return [columns];
  const readers = readersOf(heads, head).map((reader) => reader + 1);
  return [
    columns,
    readers.length === 1
      ? words.reader({ n: String(readers[0]) })
      : words.readers({ list: readers.join(', ') }),
  ];
}

/**
 * The cell of a single head that a cell of a concatenated matrix comes from.
 *
 * @param {Model} model
 * @param {string[]} of - the concatenated matrices
 * @param {number} col
 * @returns {{ id: string, col: number }}
 */
export function partOf({ matrices }, of, col) {
  const { cols } = matrices[of[0]];
  return { id: of[Math.floor(col / cols)], col: col % cols };
}

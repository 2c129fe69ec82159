import { inSum, term } from '../numbers.js';
/** @import { Cell, Graph, Model } from '../../../types.js' */
/** @import { Formula } from '../../../figure/matrices.js' */
/** @import { Strings } from '../../../words/languages.js' */
/** @import { MatrixSpec } from '../stage/spec.js' */

/**
 * A cell of a matrix, and how the matrix is computed.
 *
 * @template [N=any]
 * @typedef {{ model: Model, id: string, node: N, row: number, col: number }} At
 */

/**
 * A matrix that an operation reads. For a cell of the result it reads the row or column with the same index
 * as the cell's row or column, or all of them.
 *
 * @typedef {object} Operand
 * @property {string} of - the id of the matrix
 * @property {'row' | 'col' | 'all'} rows
 * @property {'row' | 'col' | 'all'} cols
 * @property {number} [shift] - the column that is read minus the column of the result; by default 0
 * @property {number} [down] - the same for rows
 */

/**
 * A part of a sum. `q` are numbers of the first operand and `k` of the others, `root` is a square root, and
 * `exp` a power of e. `of` is the matrix of a number: the number is written as its cell shows it.
 *
 * @typedef {string | { q: number, of: string } | { k: number, of?: string } | { root: number } | { exp: string } | { factors: Factor[] } | { formula: Formula }} Token
 * @typedef {[string, number, string]} Factor - the class of its digits (`q`, `k`, or `o` for a number between
 *   them), the number and its matrix
 */

/**
 * The sum of a cell without its result.
 *
 * @typedef {object} Sum
 * @property {Token[]} [before] - what is written before the terms
 * @property {Token[][]} terms
 * @property {'+' | '−' | '≥'} [sign] - between terms; by default +
 * @property {string} [equals] - what is written before the result; by default =
 */

/**
 * A common mistake: the wrong result, and the key and figures of the sentence that explains it.
 *
 * @typedef {{ value: number, key: keyof Strings['stage']['question']['mistakes'], figures: Record<string, string> }} Mistake
 */

/**
 * A line of a calculation: text, with some parts in bold.
 *
 * @typedef {(string | { strong: string })[]} Line
 */

/**
 * A way to compute a matrix. Everything that a lesson shows about a cell is derived from the entry of its
 * operation.
 *
 * @template [N=any]
 * @typedef {object} Operation
 * @property {(node: N, shapes: Record<string, { cols: number }>) => Operand[]} operands
 * @property {(node: N, id: string) => MatrixSpec} [figure] - on the stage; by default the matrix alone
 * @property {(at: At<N>) => Sum} [sum]
 * @property {(at: At<N>) => number | null} [byHand] - the result from rounded numbers; by default the sum
 * @property {string} [masked] - the text of a masked result
 * @property {(at: At<N>) => Mistake[]} [mistakes] - common mistakes of readers
 * @property {(at: At<N>) => string} [heading] - of the explanation; by default the name of the matrix
 * @property {(at: At<N>, masked: boolean) => Line[]} [lines] - the calculation with its result; by default
 *   the rule of the matrix and its sum
 * @property {(node: N, model: Model) => string} [verb] - what is done to a score, in the list of values computed from it
 * @property {(at: At<N>) => Line[]} [after] - values computed from this one; by default those of a score
 * @property {(at: At<N>) => string[]} [says] - what the number means
 * @property {(node: N, code: (id: string) => string, model: Model) => string} [numpy] - the value in Python;
 *   `code` is the value of an operand
 * @property {(node: N, name: string, code: (id: string) => string, model: Model) => string} [statements] - its
 *   lines of Python, if it needs several
 * @property {(node: N) => (string | { of: string })[]} [formula] - the formula with the names of operands
 * @property {boolean} [isGiven] - whether a worksheet shows its numbers
 * @property {(node: N, graph: Graph, cell: Cell) => Cell | null} [edited] - the number that an edit of a cell
 *   changes; by default a cell cannot be edited
 */

/** Longer sums are cut in the middle, because they would fill the column and explain nothing. */
const MAX_TERMS = 10;

/** A number of a matrix. @param {Model} model @param {string} id @param {number} row @param {number} col */
export const valueAt = ({ matrices }, id, row, col) => matrices[id].data[row * matrices[id].cols + col];

/** The index of a formula in subscript digits, counted from 1. @param {number} n - counted from 0 */
export const sub = (n) => String(n + 1).replace(/\d/g, (digit) => '₀₁₂₃₄₅₆₇₈₉'[Number(digit)]);

/** The line with the result of a cell. @param {At} at @returns {Line} */
export const resultLine = ({ model, id, row, col }) => [
  '= ',
  { strong: inSum(model, valueAt(model, id, row, col)) },
];

/**
 * `= a + b + c`, cut in the middle if it is long.
 *
 * @param {Model} model @param {Line[]} terms @param {string} [sign] @returns {Line}
 */
export function termsLine({ t }, terms, sign = '+') {
  if (terms.length === 0) return ['= 0'];
  const omitted = terms.length > MAX_TERMS ? terms.length - MAX_TERMS + 1 : 0;
  const shown = omitted
    ? [
        ...terms.slice(0, MAX_TERMS - 2),
        [t.figure.inspector.more({ n: omitted })],
        ...terms.slice(MAX_TERMS - 2 + omitted),
      ]
    : terms;
  return ['= ', ...shown.flatMap((each, place) => (place > 0 ? [` ${sign} `, ...each] : each))];
}

/** The line of a sum, with the numbers of the first operand in bold. @param {Model} model @param {Sum} sum */
export const sumLine = (model, { terms, sign }) =>
  termsLine(
    model,
    terms.map((tokens) => tokens.flatMap((token) => written(model, token))),
    sign,
  );

/** @param {Model} model @param {Token} token @returns {Line} */
function written(model, token) {
  if (typeof token === 'string') return [` ${token} `];
  if ('q' in token) return [{ strong: term(model, token.q) }];
  if ('k' in token) return [term(model, token.k)];
  if ('root' in token) return [`√${token.root}`];
  if (!('factors' in token)) return [];
  return token.factors.map(([role, value]) =>
    role === 'q' ? { strong: term(model, value) } : `·${term(model, value)}`,
  );
}

/**
 * The matrices of a layer that keeps a state: those of each word, and its tables. The digit of an id is a
 * word, counted from 1: `state2` is the state after the second word, and `before2` the one before it.
 */
import { made, table } from './made.js';
/** @import { Formula, Matrix } from '../matrices.js' */

/** @type {[string, string]} */
const CELLS = ['feature', 'feature'];

/**
 * A letter with the number of the word; `by` words before it.
 *
 * @param {string} letter @param {string | null} n @param {number} [by] @returns {Formula}
 */
const at = (letter, n, by = 0) => ['sub', letter, String(Number(n) - by)];

/**
 * A matrix of one word.
 *
 * @param {string} step @param {(n: string | null) => Formula} notation
 * @param {Partial<Matrix>} [more]
 * @returns {Matrix}
 */
const ofWord = (step, notation, more = {}) => ({
  axes: CELLS,
  step,
  isOfWord: true,
  notation: (_, n) => notation(n),
  onWorksheet: 'omitted',
  from: made,
  ...more,
});

/** A row of numbers of one word. @satisfies {Partial<Matrix>} */
const ROW = { isVector: true, onWorksheet: undefined };

/** @type {Record<string, Matrix>} */
export const STATE = {
  alike: {
    axes: ['key', 'key'],
    step: 'keys',
    columnNames: 'full',
    notation: ['row', 'K', ['transposed', 'K']],
    letter: 'KKᵀ',
    code: 'G',
    dot: ['k', 'k'],
    from: made,
  },
  keyRow: ofWord('read', (n) => at('k', n), { letter: 'k', isVector: true }),
  keyColumn: ofWord('write', (n) => ['transposed', at('k', n)], { letter: 'kᵀ' }),
  valueRow: ofWord('write', (n) => at('v', n), { letter: 'v', isVector: true }),
  addedBefore: ofWord('write', (n) => at('S', n, 1), { letter: 'S' }),
  added: ofWord('write', (n) => ['row', ['transposed', at('k', n)], at('v', n)], { letter: 'kᵀv' }),
  addedState: ofWord('write', (n) => at('S', n), { letter: 'S' }),
  before: ofWord('read', (n) => at('S', n, 1), { letter: 'S' }),
  state: ofWord('erase', (n) => at('S', n), { letter: 'S', onWorksheet: undefined }),
  read: ofWord('erase', (n) => ['row', at('k', n), at('S', n, 1)], { letter: 'kS', ...ROW }),
  change: ofWord('erase', (n) => ['row', at('d', n), '=', at('v', n), '−', at('k', n), at('S', n, 1)], {
    letter: 'd',
    ...ROW,
  }),
  written: ofWord('erase', (n) => ['row', ['transposed', at('k', n)], at('d', n)], {
    letter: 'kᵀd',
    onWorksheet: undefined,
  }),
  fadedBefore: ofWord('decay', (n) => at('S', n, 1), { letter: 'S' }),
  faded: ofWord('decay', (n) => ['row', 'α', at('S', n, 1)], { letter: 'D' }),
  fadedState: ofWord('decay', (n) => at('S', n), { letter: 'S' }),
  fading: table('decay', 'M', { onWorksheet: 'omitted' }),
  plain: table('unroll', ['row', 'Q', ['transposed', 'K']], { letter: 'QKᵀ', dot: ['q', 'k'] }),
  plainRow: ofWord('erase', () => ['row', 'q', ['transposed', 'K']], {
    axes: ['feature', 'key'],
    isMasked: true,
    isVector: true,
  }),
  erased: table('unroll', 'E', { letter: 'E' }),
  unrolled: table('unroll', 'M', { code: 'M' }),
  layerOutput: {
    axes: ['query', 'feature'],
    step: 'unroll',
    notation: 'O',
    letter: 'O',
    rule: (row, col) => `Σ M[${row},j] · V[j,${col}]`,
    from: made,
  },
};

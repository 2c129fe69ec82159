/** The matrices of an indexer that picks keys. */
/** @import { Formula, Matrix } from '../matrices.js' */

/** Nodes of these matrices are made for lessons with picks; see `compute/picked.js` of Learn. */
const made = () => null;

/** A letter with a prime, after a hair space. @param {string} letter @returns {Formula} */
const prime = (letter) => ['row', letter, '\u200a′'];

/**
 * A table of queries and keys.
 *
 * @param {string} step @param {Formula} notation @param {Partial<Matrix>} [more] @returns {Matrix}
 */
const table = (step, notation, more = {}) => ({
  axes: ['query', 'key'],
  step,
  columnNames: 'full',
  isMasked: true,
  notation,
  from: made,
  ...more,
});

/** @type {Record<string, Matrix>} */
export const PICKED = {
  indexQ: { axes: ['query', 'feature'], step: 'index', notation: prime('Q'), code: 'Qi', from: made },
  indexK: { axes: ['key', 'feature'], step: 'index', notation: prime('K'), code: 'Ki', from: made },
  indexKT: {
    axes: ['feature', 'key'],
    step: 'index',
    columnNames: 'full',
    letter: 'K′ᵀ',
    notation: ['transposed', prime('K')],
    onWorksheet: 'omitted',
    from: made,
  },
  index: table('index', 'I', { letter: 'I', code: 'I' }),
  picked: table('best', 'P', { range: [0, 1], letter: 'P' }),
  fullScores: table('score', 'S', { letter: 'S', code: 'S', dot: ['q', 'k'], heading: 'score' }),
  lost: {
    axes: ['query', 'lost'],
    step: 'lost',
    range: [0, 1],
    notation: 'L',
    code: 'lost',
    heading: 'lost',
    from: made,
  },
  shares: table('share', prime('A'), { range: [0, 1], letter: 'A′', heading: 'weight' }),
};

/** The matrices of an indexer that picks keys. */
import { made, table } from './made.js';
/** @import { Formula, Matrix } from '../matrices.js' */

/** A letter with a prime, after a hair space. @param {string} letter @returns {Formula} */
const prime = (letter) => ['row', letter, '\u200a′'];

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

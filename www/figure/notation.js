import { CONCEPT_NOTATION } from './concepts.js';
import { baseOf, HEAD_NOTATION, headOf } from './heads.js';
import { SCHEME_NOTATION } from './schemes.js';

/**
 * How each matrix is written. A string is one letter, word or operator. `['sub', a, b]` is a with the index b, `['transposed', a]` a with an upright T above,
 * `['sqrt', a]` a root, `['group', …]` a sequence in parentheses, `['abs', …]` an absolute value, and `['row', …]` a sequence.
 *
 * @typedef {string | [string, ...any[]]} Formula
 * @type {Record<string, Formula>}
 */
const NOTATION = {
  embeddings: 'E',
  scaledEmbeddings: ['row', 'E', '·', ['sqrt', 'd']],
  x: 'X',
  wQ: ['sub', 'W', 'Q'],
  wK: ['sub', 'W', 'K'],
  wV: ['sub', 'W', 'V'],
  q: 'Q',
  k: 'K',
  v: 'V',
  kT: ['transposed', 'K'],
  scores: ['row', 'S', '=', 'Q', ['transposed', 'K']],
  allowed: ['row', 'j', '≤', 'i'],
  additive: 'M',
  output: ['row', 'A', 'V'],
  outputRows: ['row', ['sub', 'A', 'rows'], 'V'],
  ...SCHEME_NOTATION,
  ...HEAD_NOTATION,
  ...CONCEPT_NOTATION,
};

/**
 * The notation of a matrix under the switches: what is drawn as S/√d is not divided when scaling is off.
 *
 * @param {string} matrix
 * @param {import('../types.js').Switches} switches
 * @returns {Formula}
 */
export function notation(matrix, switches) {
  const head = headOf(matrix);
  if (head !== null) return headNotation(baseOf(matrix), String(head + 1), switches);
  const scaled = scaledNotation(switches.scale, 'S');
  if (matrix === 'scaled') return scaled;
  if (matrix === 'positions' || matrix === 'positionsBeside')
    return positionsNotation(matrix, switches.positions);
  if (matrix === 'masked') return ['row', ...scaled.slice(1), '+', 'M'];
  if (matrix === 'weights') return ['row', 'A', '=', ['sub', 'softmax', axisName(switches.softmaxAxis)]];
  if (matrix === 'weightsRows') return ['row', ['sub', 'A', 'rows']];
  return NOTATION[matrix] ?? matrix;
}

/** The letters of what a head has for itself. @type {Record<string, string>} */
const LETTERS = { q: 'Q', k: 'K', v: 'V', scores: 'S', weights: 'A', output: 'O' };

/** @param {string} base @param {string} n - of the head @param {import('../types.js').Switches} switches @returns {Formula} */
function headNotation(base, n, switches) {
  const scaled = scaledNotation(switches.scale, ['sub', 'S', n]);
  if (base === 'kT') return ['transposed', ['sub', 'K', n]];
  if (base === 'scaled') return scaled;
  if (base === 'masked') return ['row', ...scaled.slice(1), '+', 'M'];
  if (base === 'weightsRows' || base === 'outputRows')
    return ['sub', base === 'weightsRows' ? 'A' : 'O', `${n}, rows`];
  return ['sub', LETTERS[base], n];
}

/** @param {import('../types.js').Switches['scale']} scale @param {Formula} scores @returns {['row', ...Formula[]]} */
function scaledNotation(scale, scores) {
  if (scale === 'sqrt') return ['row', scores, '/', ['sqrt', ['sub', 'd', 'k']]];
  return ['row', scores, '·', scale === 'none' ? '1' : String(scale)];
}

/** The exponent stands below P, for two of them stand one above the other. @param {string} matrix @param {string} chosen @returns {Formula} */
function positionsNotation(matrix, chosen) {
  if (chosen === 'given' || chosen === 'none') return 'P';
  const doubled = (chosen === 'doubled') === (matrix === 'positions');
  return ['sub', 'P', ['row', ...(doubled ? ['2'] : []), 'i', '/', 'd']];
}

/** @param {string} axis */
function axisName(axis) {
  return axis === 'rows' ? '' : axis;
}

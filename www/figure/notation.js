import { CONCEPT_NOTATION } from './concepts.js';
import { baseOf, HEAD_NOTATION, headOf } from './heads.js';
import { SCHEME_NOTATION } from '../positions/schemes.js';

const MATHML = 'http://www.w3.org/1998/Math/MathML';

/**
 * How each matrix is written. A string is one letter or word; `['sub', a, b]` is a with b below, `['sup', a, b]` with b above, `['row', …]` a sequence.
 *
 * @typedef {string | [string, ...any[]]} Formula
 * @type {Record<string, Formula>}
 */
const NOTATION = {
  embeddings: 'E',
  scaledEmbeddings: ['row', 'E', '·', ['sqrt', 'd']],
  x: 'X',
  wQ: ['sub', 'W', 'Q'], wK: ['sub', 'W', 'K'], wV: ['sub', 'W', 'V'],
  q: 'Q', k: 'K', v: 'V',
  kT: ['sup', 'K', 'T'],
  scores: ['row', 'S', '=', 'Q', ['sup', 'K', 'T']],
  allowed: ['row', 'j', '≤', 'i'],
  additive: 'M',
  output: ['row', 'A', 'V'],
  outputRows: ['row', ['sub', 'A', 'rows'], 'V'],
  ...SCHEME_NOTATION, ...HEAD_NOTATION, ...CONCEPT_NOTATION,
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
  if (matrix === 'positions' || matrix === 'positionsBeside') return positionsNotation(matrix, switches.positions);
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
  if (base === 'kT') return ['subsup', 'K', n, 'T'];
  if (base === 'scaled') return scaled;
  if (base === 'masked') return ['row', ...scaled.slice(1), '+', 'M'];
  if (base === 'weightsRows' || base === 'outputRows') return ['sub', base === 'weightsRows' ? 'A' : 'O', `${n}, rows`];
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
  return ['sub', 'P', doubled ? '2i/d' : 'i/d'];
}

/** @param {string} axis */
function axisName(axis) {
  return axis === 'rows' ? '' : axis;
}

/**
 * A formula as a MathML element, which every engine draws.
 *
 * @param {Formula} formula
 * @returns {Element}
 */
export function math(formula) {
  const root = document.createElementNS(MATHML, 'math');
  root.append(part(formula));
  return root;
}

/** @param {Formula} formula @returns {Element} */
function part(formula) {
  if (typeof formula === 'string') return leaf(formula);
  const [kind, ...children] = formula;
  if (kind === 'sub' && children[1] === '') return part(children[0]);
  const tag = { sub: 'msub', sup: 'msup', subsup: 'msubsup', sqrt: 'msqrt', row: 'mrow' }[kind] ?? 'mrow';
  const element = document.createElementNS(MATHML, tag);
  element.append(...children.map(part));
  return element;
}

/** @param {string} text */
function leaf(text) {
  const tag = /^[\d.−-]+$/.test(text) ? 'mn' : /^[=+·/≤−]$/.test(text) ? 'mo' : text.length > 1 ? 'mtext' : 'mi';
  const element = document.createElementNS(MATHML, tag);
  element.textContent = text;
  return element;
}

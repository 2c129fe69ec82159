import { allDigits, plainInfinity, cellText, number, decimal, localized } from '../../format/display.js';
import { printMatrix } from '../../format/numpy.js';
import { rowOf, sum } from './lessons/matrix.js';
import { baseOf, isOfConcepts } from '../../figure/matrices.js';
import { cellStates, BLANK, MASKED } from '../../figure/reveal.js';
/** @import { Language } from '../../state/languages.js' */
/** @import { Lesson, MatrixData, Model, PrintOptions, State } from '../../types.js' */

/** How a reader wants numbers. @typedef {Pick<Model, 'state' | 'language'>} Reader */

/** Decimals of numbers that are not whole. */
const DECIMALS = 2;
/** Decimals of weights in bars, which have more room than cells. */
const BAR_DECIMALS = 3;
/** Larger numbers have no decimals. */
const LARGE = 1000;
/** Decimals in a sum. */
const IN_SUM = 2;

/** With the least precision, larger numbers have no decimals. */
const HUNDREDS = 100;

/**
 * The precision of the numbers of a matrix. In narrow cells, all numbers have one decimal at most (`least`).
 *
 * @typedef {'full' | 'least'} Precision
 */

/** How many decimals the weights in bars show. @param {Model['state']} state */
export const barDecimals = ({ digits }) => (typeof digits === 'number' ? digits : BAR_DECIMALS);

/**
 * How many decimals the cells of a matrix show: none if all of its numbers are whole.
 *
 * @param {Model['state']} state @param {MatrixData} matrix @param {Precision} precision
 */
function decimalsOf({ digits }, { data }, precision) {
  if (typeof digits === 'number') return digits;
  if (data.every((value) => Number.isInteger(value) || !Number.isFinite(value))) return 0;
  const reaches = (/** @type {number} */ size) =>
    data.some((value) => Number.isFinite(value) && Math.abs(value) >= size);
  if (reaches(LARGE)) return 0;
  if (precision === 'full') return DECIMALS;
  return reaches(HUNDREDS) ? 0 : DECIMALS - 1;
}

/**
 * Cache of rounded numbers by matrix and rounding, because a motion needs them in every frame.
 *
 * @type {WeakMap<MatrixData, Map<string, string[]>>}
 */
const known = new WeakMap();

/** @param {Reader} reader @param {MatrixData} matrix @param {Precision} precision @returns {string[]} */
function roundedIn({ state, language }, matrix, precision) {
  const before = known.get(matrix) ?? new Map();
  known.set(matrix, before);
  const how = `${state.digits} ${precision} ${language}`;
  const found = before.get(how);
  if (found) return found;
  const decimals = decimalsOf(state, matrix, precision);
  const texts = Array.from(matrix.data, (value) => decimal(language, value, decimals));
  before.set(how, texts);
  return texts;
}

/**
 * The texts in the cells of a matrix on the stage, row by row, as a new array.
 *
 * @param {Model} model
 * @param {string} id
 * @param {MatrixData} matrix - the matrix, or the part of it that is shown
 * @param {Precision} [precision]
 * @returns {string[]}
 */
export function textsOf(model, id, matrix, precision = 'full') {
  const texts = roundedIn(model, matrix, precision);
  const states = matrix === model.matrices[id] ? cellStates(model, id) : null;
  return texts.map((text, cell) => {
    if (states?.[cell] === BLANK) return '';
    if (states?.[cell] === MASKED) return ['additive', 'masked'].includes(baseOf(id)) ? '−∞' : '';
    return text;
  });
}

/**
 * A number as the stage writes it, with a decimal point: as its cell shows it, if it is one of a matrix, else
 * with few decimals, so that a sum can be checked by eye.
 *
 * @param {Model} model @param {number} value @param {string} [of] - the matrix of the number
 */
function pointed({ state, matrices, precisions }, value, of) {
  if (of) return cellText(value, decimalsOf(state, matrices[of], precisions?.[of] ?? 'full'));
  const { digits } = state;
  const text = number(value, typeof digits === 'number' ? digits : IN_SUM);
  // Exponents are hard to read in a sum, so tiny numbers are rounded to zeros.
  return text.includes('e−') && typeof digits !== 'number' ? cellText(value, IN_SUM + 1) : text;
}

/** The same in the language. @param {Model} model @param {number} value @param {string} [of] */
export const onStage = (model, value, of) => localized(pointed(model, value, of), model.language);

/**
 * Formats a number in an explanation or a sentence, with more digits than in a sum below a step.
 *
 * @param {{ state: Pick<State, 'digits'>, language: Language }} reader
 * @param {number} value
 */
export function inSum({ state: { digits }, language }, value) {
  const text =
    digits === 'full' ? allDigits(value).replace('-', '−') : number(value, digits === 'auto' ? 4 : digits);
  return localized(text, language);
}

/**
 * The number that a sum shows.
 *
 * @param {Model} model @param {number} value @param {string} [of] - the matrix of the number
 */
export const asShown = (model, value, of) =>
  Number.isFinite(value) ? Number(pointed(model, value, of).replace('−', '-')) : value;

/**
 * Whether the weights of a row sum to 1 as they are written.
 *
 * @param {ArrayLike<number>} weights @param {number} decimals
 */
export const isOneAsWritten = (weights, decimals) =>
  sum(Array.from(weights, (weight) => Math.round(weight * 10 ** decimals))) === 10 ** decimals;

/** A negative number in parentheses, as a factor or a term. @param {string} text */
const inParentheses = (text) => (text.startsWith('−') ? `(${text})` : text);

/**
 * Formats a factor or a term of the sum below a figure.
 *
 * @param {Model} model @param {number} value @param {string} [of] - the matrix of the number
 */
export const factor = (model, value, of) => inParentheses(onStage(model, value, of));

/**
 * Formats a factor or a term of an explanation, with more digits.
 *
 * @param {Model} model @param {number} value
 */
export const term = (model, value) => inParentheses(inSum(model, value));

/**
 * The maximum number of decimals of given numbers on a worksheet. Results then differ little from the exact
 * ones.
 */
const GIVEN = 3;

/**
 * The texts of the cells of a matrix on a worksheet, row by row.
 *
 * @param {MatrixData} matrix
 * @param {boolean} isGiven
 * @param {Language} language
 */
export function worksheetTexts({ data }, isGiven, language) {
  const finite = data.filter(Number.isFinite);
  const isWhole = finite.every(Number.isInteger) || finite.some((value) => Math.abs(value) >= LARGE);
  const decimals = isWhole ? 0 : isGiven ? Math.min(GIVEN, exactDecimals(finite)) : DECIMALS;
  return Array.from(data, (value) => decimal(language, value, decimals));
}

/** The decimals that represent all numbers exactly, at most GIVEN. @param {Float64Array} values */
function exactDecimals(values) {
  let decimals = 0;
  for (const value of values)
    while (decimals < GIVEN && Number(value.toFixed(decimals)) !== value) decimals += 1;
  return decimals;
}

/**
 * NumPy's print options in the notebook. Those for concepts are different.
 *
 * @param {Lesson} lesson
 * @param {string} id
 * @returns {PrintOptions}
 */
function printOptions(lesson, id) {
  return lesson.ratings && isOfConcepts(id) ? lesson.ratings.print : lesson.print;
}

/**
 * The texts of a matrix in its table: as the notebook printed them, or with the decimals that the reader
 * chose. Hidden rows are empty and do not affect the format of the others, so that a single query is printed
 * as in the notebook.
 *
 * @param {Pick<Model, 'state' | 'lesson' | 'matrices' | 'switches'>} model
 * @param {string} id
 * @returns {string[]} row-major
 */
export function tableTexts(model, id) {
  const { state, lesson, matrices } = model;
  const { rows, cols } = matrices[id];
  const states = cellStates(model, id);
  const shown = Array.from({ length: rows }, (_, row) => row).filter((row) => states[row * cols] !== BLANK);
  const numbers = shown.flatMap((row) => [...rowOf(matrices[id], row)]);
  const part = { rows: shown.length, cols, data: Float64Array.from(numbers) };
  const partTexts = printed(state, lesson, id, part);
  const texts = new Array(rows * cols).fill('');
  shown.forEach((row, index) =>
    texts.splice(row * cols, cols, ...partTexts.slice(index * cols, (index + 1) * cols)),
  );
  return texts;
}

/**
 * @param {State} state
 * @param {Lesson} lesson
 * @param {string} id
 * @param {MatrixData} matrix
 * @returns {string[]}
 */
function printed({ digits }, lesson, id, matrix) {
  if (digits === 'full') return Array.from(matrix.data, allDigits);
  // Tables have hyphens as minus signs, as in NumPy.
  if (digits !== 'auto') return Array.from(matrix.data, (value) => cellText(value, digits).replace('−', '-'));
  // NumPy prints whole floats with a trailing point.
  return printMatrix(matrix, printOptions(lesson, id))
    .flat()
    .map((text) => plainInfinity(text.replace(/\.$/, '')));
}

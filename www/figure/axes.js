import { headedName } from './heads.js';
import { matrixOf } from './matrices.js';
/** @import { Lesson, Model } from '../types.js' */

/** The axes along which there are tokens. */
const TOKEN_AXES = ['token', 'query', 'key'];

/**
 * The names of the axes of a matrix, which are keys of the strings.
 *
 * @param {string} matrix
 */
export function axesOf(matrix) {
  const [row, col] = matrixOf(matrix).axes;
  return { row, col };
}

/** Whether the rows of a matrix are queries and its columns keys. @param {string} matrix */
export function isPairs(matrix) {
  const { row, col } = axesOf(matrix);
  return row === 'query' && col === 'key';
}

/**
 * The names along an axis of the matrices of ratings, or null.
 *
 * @param {Lesson} lesson @param {string} axis @returns {string[] | null}
 */
function conceptLabels({ ratings }, axis) {
  if (axis === 'person') return ratings?.people ?? null;
  if (axis === 'film') return ratings?.films ?? null;
  return axis === 'viewer' ? (ratings?.newViewers ?? null) : null;
}

/**
 * The labels along one axis, or null if it has only numbers.
 *
 * @param {Lesson} lesson
 * @param {string} axis
 * @returns {string[] | null}
 */
export function axisLabels(lesson, axis) {
  return TOKEN_AXES.includes(axis) ? lesson.tokens : conceptLabels(lesson, axis);
}

/**
 * The name of an index on an axis: a token, a film, or "feature 2".
 *
 * @param {Pick<Model, 'lesson' | 't'>} model
 * @param {string} axis
 * @param {number} index
 */
export function placeName({ lesson, t }, axis, index) {
  const labels = axisLabels(lesson, axis);
  if (labels) return labels[index];
  if (axis === 'headed') return headedName(lesson, t, index);
  return axis === 'concept'
    ? t.figure.inspector.concept({ n: index + 1 })
    : t.figure.inspector.feature({ n: index + 1 });
}

/**
 * Shortens names for narrow columns to the first letters of their words.
 *
 * @param {string[]} names
 */
export function initials(names) {
  return names.map((name) =>
    name
      .split(/\s+/u)
      .map((word) => Array.from(word)[0] ?? '')
      .join(''),
  );
}

/**
 * Shortens tokens for narrow columns: a shared prefix such as `word_` becomes its first letter.
 *
 * @param {string[]} tokens
 */
export function shortLabels(tokens) {
  const parts = tokens.map((token) => /^(\p{L})\p{L}+_(\d+)$/u.exec(token));
  const shared = parts.every((part) => part && part[1] === parts[0]?.[1]);
  return shared ? parts.map((part) => `${part?.[1]}${part?.[2]}`) : tokens;
}

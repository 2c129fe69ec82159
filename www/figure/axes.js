import { conceptLabels } from './concepts.js';
import { headedName } from './heads.js';
import { matrixOf } from './matrices.js';
/** @import { Lesson, Model } from '../types.js' */

/** Axes along which the tokens of a lesson lie. */
const TOKEN_AXES = ['token', 'query', 'key'];

/**
 * @param {string} matrix
 * @returns {{ row: string, col: string }} names of the axes: keys of the strings
 */
export function axesOf(matrix) {
  const [row, col] = matrixOf(matrix).axes;
  return { row, col };
}

/** Whether both axes are tokens: rows are queries, columns are keys. @param {string} matrix */
export function isPairs(matrix) {
  const { row, col } = axesOf(matrix);
  return row === 'query' && col === 'key';
}

/**
 * The labels along one axis, or null where the places have numbers only.
 *
 * @param {Lesson} lesson
 * @param {string} axis
 * @returns {string[] | null}
 */
export function axisLabels(lesson, axis) {
  return TOKEN_AXES.includes(axis) ? lesson.tokens : conceptLabels(lesson, axis);
}

/**
 * What one place on an axis is called: a token, a film, or "feature 2".
 *
 * @param {Pick<Model, 'lesson' | 't'>} model
 * @param {string} axis
 * @param {number} index
 */
export function placeName({ lesson, t }, axis, index) {
  const labels = axisLabels(lesson, axis);
  if (labels) return labels[index];
  if (axis === 'headed') return headedName(lesson, t, index);
  return axis === 'concept' ? t.figure.inspector.concept(index + 1) : t.figure.inspector.feature(index + 1);
}

/**
 * Names short enough for the top of a narrow column: the first letters of their words.
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
 * Tokens short enough for the top of a column: a shared beginning such as `word_` becomes its first letter.
 *
 * @param {string[]} tokens
 */
export function shortLabels(tokens) {
  const parts = tokens.map((token) => /^(\p{L})\p{L}+_(\d+)$/u.exec(token));
  const shared = parts.every((part) => part && part[1] === parts[0]?.[1]);
  return shared ? parts.map((part) => `${part?.[1]}${part?.[2]}`) : tokens;
}

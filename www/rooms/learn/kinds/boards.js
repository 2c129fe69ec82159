import table from './boards.json' with { type: 'json' };
/** @import { Block, Board, Stack } from '../stage/spec.js' */

/**
 * A board of the table. Titles, notes and the names of scales are keys of its words. On a phone the lines of
 * the first stack may be others.
 *
 * @param {keyof typeof table} name
 * @param {Record<string, any>} words
 * @returns {Board}
 */
export function boardOf(name, words) {
  const { stacks, narrow, scaleNames, ...about } = /** @type {any} */ (table[name]);
  const textOf = (/** @type {string | undefined} */ key) => key && words[key];
  const worded = (/** @type {Block} */ block) => ({
    ...block,
    title: textOf(block.title),
    note: textOf(block.note),
  });
  const linesOf = (/** @type {Block[][]} */ lines) => lines.map((line) => line.map(worded));
  return {
    form: 'board',
    ...about,
    scaleNames: scaleNames.map((/** @type {string} */ key) => words[key] ?? ''),
    stacks: (isNarrow) =>
      stacks.map((/** @type {Stack} */ { lines, ...more }, /** @type {number} */ index) => ({
        ...more,
        lines: linesOf(isNarrow && index === 0 && narrow ? narrow : lines),
      })),
  };
}

import { ofHead } from '../../../../figure/matrices.js';
import { wordOf } from '../../compute/state.js';
import table from './boards.json' with { type: 'json' };
/** @import { Model } from '../../../../types.js' */
/** @import { Block, Board, MatrixSpec, Stack } from '../../stage/spec.js' */

/** Matrices whose values are at most about 1, and so have a color scale of their own. */
const SMALL = ['keyRow', 'keyColumn', 'plain', 'plainRow', 'unrolled', 'fading', 'erased', 'weights'];

/**
 * The boards that show one word, by step: the word that is shown first, counted from 0; the result and its
 * cell that is shown first; the lines of blocks, with keys to the left of the state; the state after the last
 * line; and the table of the layer with the number of its rows beyond the word, or all. Ids are without the
 * word.
 *
 * - `write`: the word adds the product of its key and its value to the state.
 * - `read`: its key reads the state.
 * - `erase`: what is read is taken from the value, and the rest is written.
 * - `decay`: the state is multiplied by the decay before each word.
 *
 * @type {Record<string, { word: number, result: string, first: number[], lines: Block[][], after?: string, table: string, upTo?: number }>}
 */
export const BOARDS = /** @type {any} */ (table);

/**
 * Whether a matrix, by its id without the word, is on the board of a step.
 *
 * @param {string} step @param {string} base
 */
function isOnBoard(step, base) {
  const { lines = [], after, table: beside } = BOARDS[step] ?? {};
  return [...lines.flat().map(({ id }) => id), after, beside, step === 'erase' && 'plainRow'].includes(base);
}

/**
 * The word on the stage, counted from 0: that of the selected cell, if its matrix is on the board of the
 * step. In a table it is the word of the row.
 *
 * @param {Model} model @param {string} step
 */
export function shownWord({ state: { cursor }, lesson }, step) {
  if (!cursor || !isOnBoard(step, cursor.matrix.replace(/\d$/, ''))) return BOARDS[step]?.word ?? 0;
  return Math.min(wordOf(cursor.matrix) ?? cursor.row, lesson.tokens.length - 1);
}

/**
 * The board of a step for a word.
 *
 * @param {Model} model @param {string} step @param {number} word @returns {MatrixSpec & Board}
 */
export function wordBoard({ lesson, t }, step, word) {
  const { result, first, lines, after, table: beside, upTo = Infinity } = BOARDS[step];
  const { layer } = t.stage;
  const ofWord = (/** @type {Block} */ block) => ({ ...block, id: ofHead(block.id, word) });
  /** @type {(isNarrow: boolean) => Stack[]} */
  const stacks = (isNarrow) => {
    const own = lines.map((line) => line.map(ofWord));
    // The state after the word is beside what is written, on a phone below it.
    const place = /** @type {const} */ ({ x: 2, gaps: 1, name: 'right', isAfter: true });
    const state = after && ofWord({ id: after, ...place });
    if (state && isNarrow) own.push([state]);
    else if (state) own[own.length - 1].push({ ...state, follows: true, sign: '→' });
    const title = beside === 'fading' ? layer.fading : layer.table;
    const rows = Math.min(word + upTo, lesson.tokens.length);
    // On a phone there is no room for the note.
    const note = isNarrow ? {} : { note: layer.tableNote };
    const tables = [[{ id: beside, x: 0, rows: true, columns: true, title, upTo: rows, ...note }]];
    const without = { x: 0, title: layer.without({ word: lesson.tokens[word] }) };
    return [
      { lines: own },
      { lines: step === 'erase' ? [...tables, [{ id: ofHead('plainRow', word), ...without }]] : tables },
    ];
  };
  const ids = [...stacks(false), ...stacks(true)].flatMap(({ lines }) => lines.flat().map(({ id }) => id));
  const isSmall = (/** @type {string} */ id) => SMALL.includes(id.replace(/\d$/, ''));
  return {
    form: 'board',
    result: ofHead(result, word),
    first: { row: first[0], col: first[1] },
    stacks,
    scales: [ids.filter((id) => !isSmall(id)), ids.filter(isSmall)],
    scaleNames: [layer.values, layer.weights],
    current: word,
    motion: 'product',
  };
}

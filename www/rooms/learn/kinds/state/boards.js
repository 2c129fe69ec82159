import { ofHead } from '../../../../figure/matrices.js';
import { wordOf } from '../../compute/state.js';
/** @import { Model } from '../../../../types.js' */
/** @import { Block, Board, MatrixSpec, Stack } from '../../stage/spec.js' */

/** The left edge of the state and of what is below it, in cells: keys are to its left. */
const STATE = 2;
/** Matrices whose values are at most about 1, and so have a color scale of their own. */
const SMALL = ['keyRow', 'keyColumn', 'plain', 'plainRow', 'unrolled', 'fading', 'erased', 'weights'];

/** A block right of the keys, with its name on the right. @param {string} id @param {Partial<Block>} [more] @returns {Block} */
const inColumn = (id, more = {}) => ({ id, x: STATE, gaps: 1, name: 'right', ...more });
/** A block at the left edge, with its name on the right. @param {string} id @param {Partial<Block>} [more] @returns {Block} */
const atEdge = (id, more = {}) => ({ id, x: 0, name: 'right', ...more });
/** The key of a word as a row, beside what it reads. @type {Block} */
const KEY = { id: 'keyRow', x: 0, name: 'left' };
/** The key of a word as a column, beside what it writes. @type {Block} */
const COLUMN = { id: 'keyColumn', x: STATE - 1, name: 'left' };
const VALUE = inColumn('valueRow', { isClose: true });

/**
 * The boards that show one word, by step: the result and its cell that is shown first, the lines of blocks,
 * the state after the last line, and the table of the layer with the number of its rows. Ids are without the
 * word.
 *
 * - `write`: the word adds the product of its key and its value to the state.
 * - `read`: its key reads the state.
 * - `erase`: what is read is taken from the value, and the rest is written.
 * - `decay`: the state is multiplied by the decay before each word.
 *
 * @type {Record<string, { result: string, first: [row: number, col: number], lines: Block[][], after?: string, table: string, upTo: (word: number) => number }>}
 */
export const BOARDS = {
  write: {
    result: 'added',
    first: [1, 1],
    lines: [[inColumn('addedBefore')], [inColumn('valueRow')], [COLUMN, inColumn('added')]],
    after: 'addedState',
    table: 'plain',
    upTo: (word) => word + 1,
  },
  read: {
    result: 'read',
    first: [0, 0],
    lines: [[inColumn('before')], [KEY, inColumn('read')], [VALUE]],
    table: 'unrolled',
    upTo: (word) => word,
  },
  erase: {
    result: 'change',
    first: [0, 0],
    lines: [
      ...[[inColumn('before')], [KEY, inColumn('read')], [VALUE], [inColumn('change')]],
      [COLUMN, inColumn('written', { isAfter: true })],
    ],
    after: 'state',
    table: 'unrolled',
    upTo: (word) => word + 1,
  },
  decay: {
    result: 'faded',
    first: [0, 0],
    lines: [[atEdge('fadedBefore')], [atEdge('faded')], [atEdge('fadedState', { isAfter: true })]],
    table: 'fading',
    upTo: () => Infinity,
  },
};

/** The words that the steps show first, counted from 0. @type {Record<string, number>} */
const FIRST = { write: 1, read: 2, erase: 2, decay: 2 };

/** Whether a matrix, by its id without the word, is on the board of a step. @param {string} step @param {string} base */
function isOnBoard(step, base) {
  const { lines = [], after, table } = BOARDS[step] ?? {};
  return [...lines.flat().map(({ id }) => id), after, table, step === 'erase' && 'plainRow'].includes(base);
}

/**
 * The word on the stage, counted from 0: that of the selected cell, if its matrix is on the board of the
 * step. In a table it is the word of the row.
 *
 * @param {Model} model @param {string} step
 */
export function shownWord({ state: { cursor }, lesson }, step) {
  if (!cursor || !isOnBoard(step, cursor.matrix.replace(/\d$/, ''))) return FIRST[step] ?? 0;
  return Math.min(wordOf(cursor.matrix) ?? cursor.row, lesson.tokens.length - 1);
}

/**
 * The board of a step for a word.
 *
 * @param {Model} model @param {string} step @param {number} word @returns {MatrixSpec & Board}
 */
export function wordBoard({ lesson, t }, step, word) {
  const { result, first, lines, after, table, upTo } = BOARDS[step];
  const { layer } = t.stage;
  const ofWord = (/** @type {Block} */ block) => ({ ...block, id: ofHead(block.id, word) });
  /** @type {(isNarrow: boolean) => Stack[]} */
  const stacks = (isNarrow) => {
    const own = lines.map((line) => line.map(ofWord));
    // The state after the word is beside what is written, on a phone below it.
    const state = after && ofWord(inColumn(after, { isAfter: true }));
    if (state && isNarrow) own.push([state]);
    else if (state) own[own.length - 1].push({ ...state, follows: true, sign: '→' });
    const title = table === 'fading' ? layer.fading : layer.table;
    const rows = Math.min(upTo(word), lesson.tokens.length);
    // On a phone there is no room for the note.
    const note = isNarrow ? {} : { note: layer.tableNote };
    const tables = [[{ id: table, x: 0, rows: true, columns: true, title, upTo: rows, ...note }]];
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

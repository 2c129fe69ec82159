import { ofHead } from '../../../../figure/matrices.js';
/** @import { Model } from '../../../../types.js' */
/** @import { Place } from '../../stage/motion.js' */
/** @import { Block, Board, MatrixSpec, Stack } from '../../stage/spec.js' */

/** The left edge of the state and of what is below it, in cells: keys are to its left. */
const STATE = 2;

/** Matrices whose values are at most about 1, and so have a color scale of their own. */
const SMALL = ['keyRow', 'keyColumn', 'plain', 'plainRow', 'unrolled', 'fading', 'erased', 'weights'];

/**
 * A block of the column of a word: right of the keys, with its name on the right.
 *
 * @param {string} id @param {Partial<Block>} [more] @returns {Block}
 */
const inColumn = (id, more = {}) => ({ id, x: STATE, gaps: 1, name: 'right', ...more });

/**
 * The state after a word: beside what is written, on a phone below it.
 *
 * @param {string} id @param {boolean} isNarrow @returns {Block}
 */
const after = (id, isNarrow) =>
  isNarrow
    ? inColumn(id, { isAfter: true })
    : { id, x: STATE, gaps: 1, isAfter: true, name: 'right', follows: true, sign: '→' };

/** The key of a word as a column, beside what it writes. @param {string} id @returns {Block} */
const column = (id) => ({ id, x: STATE - 1, name: 'left' });

/**
 * The table of a layer.
 *
 * @param {Model} model @param {string} id @param {number} upTo - how many of its rows are shown @param {string} title
 * @param {boolean} isNarrow @returns {Block}
 */
const tableOf = ({ t }, id, upTo, title, isNarrow) => ({
  ...{ id, x: 0, rows: true, columns: true, title, upTo },
  // On a phone there is no room for it.
  ...(isNarrow ? {} : { note: t.stage.layer.tableNote }),
});

/**
 * @param {Model} model @param {number} word @param {string} result @param {Place} first - the cell shown first
 * @param {(isNarrow: boolean) => Stack[]} stacks
 * @returns {MatrixSpec & Board}
 */
function board(model, word, result, first, stacks) {
  const ids = [...stacks(false), ...stacks(true)].flatMap(({ lines }) => lines.flat().map(({ id }) => id));
  const isSmall = (/** @type {string} */ id) => SMALL.includes(id.replace(/\d$/, ''));
  const { layer } = model.t.stage;
  return {
    form: 'board',
    result,
    first,
    stacks,
    scales: [ids.filter((id) => !isSmall(id)), ids.filter(isSmall)],
    scaleNames: [layer.values, layer.weights],
    current: word,
    motion: 'product',
  };
}

/**
 * A word adds the product of its key and its value to the state.
 *
 * @param {Model} model @param {number} word
 */
export function writeBoard(model, word) {
  const of = (/** @type {string} */ base) => ofHead(base, word);
  return board(model, word, of('added'), { row: 1, col: 1 }, (isNarrow) => {
    const added = [column(of('keyColumn')), inColumn(of('added'))];
    const last = after(of('addedState'), isNarrow);
    return [
      {
        lines: [
          [inColumn(of('addedBefore'))],
          [inColumn(of('valueRow'))],
          ...(isNarrow ? [added, [last]] : [[...added, last]]),
        ],
      },
      { lines: [[tableOf(model, 'plain', word + 1, model.t.stage.layer.table, isNarrow)]] },
    ];
  });
}

/** The key of a word reads the state. @param {Model} model @param {number} word */
export function readBoard(model, word) {
  const of = (/** @type {string} */ base) => ofHead(base, word);
  return board(model, word, of('read'), { row: 0, col: 0 }, (isNarrow) => [
    {
      lines: [
        [inColumn(of('before'))],
        [{ id: of('keyRow'), x: 0, name: 'left' }, inColumn(of('read'))],
        [inColumn(of('valueRow'), { isClose: true })],
      ],
    },
    { lines: [[tableOf(model, 'unrolled', word, model.t.stage.layer.table, isNarrow)]] },
  ]);
}

/**
 * What is read is taken from the value, and the rest is written.
 *
 * @param {Model} model @param {number} word
 */
export function eraseBoard(model, word) {
  const of = (/** @type {string} */ base) => ofHead(base, word);
  const { layer } = model.t.stage;
  return board(model, word, of('change'), { row: 0, col: 0 }, (isNarrow) => {
    const written = [column(of('keyColumn')), inColumn(of('written'), { isAfter: true })];
    const last = after(of('state'), isNarrow);
    return [
      {
        lines: [
          [inColumn(of('before'))],
          [{ id: of('keyRow'), x: 0, name: 'left' }, inColumn(of('read'))],
          [inColumn(of('valueRow'), { isClose: true })],
          [inColumn(of('change'))],
          ...(isNarrow ? [written, [last]] : [[...written, last]]),
        ],
      },
      {
        lines: [
          [tableOf(model, 'unrolled', word + 1, layer.table, isNarrow)],
          [{ id: of('plainRow'), x: 0, title: layer.without({ word: model.lesson.tokens[word] }) }],
        ],
      },
    ];
  });
}

/** The state is multiplied by the decay before each word. @param {Model} model @param {number} word */
export function decayBoard(model, word) {
  const of = (/** @type {string} */ base) => ofHead(base, word);
  const { tokens } = model.lesson;
  return {
    ...board(model, word, of('faded'), { row: 0, col: 0 }, (isNarrow) => [
      {
        lines: [
          [inColumn(of('fadedBefore'), { x: 0, gaps: 0 })],
          [inColumn(of('faded'), { x: 0, gaps: 0 })],
          [inColumn(of('fadedState'), { x: 0, gaps: 0, isAfter: true })],
        ],
      },
      { lines: [[tableOf(model, 'fading', tokens.length, model.t.stage.layer.fading, isNarrow)]] },
    ]),
  };
}

/** The table beside the weights of a softmax. @param {Model} model @returns {Board} */
export function besideBoard({ t }) {
  const { layer } = t.stage;
  return {
    form: 'board',
    result: 'weights',
    first: { row: 3, col: 0 },
    stacks: () => [
      { lines: [[{ id: 'unrolled', x: 0, rows: true, columns: true, title: layer.ofState }]] },
      { lines: [[{ id: 'weights', x: 0, rows: true, columns: true, title: layer.ofSoftmax }]] },
    ],
    scales: [['unrolled', 'weights']],
    scaleNames: [''],
  };
}

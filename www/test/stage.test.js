import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placeNotes } from '../rooms/learn/stage/bars-scene.js';
import { digitsIn, productScene } from '../rooms/learn/stage/layout.js';
import { lineScene } from '../rooms/learn/stage/line-layout.js';
import { cellTimes, momentOf, timelineOf } from '../rooms/learn/stage/motion.js';
import { parsed, plain } from '../rooms/learn/stage/sentence.js';
import { choicesOf, isNearly, judged } from '../rooms/learn/stage/mistakes.js';
import { cellText } from '../format/display.js';
import { wordsLayout } from '../rooms/learn/stories/figures/words-layout.js';
import { slotsFor } from '../rooms/learn/stage/matrix-figure.js';
import { decode, encode } from '../rooms/learn/state/fragment.js';
import { asksOf, freshState, withAsk } from '../rooms/learn/state/state.js';
import { LESSON_IDS } from '../rooms/learn/lessons/index.js';
/** @import { Mistake } from '../rooms/learn/operations/operation.js' */

/** @param {string} id @param {number} rows @param {number} cols @param {number} length */
const shape = (id, rows, cols, length) => ({ id, rows, cols, length, name: 70 });
const room = { width: 900, height: 460, size: /** @type {const} */ ('page'), rowLabel: 50 };

/** The score of notebook 002: 4×8 times 8×4, with two decimals. @param {any} where */
const wide = (where) =>
  productScene(
    { left: shape('q', 4, 8, 5), right: shape('kT', 8, 4, 5), result: shape('s', 4, 4, 5) },
    where,
  );

test('a product stands as it is worked by hand: left operand left, right operand above, one row a token', () => {
  const { matrices } = productScene(
    { left: shape('q', 4, 3, 1), right: shape('kT', 3, 4, 1), result: shape('s', 4, 4, 2) },
    room,
  );
  const [left, right, result] = matrices;
  assert.equal(left.y, result.y);
  assert.equal(right.x, result.x);
  assert.equal(right.cell.width, result.cell.width);
  assert.ok(matrices.every(({ cell }) => cell.height === left.cell.height));
  assert.ok(left.x + left.cols * left.cell.width < result.x);
  assert.ok(right.y + right.rows * right.cell.height < result.y);
});

test('digits have at least 16 pixels wherever twelve columns of five characters fit', () => {
  for (const where of [room, { ...room, width: 760 }])
    assert.ok(wide(where).matrices.every(({ digits }) => digits >= 16));
});

test('in a narrow column the left operand gives way: its cells lose their digits, the result keeps them, and all fits or is scrolled', () => {
  for (const width of [230, 280, 332, 360, 420]) {
    const scene = wide({ ...room, width, size: 'narrow' });
    const [left, right, result] = scene.matrices;
    assert.equal(left.digits, 0, `${width}`);
    assert.ok(right.digits >= 11.5 && result.digits >= 11.5, `${width}: ${right.digits}`);
    assert.equal(scene.width <= width, width > 230, `${width}: ${scene.width}`);
  }
});

test('on a phone names stand in the free corners, so that the cells have the whole width', () => {
  const shapes = { left: shape('x', 4, 3, 1), right: shape('w', 3, 3, 1), result: shape('q', 4, 3, 1) };
  const { matrices, names, width } = productScene(shapes, { ...room, width: 332, size: 'narrow' });
  assert.ok(matrices.every(({ cell }) => cell.width >= 40));
  assert.ok(width <= 332);
  assert.ok(names.every(({ align, x }) => align === 'start' || x <= 332));
});

test('eight columns of four characters fit a phone with digits that can be read, and five characters are scrolled', () => {
  const product = (/** @type {number} */ length) => {
    const shapes = {
      left: shape('a', 4, 4, 4),
      right: shape('v', 4, 8, length),
      result: shape('o', 4, 8, length),
    };
    return productScene(shapes, { ...room, width: 332, size: 'narrow' });
  };
  assert.ok(product(4).width <= 332);
  assert.ok(
    product(4)
      .matrices.slice(1)
      .every(({ digits }) => digits >= 11.5),
  );
  assert.ok(product(5).width > 332);
  assert.ok(
    product(5)
      .matrices.slice(1)
      .every(({ digits }) => digits >= 13),
  );
});

test('a line is as wide as the name of its last matrix', () => {
  const shapes = [shape('q', 4, 6, 2), { ...shape('q1', 4, 2, 2), name: 66 }];
  const { matrices, width } = lineScene(shapes, ['→'], { ...room, width: 332, size: 'narrow' });
  const [first, last] = matrices;
  assert.equal(first.y, last.y);
  assert.ok(width >= last.x + 66 && width <= 332, `${width}`);
});

test('rows are lower on a phone only where they would be scrolled otherwise', () => {
  const shapes = [shape('a', 5, 4, 5), shape('b', 5, 4, 5), shape('c', 5, 4, 5)];
  const rowIn = (/** @type {boolean} */ isLow) =>
    lineScene(shapes, ['+', '='], { ...room, width: 332, height: 300, size: 'narrow', isLow }).matrices[0]
      .cell.height;
  assert.ok(rowIn(true) < rowIn(false));
});

test('matrices stand in a line if their digits can be read, else one below the other', () => {
  const shapes = [shape('a', 4, 4, 5), shape('b', 4, 4, 5)];
  assert.ok(lineScene(shapes, ['='], room).matrices.every(({ y }, _, [first]) => y === first.y));
  const [first, second] = lineScene(shapes, ['='], { ...room, width: 340, size: 'narrow' }).matrices;
  assert.ok(second.y >= first.y + first.rows * first.cell.height);
});

test('words that stand below each other are in the middle, as far as their numbers have room', () => {
  const measure = (/** @type {string} */ text, /** @type {number} */ size) => text.length * size * 0.5;
  const words = ['Elinor', 'met', 'Jane', 'in', 'Bath', ';', 'Elinor', 'met'];
  for (const width of [332, 362]) {
    const { isColumn, boxes } = wordsLayout(words, measure, { width, height: 300 });
    assert.ok(isColumn);
    assert.ok(boxes.every(({ left, width: wide }) => Math.abs(left + wide / 2 - width / 2) < 0.01));
  }
  const [half] = wordsLayout(words, measure, { width: 177, height: 300 }).boxes;
  assert.ok(half.left >= 48 && half.left + half.width + 48 <= 177);
});

test('digits that could not be read are left out', () => {
  assert.equal(digitsIn({ width: 20, height: 30 }, 5, 'narrow'), 0);
  assert.ok(digitsIn({ width: 60, height: 30 }, 5, 'narrow') >= 16);
});

const MOTIONS = /** @type {const} */ (['product', 'rows', 'curtain', 'bars']);
const SIZES = [
  { rows: 1, cols: 1 },
  { rows: 4, cols: 4 },
  { rows: 4, cols: 8 },
  { rows: 32, cols: 32 },
];
/**
 * The cells of a result that are shown, in their order.
 *
 * @param {{ rows: number, cols: number }} size @param {(row: number, col: number) => boolean} isShown
 */
const shownIn = ({ rows, cols }, isShown) =>
  Array.from({ length: rows * cols }, (_, cell) => cell).filter((cell) =>
    isShown(Math.floor(cell / cols), cell % cols),
  );

test('no motion takes longer than 2.8 seconds, and at its end everything is there', () => {
  for (const motion of MOTIONS)
    for (const size of SIZES) {
      const { lasts, asksAt } = timelineOf(motion, size);
      assert.ok(lasts > 0 && lasts <= 2800.001, `${motion} ${size.rows}: ${lasts}`);
      assert.equal(asksAt, Infinity);
      const { isShown } = momentOf(motion, size, lasts);
      assert.equal(shownIn(size, isShown).length, size.rows * size.cols, `${motion} ${size.rows}`);
    }
});

test('a question stops a motion at its cell after 2.8 seconds at most, and the rest takes 0.62 seconds at most', () => {
  for (const motion of /** @type {const} */ (['product', 'rows', 'bars']))
    for (const size of SIZES)
      for (const asked of [
        { row: 0, col: 0 },
        { row: 0, col: size.cols - 1 },
        { row: size.rows >> 1, col: size.cols >> 1 },
        { row: size.rows - 1, col: size.cols - 1 },
      ]) {
        const what = `${motion} ${size.rows} × ${size.cols}, ${asked.row} ${asked.col}`;
        const { asksAt, lasts } = timelineOf(motion, size, asked);
        assert.ok(asksAt >= 0 && asksAt <= 2800.001, `${what}: ${asksAt}`);
        assert.ok(lasts - asksAt > 0 && lasts - asksAt <= 620.001, `${what}: ${lasts - asksAt}`);
        const stopped = momentOf(motion, size, asksAt, asked);
        const before = motion === 'bars' ? asked.row * size.cols : asked.row * size.cols + asked.col;
        assert.ok(stopped.isAsked, what);
        assert.deepEqual(
          shownIn(size, stopped.isShown),
          Array.from({ length: before }, (_, cell) => cell),
          what,
        );
        const end = momentOf(motion, size, lasts, asked);
        assert.equal(shownIn(size, end.isShown).length, size.rows * size.cols, what);
      }
});

test('the motion until a question has the times of the design', () => {
  const asked = { row: 2, col: 2 };
  const { beats, asksAt, lasts } = timelineOf('product', { rows: 4, cols: 4 }, asked);
  const times = beats.map(({ row, from, to, end }) => [row, from, to, end]);
  assert.deepEqual(times, [
    [0, 0, 0, 900],
    [0, 1, 1, 1250],
    [0, 2, 2, 1600],
    [0, 3, 3, 1950],
    [1, 0, 3, 2250],
    [2, 0, 0, 2525],
    [2, 1, 1, 2800],
    [2, 2, 2, 3000],
    [2, 3, 3, 3120],
    [3, 0, 3, 3420],
  ]);
  assert.deepEqual([asksAt, lasts], [2800, 3420]);
});

test('no cell of a curtain that is asked for is uncovered before the answer', () => {
  const [size, asked] = [
    { rows: 4, cols: 4 },
    { row: 1, col: 3 },
  ];
  for (const time of [0, 300, 899, 900]) {
    const { isShown, isAsked } = momentOf('curtain', size, time, asked);
    assert.ok(!isShown(1, 3));
    assert.equal(isAsked, time === 900);
  }
  assert.equal(shownIn(size, momentOf('curtain', size, 900, asked).isShown).length, 15);
});

test('a product comes about cell by cell in its first row, and then row by row', () => {
  const size = { rows: 4, cols: 4 };
  const second = momentOf('product', size, 950);
  assert.deepEqual(second.at, { row: 0, col: 1 });
  assert.deepEqual(shownIn(size, second.isShown), [0]);
  const later = momentOf('product', size, 1950 + 300);
  assert.equal(later.at.row, 2);
  assert.ok(later.isShown(1, 3) && !later.isShown(3, 0));
});

test('at each time between which a reader moves, one more cell is there, and in softmax one more row', () => {
  const size = { rows: 3, cols: 4 };
  for (const asked of [null, { row: 1, col: 2 }])
    for (const motion of /** @type {const} */ (['product', 'rows'])) {
      const counts = cellTimes(motion, size, asked).map(
        (time) => shownIn(size, momentOf(motion, size, time, asked).isShown).length,
      );
      assert.deepEqual(counts, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], motion);
    }
  const rows = cellTimes('bars', size).map((time) => momentOf('bars', size, time).at.row);
  assert.deepEqual(rows, [0, 0, 1, 2]);
  const columns = cellTimes('curtain', size).map(
    (time) => shownIn(size, momentOf('curtain', size, time).isShown).length,
  );
  assert.deepEqual(columns, [0, 3, 6, 9]);
});

/** The notes of a bar of 400 px for weights, with the weights that are not in the bar. */
const notesOf = (/** @type {number[]} */ shares, /** @type {string[]} */ weights, length = 400) => {
  let end = 0;
  const pieces = shares.map((share, col) => {
    const [left, width] = [end, share * length];
    end += width;
    return { col, left, width, name: `w${col + 1}`, weight: weights[col], share };
  });
  return placeNotes(pieces, length, 10, (text, size) => text.length * size * 0.6);
};

test('the notes of a bar keep their order, do not overlap, and do not leave the bar', () => {
  for (const shares of [
    [0.24, 0.005, 0.75, 0.005],
    [0.97, 0.01, 0.01, 0.01],
    [0.01, 0.01, 0.01, 0.97],
    [1, 0, 0, 0],
  ]) {
    const notes = notesOf(
      shares,
      shares.map((share) => (share < 0.1 ? '0.010' : '')),
    );
    assert.deepEqual(
      notes.map(({ name }) => name),
      ['w1', 'w2', 'w3', 'w4'],
    );
    assert.ok(notes[0].left >= 0 && notes[3].left + notes[3].width <= 400, JSON.stringify(notes));
    for (let i = 1; i < notes.length; i += 1)
      assert.ok(notes[i - 1].left + notes[i - 1].width < notes[i].left, JSON.stringify(notes));
  }
});

test('a name is centered below its piece, and one with a weight starts where its piece starts', () => {
  const [first, second] = notesOf([0.5, 0.2, 0.3], ['', '0.200', '']);
  assert.equal(first.left + first.width / 2, 100);
  assert.equal(second.left, 200);
});

test('notes without room lose the smallest weights first, and then the smallest names', () => {
  const shares = [0.9, 0.05, 0.03, 0.02];
  const weights = ['', '0.050', '0.030', '0.020'];
  const shown = (/** @type {number} */ length) =>
    notesOf(shares, weights, length).map(({ name, weight }) => name + weight);
  assert.deepEqual(shown(400), ['w1', 'w20.050', 'w30.030', 'w40.020']);
  assert.deepEqual(shown(120), ['w1', 'w20.050', 'w3', 'w4']);
  assert.deepEqual(shown(80), ['w1', 'w2', 'w3', 'w4']);
  assert.deepEqual(shown(50), ['w1', 'w2']);
});

test('the first row of a softmax has time for its three parts, and the others follow', () => {
  const { beats } = timelineOf('bars', { rows: 4, cols: 4 });
  assert.deepEqual(
    beats.map(({ end }) => end),
    [740, 960, 1180, 1400],
  );
});

test('a sentence names parts of its figure, and is announced without the marks', () => {
  const sentence = 'A score is [q:one query] times [k:one key].';
  assert.deepEqual(parsed(sentence), [
    'A score is ',
    { part: 'q', text: 'one query' },
    ' times ',
    { part: 'k', text: 'one key' },
    '.',
  ]);
  assert.equal(plain(sentence), 'A score is one query times one key.');
});

test('numbers on the stage have no negative zero, and ties go to even', () => {
  assert.deepEqual(
    [cellText(-0.001, 2), cellText(0.125, 2), cellText(-1.5, 0), cellText(-Infinity, 2)],
    ['0.00', '0.12', '−2', '−∞'],
  );
});

test('an answer is right as it is shown, a mistake is named, and all else is wrong', () => {
  /** @type {Mistake[]} */
  const mistakes = [
    { value: 18, key: 'zero', figures: { product: '0·4', other: '4' } },
    { value: 12, key: 'otherColumn', figures: {} },
  ];
  const score = { value: 14, decimals: 0, mistakes };
  assert.deepEqual(judged(14, score), { right: true, isRounded: false, mistake: null });
  assert.equal(judged(18, score).mistake?.key, 'zero');
  assert.deepEqual(judged(5, score), { right: false, isRounded: false, mistake: null });
  const weight = { value: 0.2393, decimals: 2, mistakes: [] };
  assert.ok(judged(0.24, weight).right);
  assert.ok(!judged(0.3, weight).right);
  assert.ok(judged(-Infinity, { value: -Infinity, decimals: 0, mistakes: [] }).right);
  assert.deepEqual(
    choicesOf(score).map(([text]) => text),
    ['12', '14', '18'],
  );
});

test('an answer is nearly right if only its decimals are missing', () => {
  const score = { value: 6.9282, decimals: 2 };
  assert.ok(isNearly('6.9', 6.9, score));
  assert.ok(isNearly('6,9', 6.9, score));
  assert.ok(isNearly('7', 7, score));
  assert.ok(!isNearly('6.8', 6.8, score));
  assert.ok(!isNearly('6.95', 6.95, score));
  assert.ok(!isNearly('0', 0, { value: 0.004, decimals: 2 }));
});

test('an answer that the rounded numbers on the stage result in is right, and no answer to pick is', () => {
  /** @type {{ value: number, handmade: number, decimals: number, mistakes: Mistake[] }} */
  const question = {
    value: -2.8097,
    handmade: -2.8,
    decimals: 2,
    mistakes: [
      { value: -2.8, key: 'otherRow', figures: {} },
      { value: -5.18, key: 'otherRow', figures: {} },
    ],
  };
  assert.deepEqual(judged(-2.8, question), { right: true, isRounded: true, mistake: null });
  assert.deepEqual(judged(-2.81, question), { right: true, isRounded: false, mistake: null });
  assert.equal(judged(-5.18, question).mistake?.key, 'otherRow');
  assert.deepEqual(
    choicesOf(question).map(([text]) => text),
    ['−5.18', '−2.81'],
  );
});

test('questions are part of the link, one cell at most once, and every lesson but one’s own has one or two', () => {
  for (const lesson of LESSON_IDS.filter((id) => id !== 'own')) {
    const asks = asksOf(freshState(lesson));
    assert.ok(asks.length >= 1 && asks.length <= 2, lesson);
  }
  const cell = { matrix: 'scores', row: 1, col: 3 };
  const state = withAsk(freshState('own'), cell);
  assert.match(encode(state), /ask=scores:1:3/);
  assert.deepEqual(decode(encode(state)).state, state);
  assert.deepEqual(asksOf(withAsk(state, cell)), []);
  assert.match(encode({ ...freshState('words'), asks: [] }), /ask=none/);
  assert.equal(decode('v=1&lesson=words&ask=scores:1:3,scores:1:3').state, null);
});

test('a matrix that both steps show stays in its heatmap, and the others take those that are free', () => {
  const score = slotsFor(new Map(), ['q', 'kT', 'scores']);
  assert.deepEqual([...score.values()], [0, 1, 2]);
  const scale = slotsFor(score, ['scores', 'scaled']);
  assert.deepEqual(Object.fromEntries(scale), { scores: 2, scaled: 0 });
  assert.deepEqual(Object.fromEntries(slotsFor(scale, ['a', 'scaled', 'b'])), { a: 2, scaled: 0, b: 3 });
});

test('a pile without room shows column labels that all matrices share once, above the first', () => {
  const labeled = (/** @type {string} */ id) => ({
    ...shape(id, 4, 4, 5),
    columns: 'a b c d',
    heading: () => 16,
  });
  const pile = (/** @type {number} */ height) =>
    lineScene([labeled('s'), labeled('m'), labeled('r')], ['+', '='], {
      width: 300,
      height,
      size: 'narrow',
      rowLabel: 40,
    });
  assert.deepEqual(pile(700).colsOf, ['s', 'm', 'r']);
  assert.deepEqual(pile(420).colsOf, ['s']);
  assert.ok(pile(420).height <= 420, 'it fits');
});

test('cells are as wide as their column labels where there is room', () => {
  const wideLabels = { ...room, width: 1200, colLabel: 90 };
  const scene = lineScene([shape('s', 4, 4, 3), shape('r', 4, 4, 3)], ['='], wideLabels);
  assert.equal(scene.matrices[0].cell.width, 90);
  assert.equal(lineScene([shape('s', 4, 4, 3)], [], { ...room, colLabel: 400 }).matrices[0].cell.width, 108);
});

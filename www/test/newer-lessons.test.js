/**
 * The lessons on a layer with a state and on picked keys: every array as NumPy computes it, links and
 * boards.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, test } from 'node:test';
import * as engine from '../engine/attention.js';
import { KINDS } from '../rooms/learn/kinds/all.js';
import { stepsOf } from '../rooms/learn/kinds/kind.js';
import { session } from '../rooms/learn/session.js';
import { answered } from '../rooms/learn/stage/question.js';
import { matricesOf } from '../rooms/learn/stage/spec.js';
import { sumOf } from '../rooms/learn/stage/sum.js';
import { decode, encode } from '../rooms/learn/state/fragment.js';
import { freshState, withEdit } from '../rooms/learn/state/state.js';
import { LANGUAGES } from '../page/words/index.js';
/** @import { Cell, Model, State } from '../types.js' */

before(() => engine.load());

const { cases } = JSON.parse(
  await readFile(new URL('../../fixtures/newer_lessons.json', import.meta.url), 'utf8'),
);

/** @param {State} state @returns {Model} */
const modelOf = (state) => session(engine, state, () => ({ t: LANGUAGES.en, language: 'en' })).model;

/** @type {any} */
const tools = { activeCell: null, questionIn: () => null, ask: null, isAsked: () => false };

/** @param {Model} model @param {string} id @param {any} [more] */
const stepOf = (model, id, more) =>
  /** @type {any} */ (stepsOf(KINDS, model, { ...tools, ...more }).find((step) => step.id === id));

for (const { lesson, matrices, ...settings } of cases)
  test(`every array of the lesson is NumPy’s: ${lesson} with ${JSON.stringify(settings)}`, () => {
    const model = modelOf({ ...freshState(lesson), ...settings });
    const computed = Object.keys(model.graph);
    assert.deepEqual(computed.toSorted(), Object.keys(matrices).toSorted());
    for (const [id, expected] of Object.entries(matrices)) {
      const { rows, cols, data } = model.matrices[id];
      assert.deepEqual([rows, cols], [expected.rows, expected.cols], id);
      // Scores of later keys are hidden, and the engine computes them.
      Array.from(data, (value, cell) =>
        assert.ok(
          Math.abs(value - expected.data[cell]) < 1e-12,
          `${id}[${cell}]: ${value} ${expected.data[cell]}`,
        ),
      );
    }
  });

test('the numbers of the lessons are those that can be computed by hand', () => {
  const { matrices } = modelOf(freshState('state'));
  const row = (/** @type {string} */ id, /** @type {number} */ at) =>
    Array.from(matrices[id].data.subarray(at * matrices[id].cols, (at + 1) * matrices[id].cols), (value) =>
      Number(value.toFixed(2)),
    );
  assert.deepEqual(
    [row('read3', 0), row('change3', 0), row('change4', 0)],
    [
      [3, 4],
      [5, 5],
      [-6, 0],
    ],
  );
  assert.deepEqual([...matrices.state3.data], [8, 3, 4, 9]);
  assert.deepEqual(
    [row('unrolled', 2), row('unrolled', 3)],
    [
      [0.64, -0.48, 0.6, 0],
      [-0.48, 0.36, 0.8, 0],
    ],
  );
  const picked = modelOf(freshState('picked')).matrices;
  assert.deepEqual([...picked.index.data], [3, 0, 0, 0, 4, 1, 0, 0, 2, 4, 2, 0, 6, 0, 2, 4]);
  assert.deepEqual(
    Array.from(picked.lost.data, (value) => value.toFixed(2)),
    ['0.00', '0.00', '0.42', '0.31'],
  );
});

test('the outputs of the table are what the queries read from the state', () => {
  const { matrices } = modelOf(withEdit(freshState('state'), { matrix: 'k', row: 1, col: 0, value: -0.7 }));
  const { q, layerOutput } = matrices;
  for (let word = 0; word < 4; word += 1)
    for (let col = 0; col < 2; col += 1) {
      const state = matrices[`state${word + 1}`].data;
      const read = q.data[2 * word] * state[col] + q.data[2 * word + 1] * state[2 + col];
      assert.ok(Math.abs(read - layerOutput.data[2 * word + col]) < 1e-12, `${word} ${col}`);
    }
});

test('with all keys nothing is lost, and the shares are the weights', () => {
  const { matrices } = modelOf({ ...freshState('picked'), keys: 4 });
  assert.deepEqual([...matrices.lost.data], [0, 0, 0, 0]);
  assert.deepEqual(matrices.shares.data, matrices.weights.data);
});

test('the decay and the number of keys are part of the link of their lesson', () => {
  const state = { ...freshState('state'), decay: 0.25 };
  assert.equal(encode(state), 'v=1&lesson=state&show=step&decay=0.25');
  assert.deepEqual(decode(encode(state)), { state });
  const picked = { ...freshState('picked'), keys: 3 };
  assert.equal(encode(picked), 'v=1&lesson=picked&show=step&keep=3');
  assert.deepEqual(decode(encode(picked)), { state: picked });
  for (const wrong of [
    'lesson=state&decay=0.3',
    'lesson=picked&keep=0',
    'lesson=picked&keep=5',
    'lesson=picked&keep=x',
  ])
    assert.ok('error' in decode(`v=1&${wrong}`), wrong);
});

test('a cell of the board selects its word, and a state does not change the word', () => {
  const at = (/** @type {Cell} */ cursor) => modelOf({ ...freshState('state'), cursor });
  const boards = [
    [{ matrix: 'change4', row: 0, col: 1 }, 'erase', 'change4'],
    [{ matrix: 'before2', row: 1, col: 1 }, 'erase', 'change2'],
    [{ matrix: 'state2', row: 0, col: 0 }, 'erase', 'change2'],
    [{ matrix: 'unrolled', row: 1, col: 0 }, 'erase', 'change2'],
    [{ matrix: 'alike', row: 1, col: 0 }, 'erase', 'change3'],
    [{ matrix: 'fading', row: 3, col: 0 }, 'decay', 'faded4'],
  ];
  for (const [cursor, id, result] of /** @type {[Cell, string, string][]} */ (boards))
    assert.equal(stepOf(at(cursor), id).spec.result, result, JSON.stringify(cursor));
});

test('the sum of every cell of every step gives its number', () => {
  for (const lesson of ['state', 'picked']) {
    const model = modelOf(freshState(lesson));
    for (const { id, spec } of stepsOf(KINDS, model, tools)) {
      if (!spec) continue;
      const { rows, cols, data } = model.matrices[spec.result];
      for (let cell = 0; cell < rows * cols; cell += 1) {
        const terms = sumOf(model, spec, { row: Math.floor(cell / cols), col: cell % cols });
        const last = /** @type {any} */ (terms.at(-1));
        if (last === '–' || last?.r === '–' || terms.length === 0) continue;
        const shown = Number(last.r.replace('−', '-'));
        assert.ok(
          Math.abs(shown - data[cell]) <= 0.005 + 1e-9,
          `${lesson}, ${id}, ${cell}: ${JSON.stringify(terms)}`,
        );
      }
    }
  }
});

test('erasing shows one word first, then asks about another, and Next leads there', () => {
  /** @type {Cell[]} */
  const selected = [];
  const select = (/** @type {Cell} */ cell) => selected.push(cell);
  const cell = { matrix: 'change4', row: 0, col: 0 };
  const questionIn = (/** @type {string} */ matrix) =>
    matrix === 'change4' ? { cell, state: { last: null, open: false } } : null;
  const step = stepOf(modelOf(freshState('state')), 'erase', { select, questionIn });
  assert.deepEqual([step.spec.result, step.question, step.revealText], ['change3', undefined, 'Now word_4']);
  step.reveal();
  assert.deepEqual(selected, [cell]);
  const asked = stepOf(modelOf({ ...freshState('state'), cursor: cell }), 'erase', { select, questionIn });
  assert.equal(asked.question, 'What does [q:word_4] write, in column 1?');
});

test('answers and common mistakes of the questions are recognized', () => {
  const says = (
    /** @type {string} */ lesson,
    /** @type {Cell} */ { matrix, ...cell },
    /** @type {string} */ text,
  ) => {
    const model = modelOf({ ...freshState(lesson), cursor: { matrix, ...cell } });
    const step = /** @type {any} */ (
      stepsOf(KINDS, model, tools).find(({ spec }) => spec && spec.result === matrix)
    );
    assert.ok(matricesOf(step.spec).includes(matrix));
    return answered(model, step.spec, cell, text, false);
  };
  assert.equal(says('state', { matrix: 'change4', row: 0, col: 0 }, '-6').right, true);
  assert.equal(says('state', { matrix: 'read3', row: 0, col: 1 }, '4').right, true);
  assert.equal(says('picked', { matrix: 'picked', row: 2, col: 2 }, '0').right, true);
  assert.equal(says('picked', { matrix: 'lost', row: 3, col: 0 }, '0.31').right, true);
  assert.match(says('picked', { matrix: 'lost', row: 3, col: 0 }, '0.69').says, /kept/);
  assert.match(says('picked', { matrix: 'index', row: 3, col: 1 }, '-2').says, /negative score counts as 0/);
});

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import * as engine from '../engine.js';
import { compute } from '../rooms/learn/compute/compute.js';
import { describe } from '../rooms/learn/describe.js';
import { ofHead } from '../figure/heads.js';
import { operands, downstream, upstream } from '../rooms/learn/compute/trace.js';
import { explanationOf } from '../rooms/learn/views/inspector-view.js';
import { refusal, session } from '../rooms/learn/session.js';
import { decode, encode } from '../rooms/learn/state/fragment.js';
import { freshState, settled, withEdit } from '../rooms/learn/state/state.js';
import { LANGUAGES } from '../page/words/index.js';
/** @import { Model, State } from '../types.js' */

before(() => engine.load());

/** @param {Partial<State>} [patch] @returns {Model} */
const modelOf = (patch = {}) => ({
  ...compute(engine, { ...freshState('heads'), ...patch }),
  language: 'en',
  t: LANGUAGES.en,
});

/** @param {Partial<State['own']>} patch @returns {State} */
const own = (patch) => {
  const state = freshState('own');
  return settled({ ...state, own: { ...state.own, ...patch } });
};

/** @param {string} id @param {number} row @param {number} col */
const cell = (id, row, col) => ({ matrix: id, row, col, rows: 1, cols: 1 });

/** @param {import('../types.js').Rect[]} rects @param {string} matrix */
const inMatrix = (rects, matrix) =>
  rects.filter((rect) => rect.matrix === matrix).map(({ row, col, rows, cols }) => [row, col, rows, cols]);

/** @param {Model} model @param {string} id @param {number} row @param {number} col */
const linesOf = (model, id, row, col) =>
  explanationOf(model, { matrix: id, row, col }).lines.map((line) =>
    line.map((part) => (typeof part === 'string' ? part : part.strong)).join(''),
  );

test('a number of the projected output is traced through W_O, the merged heads and each head to its columns', () => {
  const { graph, matrices } = modelOf({ kvHeads: 2 });
  assert.deepEqual(operands(graph, matrices, cell('projectedOutput', 1, 2)), [
    { matrix: 'merged', row: 1, rows: 1, col: 0, cols: 8 },
    { matrix: 'wO', row: 0, rows: 8, col: 2, cols: 1 },
  ]);
  const above = upstream(graph, matrices, cell('projectedOutput', 1, 2));
  for (const head of [0, 1, 2, 3]) {
    assert.deepEqual(inMatrix(above, ofHead('output', head)), [[1, 0, 1, 2]]);
    assert.ok(
      inMatrix(above, 'q').some(
        ([row, col, rows, cols]) => row === 1 && col === 2 * head && rows === 1 && cols === 2,
      ),
    );
  }
});

test('a merged number comes from one column of one head, and a column of Q goes to one head and its merged columns', () => {
  const { graph, matrices } = modelOf();
  assert.deepEqual(operands(graph, matrices, cell('merged', 2, 5)), [
    { matrix: 'output3', row: 2, rows: 1, col: 1, cols: 1 },
  ]);
  assert.deepEqual(operands(graph, matrices, cell('q2', 1, 1)), [
    { matrix: 'q', row: 1, rows: 1, col: 3, cols: 1 },
  ]);
  const below = downstream(graph, matrices, cell('q', 1, 3));
  assert.deepEqual(inMatrix(below, 'q2'), [[1, 1, 1, 1]]);
  for (const other of ['q1', 'q3', 'q4']) assert.deepEqual(inMatrix(below, other), []);
  assert.deepEqual(inMatrix(below, 'merged'), [[1, 2, 1, 2]]);
  assert.deepEqual(inMatrix(below, 'projectedOutput'), [[1, 0, 1, 8]]);
});

test('an edit of W_K of a shared head changes exactly the query heads that read it', () => {
  for (const [kvHeads, column, readers] of /** @type {const} */ ([
    [4, 4, [2]],
    [2, 1, [0, 1]],
    [2, 2, [2, 3]],
    [1, 0, [0, 1, 2, 3]],
  ])) {
    const before = modelOf({ kvHeads });
    const after = modelOf({ kvHeads, edits: [{ matrix: 'wK', row: 1, col: column, value: 7 }] });
    const changed = [0, 1, 2, 3].filter(
      (head) =>
        String(before.matrices[ofHead('scores', head)].data) !==
        String(after.matrices[ofHead('scores', head)].data),
    );
    assert.deepEqual(changed, readers, `${kvHeads} heads, column ${column}`);
  }
});

test('sharing keeps W_Q, W_O and the first heads of keys and values', () => {
  const [all, one] = [modelOf(), modelOf({ kvHeads: 1 })];
  for (const id of ['wQ', 'wO', 'k1', 'v1', 'weights1'])
    assert.deepEqual(one.matrices[id], all.matrices[id], id);
  assert.equal(one.matrices.wK.cols, 2);
  assert.equal('k2' in one.matrices, false);
});

test('an edit of a head that sharing removes waits until the head is back, and an edit of a missing cell is rejected', () => {
  const edits = [{ matrix: 'wK', row: 0, col: 7, value: 9 }];
  assert.equal(modelOf({ edits }).matrices.wK.data[7], 9);
  assert.deepEqual(modelOf({ edits, kvHeads: 1 }).matrices, modelOf({ kvHeads: 1 }).matrices);
  const t = LANGUAGES.en;
  assert.match(
    String(
      refusal(engine, { ...freshState('heads'), edits: [{ matrix: 'wK', row: 0, col: 8, value: 9 }] }, t),
    ),
    /no cell in row 1, column 9/,
  );
});

test('the inspector shows splitting, concatenating and W_O with the digits', () => {
  const model = modelOf();
  const { merged, output3, q, q2 } = model.matrices;
  assert.equal(merged.data[2 * 8 + 4], output3.data[2 * 2]);
  assert.equal(q2.data[1], q.data[3]);
  assert.match(linesOf(model, 'merged', 2, 4)[0], /^O\[3,5\] = O₃\[3,1\]$/);
  assert.match(linesOf(model, 'q2', 0, 1)[0], /^Q₂\[1,2\] = Q\[1,4\]$/);
  const [name, sum] = linesOf(model, 'projectedOutput', 0, 0);
  assert.equal(name, 'Y[1,1] = Σ O[1,c] · W_O[c,1]');
  assert.equal(sum.split(' + ').length, 8);
  assert.deepEqual(explanationOf(model, { matrix: 'k1', row: 0, col: 0 }).says[1], 'Query head 1 reads it.');
  assert.deepEqual(
    explanationOf(modelOf({ kvHeads: 2 }), { matrix: 'v2', row: 0, col: 0 }).says[1],
    'Query heads 3, 4 read it.',
  );
  assert.match(explanationOf(model, { matrix: 'scaled2', row: 0, col: 0 }).lines[1].join(), /√2$/);
});

test('the text of a cell begins with its head', () => {
  const model = modelOf();
  assert.match(describe(model, 'weights2', 1, 0), /^head 2, query cat, key the, weight 0\.\d+, \w+ of four$/);
  assert.match(describe(model, 'merged', 0, 7), /^concatenated outputs, the, head 4, feature 2, /);
  assert.match(describe(model, 'k3', 0, 1), /^keys K, key and value head 3, the, feature 2, /);
});

test('one head without W_O gives the figure without heads', () => {
  const state = own({ heads: 1 });
  const { heads, graph } = compute(engine, state);
  assert.equal(heads, null);
  assert.ok(graph.scores && !graph.merged && !graph.wO);
});

test('a softmax over columns is shown next to the one over rows in every head', () => {
  const { graph, matrices } = modelOf({ switches: { softmaxAxis: 'columns', mask: 'causal' } });
  assert.deepEqual(operands(graph, matrices, cell('weightsRows2', 1, 0)), [
    { matrix: 'masked2', row: 1, rows: 1, col: 0, cols: 4 },
  ]);
  assert.equal(matrices.weightsRows2.data[0], 1);
});

test('heads that do not divide are rejected with the figures in both languages', () => {
  for (const [patch, figures] of /** @type {[Partial<State['own']>, RegExp][]} */ ([
    [{ key: 5, heads: 2, kvHeads: 2 }, /5.*2/],
    [{ value: 6, heads: 4, kvHeads: 4 }, /6.*4/],
    [{ heads: 4, kvHeads: 3 }, /4.*3/],
    [{ heads: 1, kvHeads: 2 }, /1.*2/],
  ])) {
    const [en, es] = Object.values(LANGUAGES).map((t) => refusal(engine, own(patch), t));
    assert.match(String(en), figures);
    assert.match(String(es), figures);
    assert.notEqual(en, es);
  }
});

test('heads are restored from a link, and a link from before heads existed has one', () => {
  const state = {
    ...own({ key: 8, value: 8, heads: 4, kvHeads: 2, wO: /** @type {const} */ ('identity') }),
    head: 3,
  };
  assert.match(encode(state), /heads=4&kvHeads=2&wO=identity/);
  assert.deepEqual(decode(encode(state)).state, state);
  const before = decode(
    'v=1&lesson=own&tokens=a+b&model=2&key=3&value=3&from=1&embeddings=one-hot&drawn=randn',
  ).state;
  assert.deepEqual([before?.own.heads, before?.own.kvHeads, before?.own.wO, before?.step], [1, 1, 'none', 6]);
  assert.doesNotMatch(encode(/** @type {State} */ (before)), /heads|wO/i);
});

test('the number of shared heads, the opened head and an edit of W_O are restored from a link', () => {
  const state = withEdit(
    { ...freshState('heads'), kvHeads: 2, head: 2, cursor: { matrix: 'weights3', row: 1, col: 0 } },
    { matrix: 'wO', row: 7, col: 0, value: -2 },
  );
  assert.equal(
    encode(state),
    'v=1&lesson=heads&show=step&head=3&kvHeads=2&cursor=weights3:1:0&edit=wO:7:0:-2',
  );
  assert.deepEqual(decode(encode(state)).state, state);
  assert.deepEqual(decode('v=1&lesson=words&kvHeads=1'), { state: null, error: 'broken' });
  for (const [name, value, least, most, link] of /** @type {const} */ ([
    ['head', '5', 1, 4, 'lesson=heads&head=5'],
    ['kvHeads', '0', 1, 8, 'lesson=heads&kvHeads=0'],
    ['kvHeads', '9', 1, 8, 'lesson=heads&kvHeads=9'],
    ['head', '2', 1, 1, 'lesson=words&head=2'],
    ['step', '7', 1, 6, 'lesson=heads&step=7'],
  ]))
    assert.deepEqual(
      decode(`v=1&${link}`),
      { state: null, error: 'broken', figures: { name, value, least, most } },
      link,
    );
});

test('a change of the number of shared heads is one undo step', () => {
  const now = session(engine, freshState('heads'), () => ({ language: 'en', t: LANGUAGES.en }));
  assert.equal(now.commit({ ...now.state, kvHeads: 2 }), null);
  assert.equal(now.model.matrices.wK.cols, 4);
  assert.match(String(now.commit({ ...now.state, kvHeads: 3 })), /4 query heads cannot share 3/);
  assert.equal(now.state.kvHeads, 2);
  assert.equal(now.undo(), null);
  assert.equal(now.model.matrices.wK.cols, 8);
});

test('the formula of an output names the row of the weights and the column of the values', () => {
  const [formula] = linesOf(modelOf(), ofHead('output', 1), 2, 1);
  assert.match(formula, /^O₂\[3,2\] = Σ A\[3,j\] · V\[j,2\]/);
});

test('a score is followed by its scaled value, its masked value and its weight', () => {
  const state = freshState('heads');
  const model = modelOf({ switches: { ...state.switches, mask: 'causal' } });
  const after = explanationOf(model, { matrix: ofHead('scores', 0), row: 2, col: 1 }).after;
  const starts = after.map(([start]) => start);
  assert.deepEqual(starts, ['÷ √2 = ', '+ M = ', 'softmax → ']);
});

/** A lesson of the engine keeps its inputs, and computes what the functions compute. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import * as engine from '../engine/attention.js';
/** @import { MatrixData, WorkHeadsOptions, WorkOptions } from '../engine/attention.js' */

/** @type {WebAssembly.Memory} */
let memory;

before(async () => {
  const { instantiate } = WebAssembly;
  /** @type {any} */ (WebAssembly).instantiate = async (/** @type {[any]} */ ...given) => {
    const made = /** @type {any} */ (await instantiate(...given));
    memory = made.exports.memory;
    return made;
  };
  await engine.load();
  WebAssembly.instantiate = instantiate;
});

/** @param {number} rows @param {number} cols @param {number[]} data @returns {MatrixData} */
const matrix = (rows, cols, ...data) => ({ rows, cols, data: Float64Array.from(data) });

/** @type {WorkOptions} */
const OPTIONS = {
  embeddingScale: 'none',
  positions: 'none',
  firstPosition: 0,
  scale: 'sqrt',
  mask: 'causal',
  softmaxAxis: 'rows',
  softmaxForm: 'stable',
  query: null,
};
/** @type {WorkHeadsOptions} */
const HEADS = (({ query: _, ...options }) => ({ ...options, heads: 2, kvHeads: 1, numberBytes: 2 }))(OPTIONS);

const ONE = {
  embeddings: matrix(2, 2, 1, 2, 3, 4),
  wQ: matrix(2, 2, 1, 0, 0, 1),
  wK: matrix(2, 2, 0, 1, 1, 0),
  wV: matrix(2, 1, 2, -1),
};
const GIVEN = Object.keys(ONE);

/** The results without the given matrices. @param {object} worked */
const found = (worked) =>
  Object.fromEntries(Object.entries(worked).filter(([name]) => ![...GIVEN, 'wO'].includes(name)));

test('a lesson computes what work and workHeads compute, after each change of an input', () => {
  const lesson = engine.openLesson();
  let inputs = ONE;
  for (const wV of [ONE.wV, matrix(2, 1, 5, 6), matrix(2, 3, 1, 2, 3, 4, 5, 6)]) {
    inputs = { ...inputs, wV };
    const worked = lesson.work(OPTIONS, inputs);
    assert.deepEqual({ ...worked }, found(engine.work(OPTIONS, inputs)));
    const shared = { ...inputs, wK: matrix(2, 1, 1, 1), wV: matrix(2, 1, 1, 3) };
    assert.deepEqual({ ...lesson.workHeads(HEADS, shared) }, found(engine.workHeads(HEADS, shared)));
    const merged = { ...shared, wO: matrix(2, 1, 1, 2) };
    assert.deepEqual({ ...lesson.workHeads(HEADS, merged) }, found(engine.workHeads(HEADS, merged)));
  }
  lesson.close();
});

test('inputs that are no longer passed are removed', () => {
  const lesson = engine.openLesson();
  const [q, k, v] = [matrix(1, 1, 1), matrix(1, 1, 2), matrix(1, 1, 3)];
  lesson.work(OPTIONS, ONE);
  assert.deepEqual({ ...lesson.work(OPTIONS, { q, k, v }) }, { ...engine.work(OPTIONS, { q, k, v }) });
  assert.throws(() => lesson.work(OPTIONS, { q, k }), { kind: 'input', message: 'v is missing' });
  assert.throws(() => lesson.work(OPTIONS, { ...ONE, q }), /start from one of them|starts from one of them/);
});

test('rejected inputs and options give the sentence of the functions, and the lesson still works', () => {
  const lesson = engine.openLesson();
  const expected = { ...lesson.work(OPTIONS, ONE) };
  /** @type {[any, any][]} */
  const wrong = [
    [OPTIONS, { ...ONE, wQ: matrix(3, 2, 1, 2, 3, 4, 5, 6) }],
    [OPTIONS, { ...ONE, wQ: { rows: 1, cols: 2, data: [1, 2] } }],
    [OPTIONS, { ...ONE, wQ: 7 }],
    [{ ...OPTIONS, mask: 'none of these' }, ONE],
    [undefined, ONE],
  ];
  for (const [options, inputs] of wrong) {
    /** @param {() => unknown} call */
    const message = (call) => {
      try {
        call();
      } catch (error) {
        return /** @type {Error} */ (error).message;
      }
      return assert.fail('it was accepted');
    };
    assert.equal(
      message(() => lesson.work(options, inputs)),
      message(() => engine.work(options, inputs)),
    );
    assert.deepEqual({ ...lesson.work(OPTIONS, ONE) }, expected);
  }
});

test('a seed is drawn once, until another seed or shape is requested', () => {
  const lesson = engine.openLesson();
  /** @type {import('../engine/attention.js').DrawOptions[]} */
  const draws = [{ distribution: 'randn', rows: 2, cols: 2 }];
  const first = lesson.draw(42, draws);
  assert.deepEqual(first, engine.draw(42, draws));
  assert.equal(lesson.draw(42, draws), first);
  assert.notDeepEqual(lesson.draw(43, draws), first);
  assert.equal(lesson.draw(42, [{ ...draws[0], rows: 3 }])[0].rows, 3);
});

test('lessons that are closed return their memory', () => {
  const side = 128;
  const large = { rows: side, cols: side, data: new Float64Array(side * side) };
  const inputs = { embeddings: large, wQ: large, wK: large, wV: large };
  const lessons = Array.from({ length: 50 }, () => engine.openLesson());
  /** @param {boolean} isClosed */
  const grown = (isClosed) => {
    const before = memory.buffer.byteLength;
    for (const lesson of lessons) {
      lesson.work(OPTIONS, inputs);
      if (isClosed) lesson.close();
    }
    return memory.buffer.byteLength - before;
  };
  lessons[0].work(OPTIONS, inputs);
  assert.equal(grown(true), 0);
  // Their inputs take 26 MB.
  assert.ok(grown(false) > 13e6);
  for (const lesson of lessons) lesson.close();
  assert.equal(grown(false), 0);
});

test('a lesson works after close, and after a restart of the engine', () => {
  const lesson = engine.openLesson();
  const expected = { ...lesson.work(OPTIONS, ONE) };
  lesson.close();
  lesson.close();
  assert.deepEqual({ ...lesson.work(OPTIONS, ONE) }, expected);
  engine.reload();
  assert.deepEqual({ ...lesson.work(OPTIONS, ONE) }, expected);
  lesson.close();
});

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import * as engine from '../engine.js';
import { compute } from '../rooms/learn/compute/compute.js';
import { isStory, LESSON_IDS } from '../rooms/learn/lessons/index.js';
import { numpyOf, programOf } from '../rooms/learn/numpy.js';
import { freshState, withSwitch } from '../rooms/learn/state/state.js';
/** @import { MatrixData, Model, State } from '../types.js' */

await engine.load();

/** The Python of the variable, or the one that the project's own task makes. */
const MADE = fileURLToPath(new URL('../../target/python/bin/python', import.meta.url));
const python = process.env.HEEDMAP_PYTHON ?? (existsSync(MADE) ? MADE : null);
const skip = python === null && 'needs a Python with NumPy: HEEDMAP_PYTHON names it';

/** The names that lines of NumPy have for matrices. @type {Record<string, string>} */
const NAMES = { E: 'embeddings', P: 'positions', W_Q: 'wQ', W_K: 'wK', W_V: 'wV', W_O: 'wO', R: 'ratings' };

/** @param {MatrixData} matrix */
const rows = ({ rows: count, cols, data }) =>
  Array.from({ length: count }, (_, row) => [...data.subarray(row * cols, (row + 1) * cols)]);

/**
 * What Python has under a name after lines of code.
 *
 * @param {string[]} lines @param {string} name @returns {number[]}
 */
function run(lines, name) {
  const text = ['import json, numpy as np', ...lines, `print(json.dumps(${name}.ravel().tolist()))`].join(
    '\n',
  );
  const { stdout, stderr, status } = spawnSync(String(python), ['-c', text], { encoding: 'utf8' });
  assert.equal(status, 0, `${stderr}\n${text}`);
  return JSON.parse(stdout);
}

/** @param {ArrayLike<number>} found @param {ArrayLike<number>} wanted @param {string} what */
function assertClose(found, wanted, what) {
  assert.equal(found.length, wanted.length, what);
  Array.from(found, (value, i) =>
    assert.ok(
      Math.abs(value - wanted[i]) < 1e-9 * Math.max(1, Math.abs(wanted[i])),
      `${what}: ${value} ${wanted[i]}`,
    ),
  );
}

/** The inputs as Python has them. @param {Pick<Model, 'matrices' | 'lesson'>} model */
function given({ matrices, lesson }) {
  const names = lesson.given.q ? { Q: 'q', K: 'k', V: 'v' } : NAMES;
  return Object.entries(names)
    .filter(([, id]) => matrices[id])
    .map(([name, id]) => `${name} = np.array(${JSON.stringify(rows(matrices[id]))})`);
}

/** @type {[string, State][]} */
const STATES = [
  ['words', freshState('words')],
  [
    'words without scaling, masked',
    withSwitch(withSwitch(freshState('words'), 'scale', 'none'), 'mask', 'causal'),
  ],
  ['words over columns', withSwitch(freshState('words'), 'softmaxAxis', 'columns')],
  ['words, naive', withSwitch(withSwitch(freshState('words'), 'softmaxForm', 'naive'), 'scale', 0.25)],
  ['positions', freshState('positions')],
  ['scale-mask', freshState('scale-mask')],
  ['frase', freshState('frase')],
];

for (const [name, state] of STATES)
  test(`the lines of NumPy give the output of the lesson: ${name}`, { skip }, () => {
    const model = /** @type {Model} */ (compute(engine, state));
    const lines = model.lesson.steps.map((step) => numpyOf(model, step)).filter((line) => line !== null);
    assertClose(run([...given(model), ...lines], 'Z'), model.matrices.output.data, name);
  });

test('the lines of NumPy of every head give the projected output', { skip }, () => {
  const state = freshState('heads');
  const first = /** @type {Model} */ (compute(engine, state));
  const lines = [...given(first), String(numpyOf(first, 'embed')), String(numpyOf(first, 'project'))];
  for (let head = 0; head < (first.heads?.each.length ?? 0); head += 1) {
    const model = /** @type {Model} */ ({ ...first, state: { ...state, head } });
    lines.push(String(numpyOf(model, 'split')), String(numpyOf(model, 'attend')), `z${head + 1} = z`);
  }
  lines.push(String(numpyOf(first, 'concatenate')), String(numpyOf(first, 'out')));
  assertClose(run(lines, 'Y'), first.matrices.projectedOutput.data, 'heads');
});

test('the lines of NumPy truncate the ratings to their first concepts', { skip }, () => {
  const model = /** @type {Model} */ (compute(engine, freshState('concepts')));
  const lines = ['factor', 'cut'].map((step) => String(numpyOf(model, step)));
  assertClose(run([...given(model), ...lines], 'R_k'), model.matrices.approximation.data, 'concepts');
});

test('every step of the notebooks’ lessons but the ratings and the curves has lines of NumPy', () => {
  for (const lesson of /** @type {const} */ ([
    'words',
    'scale-mask',
    'positions',
    'frase',
    'heads',
    'distance',
    'concepts',
    'state',
    'picked',
  ])) {
    const model = /** @type {Model} */ (compute(engine, freshState(lesson)));
    const without = model.lesson.steps.filter((step) => numpyOf(model, step) === null);
    assert.deepEqual(without, { distance: ['apart'], concepts: ['ratings'] }[String(lesson)] ?? [], lesson);
  }
});

const LESSONS = LESSON_IDS.filter((id) => !isStory(id));
for (const lesson of LESSONS)
  test(`the program up to each step runs by itself: ${lesson}`, { skip }, () => {
    const model = /** @type {Model} */ (compute(engine, freshState(lesson)));
    for (const step of model.lesson.steps) {
      const program = programOf(model, step);
      if (program === null) continue;
      const { status, stderr } = spawnSync(String(python), ['-c', program], { encoding: 'utf8' });
      assert.equal(status, 0, `${step}: ${stderr}`);
    }
  });

test('a program begins with its inputs, and has the lines of the steps before in order', () => {
  const model = /** @type {Model} */ (compute(engine, freshState('words')));
  const lines = programOf(model, 'softmax')?.split('\n') ?? [];
  assert.equal(lines[0], 'import numpy as np');
  const places = ['embed', 'project', 'score', 'softmax'].map((step) =>
    lines.lastIndexOf(String(numpyOf(model, step)).split('\n')[0]),
  );
  assert.ok(places[0] > 0 && places.every((place, at) => at === 0 || place > places[at - 1]), `${places}`);
  assert.match(String(programOf(model, 'softmax')), /^W_Q = np\.array\(\[\[/m);
  assert.ok(!lines.includes(String(numpyOf(model, 'mix'))));
});

test('the lines of NumPy for position schemes give their scores', { skip }, () => {
  const model = /** @type {Model} */ (compute(engine, freshState('distance')));
  const { compared, matrices, state } = model;
  assert.ok(compared);
  const inputs = Object.entries({ X: matrices.x, P: compared.positions, W_Q: matrices.wQ, W_K: matrices.wK })
    .map(([name, matrix]) => `${name} = np.array(${JSON.stringify(rows(matrix))})`)
    .concat(String(numpyOf(model, 'tokens')), `slope = ${compared.slopes[state.distance.slopeHead]}`);
  for (const scheme of /** @type {const} */ (['none', 'sinusoidal'])) {
    const lines = [...inputs, String(numpyOf(model, scheme))];
    assertClose(run(lines, 'S'), compared.scores[scheme].data, scheme);
  }
  for (const rotated of [{}, { pairs: /** @type {const} */ ('interleaved'), base: 100, turned: 4 }]) {
    const fresh = freshState('distance');
    const turned = /** @type {Model} */ (
      compute(engine, { ...fresh, distance: { ...fresh.distance, ...rotated } })
    );
    const scores = turned.compared?.scores.rope.data ?? [];
    assertClose(run([...inputs, String(numpyOf(turned, 'rope'))], 'S'), scores, JSON.stringify(rotated));
  }
  const lines = [...inputs, String(numpyOf(model, 'none')), String(numpyOf(model, 'alibi'))];
  assertClose(run(lines, 'S'), compared.scores.alibi.data, 'alibi');
});

test('the lines of NumPy of a layer with a state give its state and its table', { skip }, () => {
  const model = /** @type {Model} */ (compute(engine, { ...freshState('state'), decay: 0.25 }));
  const lines = (/** @type {string} */ last) => {
    const steps = model.lesson.steps.slice(0, model.lesson.steps.indexOf(last) + 1);
    return [...given(model), ...steps.map((step) => String(numpyOf(model, step)))];
  };
  for (const [step, name, id] of [
    ['keys', 'G', 'alike'],
    ['write', 'S', 'state2'],
    ['read', 'r', 'read3'],
    ['erase', 'S', 'state3'],
    ['decay', 'D', 'fadedState3'],
    ['unroll', 'M', 'unrolled'],
    ['unroll', 'O', 'layerOutput'],
    ['beside', 'A', 'weights'],
  ])
    assertClose(run(lines(step), name), model.matrices[id].data, `${step}, ${name}`);
});

test('the lines of NumPy of an indexer give its picks, and what is lost', { skip }, () => {
  for (const keys of [1, 2, 3, 4]) {
    const model = /** @type {Model} */ (compute(engine, { ...freshState('picked'), keys }));
    const { indexQ, indexK } = model.matrices;
    const inputs = [
      ...given(model),
      `Qi = np.array(${JSON.stringify(rows(indexQ))})`,
      `Ki = np.array(${JSON.stringify(rows(indexK))})`,
    ];
    const { steps } = model.lesson;
    for (const [step, name, id] of [
      ['best', 'P', 'picked'],
      ['softmax', 'A', 'weights'],
      ['lost', 'lost', 'lost'],
      ['share', 'A', 'shares'],
    ]) {
      const lines = steps.slice(0, steps.indexOf(step) + 1).map((each) => String(numpyOf(model, each)));
      assertClose(run([...inputs, ...lines], name), model.matrices[id].data, `${keys} keys, ${step}`);
    }
  }
});

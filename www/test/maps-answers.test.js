import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFile } from 'node:fs/promises';
import * as engine from '../engine/model.js';
import { learn } from '../rooms/learn/settings.js';
import { Answers } from '../rooms/maps/live/answers.js';
import { answerOf, likeliest } from '../rooms/maps/live/answer.js';
import { byHandLink, excerptOf } from '../rooms/maps/live/by-hand.js';
import { EXERCISES, checked } from '../rooms/maps/live/exercises.js';
import { editsOf, otherOf } from '../rooms/maps/live/off.js';
import { passOf } from '../rooms/maps/live/pass.js';
import { SENTENCE, isOff, switched } from '../rooms/maps/live/settings.js';
import { SMALL_MODEL } from '../rooms/maps/live/pack.mjs';
import en from '../rooms/maps/words/en.json' with { type: 'json' };
import es from '../rooms/maps/words/es.json' with { type: 'json' };
import pt from '../rooms/maps/words/pt.json' with { type: 'json' };
/** @import { Off } from '../rooms/maps/live/settings.js' */

await engine.load();
const model = await engine.open([new File([await readFile(SMALL_MODEL)], 'small-model.gguf')]);
const wanted = {
  text: SENTENCE,
  model: null,
  off: [],
  replacement: /** @type {const} */ ('zero'),
  second: null,
};
const open = async (/** @type {object} */ patch = {}) => {
  const pass = await passOf(engine, model, { ...wanted, ...patch });
  assert.ok(pass);
  return pass;
};

test('what is off becomes changes inside the model, without what the model or the text lacks', () => {
  const facts = { ...model.facts, layers: 2, heads: 4 };
  /** @type {Off[]} */
  const off = [
    { layer: 1, head: 3 },
    { layer: 1, head: 4 },
    { layer: 2, head: 0 },
    { layer: 0, mlp: true },
    { layer: 1, token: 5 },
    { layer: null, token: 4 },
    { layer: null, token: 6 },
  ];
  assert.deepEqual(editsOf(off, 'mean', facts, 6), [
    { part: 'head', layer: 1, head: 3, with: 'mean', text: null },
    { part: 'mlp', layer: 0, with: 'mean', text: null },
    { part: 'value', layer: 1, token: 5, with: 'mean', text: null },
    { part: 'value', layer: 0, token: 4, with: 'mean', text: null },
    { part: 'value', layer: 1, token: 4, with: 'mean', text: null },
  ]);
  assert.ok(isOff(off, { layer: null, token: 4 }) && !isOff(off, { layer: 0, token: 4 }));
  assert.deepEqual(switched(switched(off, { layer: 3, mlp: true }), { layer: 3, mlp: true }), off);
});

test('a part is resampled from the second sentence if it has as many tokens, otherwise from the passage', async () => {
  const ids = [...model.encode(SENTENCE)];
  const second = 'Elinor met Emma in Bath; Elinor met';
  assert.deepEqual(otherOf(engine, model, ids, second), { ids: [...model.encode(second)], isSecond: true });
  const { ids: passage, isSecond } = otherOf(engine, model, ids, 'Elinor met Emma');
  assert.deepEqual(otherOf(engine, model, ids, null).ids, passage);
  assert.deepEqual([passage, isSecond], [engine.resampled(model, ids), false]);
  // With the second sentence in place of every head, only the streams of the embeddings differ.
  const off = Array.from({ length: 16 }, (_, at) => ({ layer: Math.floor(at / 4), head: at % 4 }));
  const { logits } = await open({ off, replacement: 'text', second: 'Elinor met Emma in Bath; Elinor met' });
  const { logits: zeros } = await open({ off });
  assert.notDeepEqual(logits, zeros);
  assert.equal(likeliest(logits, 1)[0], model.encode(' Emma')[0]);
});

test('the answer is the token of the state, or the likeliest with all parts on', async () => {
  const pass = await open({ off: [{ layer: 2, head: 2 }] });
  const jane = model.encode(' Jane')[0];
  const of = (/** @type {number | null} */ answer) => answerOf(/** @type {any} */ ({ answer }), pass);
  assert.deepEqual([of(null), of(5), of(99_999)], [jane, 5, jane]);
  assert.deepEqual(likeliest(Float32Array.of(1, 5, 3, 5), 3), [1, 3, 2]);
});

test('by hand, Learn gets the queries, keys and values of the head, and a way back to the cell', async () => {
  const pass = await open();
  const cell = { layer: 2, head: 2, query: 7, key: 2 };
  const excerpt = excerptOf(pass, cell);
  // The query and the key, and the keys with the next largest weights, in their order.
  const weights = [...pass.run.weights(2, 2).subarray(7 * 8, 8 * 8)];
  const rest = [0, 1, 3, 4, 5, 6].sort((a, b) => weights[b] - weights[a]).slice(0, 4);
  assert.deepEqual(
    excerpt.tokens,
    [7, 2, ...rest].sort((a, b) => a - b),
  );
  const back = 'v=1&room=maps&text=Elinor+met&cursor=7:2&asked=why';
  const { state } = learn.decode(byHandLink(excerpt, back).slice(1));
  assert.ok(state);
  const { lesson, own, pasted, switches, cursor } = state;
  assert.deepEqual([lesson, own.tokens.length, own.key, own.value], ['own', 6, 8, 8]);
  assert.deepEqual([state.back, state.excerpt], [back, [6, 8, 8, 32]]);
  assert.deepEqual(cursor, { matrix: 'scores', row: excerpt.query, col: excerpt.key });
  assert.equal(switches.mask, 'causal');
  assert.ok(Math.abs(Number(switches.scale) - 1 / Math.sqrt(32)) < 1e-8);
  const { q, k, products } = engine.features(pass.run, cell);
  const order = [...products.keys()].sort((a, b) => Math.abs(products[b]) - Math.abs(products[a]));
  const features = order.slice(0, 8).sort((a, b) => a - b);
  const row = (/** @type {any} */ matrix, /** @type {number} */ at) => [
    ...matrix.data.slice(8 * at, 8 * at + 8),
  ];
  features.forEach((feature, at) => {
    assert.ok(Math.abs(row(pasted.wQ, excerpt.query)[at] - q[feature]) < 1e-5);
    assert.ok(Math.abs(row(pasted.wK, excerpt.key)[at] - k[feature]) < 1e-5);
  });
  assert.deepEqual(row({ data: pasted.embeddings.data }, 0).slice(0, 6), [1, 0, 0, 0, 0, 0]);
});

test('Learn takes a way back to Models alone', () => {
  const link = (/** @type {string} */ back) =>
    learn.decode(`v=1&lesson=own&back=${encodeURIComponent(back)}`).state;
  assert.equal(link('v=1&room=maps&text=a')?.back, 'v=1&room=maps&text=a');
  for (const back of ['javascript:alert(1)', '//example.org', 'v=1&room=learn', 'v=1&room=mapsx', ''])
    assert.equal(link(back), null, back);
  for (const excerpt of ['1:2:3', '1:2:3:a', '0:1:1:1'])
    assert.equal(learn.decode(`v=1&lesson=own&excerpt=${excerpt}`).state, null, excerpt);
});

test('an exercise is solved by the head with the largest number, or one close to it', () => {
  assert.deepEqual(checked([0.1, 0.5, null, 0.49], 1), { isFound: true, place: 1, of: 3 });
  assert.deepEqual(checked([0.1, 0.5, null, 0.49], 3), { isFound: true, place: 2, of: 3 });
  assert.deepEqual(checked([0.1, 0.5, null, 0.49], 0), { isFound: false, place: 3, of: 3 });
  assert.equal(checked([0.1, null], 1), null);
  assert.deepEqual(checked([-1, -2], 1), { isFound: false, place: 2, of: 2 });
});

test('there are ten exercises, each with its words in three languages', () => {
  assert.equal(EXERCISES.length, 10);
  const ids = EXERCISES.map(({ id }) => id);
  assert.equal(new Set(ids).size, 10);
  for (const { maps } of [en, es, pt])
    assert.deepEqual(Object.keys(maps.live.find.exercises).sort(), [...ids].sort());
});

test('a model that is not in memory is read for the names of heads only when the reader asks, and once', async () => {
  const large = await engine.open([new File([await readFile(SMALL_MODEL)], 'large.gguf')]);
  large.source = { ...large.source, isSmall: false };
  let asked = 0;
  const counting = { ...engine, controls: async () => ((asked += 1), engine.controls(large)) };
  for (const [of, automatic] of /** @type {const} */ ([
    [model, null],
    [large, undefined],
  ])) {
    const pass = await passOf(engine, of, wanted);
    /** @type {(value?: unknown) => void} */
    let known = () => {};
    const changed = new Promise((resolve) => (known = resolve));
    const live = { pass, isRunning: false, engine: counting };
    const answers = new Answers(/** @type {any} */ (live), known);
    const induction = (/** @type {boolean} */ isAsked) =>
      answers.confirms({ layer: 2, head: 2 }, 'induction', isAsked);
    asked = 0;
    assert.equal(induction(false), automatic);
    assert.equal(asked, automatic === null ? 1 : 0);
    assert.equal(induction(true), null);
    await changed;
    assert.deepEqual([induction(false), induction(true), asked], [true, true, 1]);
    pass?.run.free();
  }
});

test('a question waits while a text is run, and is asked again afterwards', async () => {
  const pass = await passOf(engine, model, wanted);
  /** @type {AbortSignal[]} */
  const signals = [];
  const copying = (/** @type {unknown} */ _, /** @type {{ signal: AbortSignal }} */ { signal }) => {
    signals.push(signal);
    return new Promise(() => {});
  };
  const live = { pass, isRunning: false, engine: { copying } };
  const answers = new Answers(/** @type {any} */ (live), () => {});
  answers.copying();
  live.isRunning = true;
  answers.pause();
  assert.deepEqual([answers.copying(), signals.map(({ aborted }) => aborted)], [null, [true]]);
  live.isRunning = false;
  answers.copying();
  assert.deepEqual(
    signals.map(({ aborted }) => aborted),
    [true, false],
  );
  pass?.run.free();
});

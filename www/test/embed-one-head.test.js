import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as none from '../bundle/embed/no-concepts.js';
import * as one from '../bundle/embed/one-head.js';
import { englishAlone } from '../bundle/embed/english.js';
import { startedFrom } from '../bundle/embed.mjs';
import { LOOKS } from '../elements/attributes.js';
import * as concepts from '../figure/concepts.js';
import * as heads from '../figure/heads.js';
import * as layout from '../figure/heads-layout.js';
import * as says from '../figure/worked-heads.js';
import { DISTANCE } from '../lessons/distance.js';
import { words } from '../lessons/words.js';
import * as schemes from '../positions/schemes.js';

test('what stands in for heads and schemes answers as those do where there is one head', () => {
  const model = /** @type {any} */ ({ lesson: { heads: null }, state: { head: 3 }, heads: null, matrices: { q: { cols: 4 } }, t: { figure: { names: { q: 'queries Q' } } } });
  for (const id of ['q', 'kT', 'weightsRows']) {
    assert.equal(one.ofHead(id), heads.ofHead(id, null));
    assert.equal(one.baseOf(id), heads.baseOf(id));
    assert.equal(one.headOf(), heads.headOf(id));
    assert.equal(one.queryHeadOf(), heads.queryHeadOf(id));
    assert.equal(one.schemeOf(), schemes.schemeOf(id));
  }
  assert.equal(one.matrixName(model.t, 'q'), heads.matrixName(model.t, 'q'));
  assert.equal(one.headLabels(), heads.headLabels(model, 'q', 4));
  assert.deepEqual(one.headSays(), says.headSays(model, 'q', 0));
  assert.deepEqual(one.partOf(model, ['q'], 2), says.partOf(model, ['q'], 2));
  // With one head, the first is open whatever a state says.
  assert.deepEqual(one.openedHead(), layout.openedHead({ state: { ...model.state, head: 0 }, heads: null }));
  assert.deepEqual(one.DISTANCE, DISTANCE);
  assert.deepEqual(one.selectedPair(), schemes.selectedPair(/** @type {any} */ ({ distance: DISTANCE }), { matrix: 'weights', row: 0, col: 0 }));
});

test('what stands in for concepts has all that is asked of it, and answers as those do where a lesson has none', () => {
  assert.deepEqual(Object.keys(none).sort(), Object.keys(concepts).sort());
  const [engine, lesson, state] = /** @type {any[]} */ ([{}, words, { rank: 2 }]);
  assert.equal(none.conceptsOf(), concepts.conceptsOf(engine, lesson, {}, state));
  for (const axis of ['person', 'film', 'viewer', 'feature']) assert.equal(none.conceptLabels(), concepts.conceptLabels(lesson, axis));
});

test('a script that speaks English alone says so where another language is asked for', () => {
  const looks = { ...LOOKS };
  englishAlone(looks, 'heed-map-figure.js');
  const state = /** @type {any} */ ({ language: null });
  assert.equal(looks.language('en', state).language, 'en');
  assert.equal(looks.language(null, state).language, null);
  assert.throws(() => looks.language('es', state), /heed-map-figure\.js speaks English only/);
});

test('bindings that begin in another way than was known stop the build', () => {
  assert.throws(() => startedFrom('async function other() {}'), /begin in another way/);
});

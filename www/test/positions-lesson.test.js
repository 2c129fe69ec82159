/** The lesson on positions without the page: its state and link, its sliders, its drawing. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import * as engine from '../engine.js';
import { compute } from '../rooms/learn/compute/compute.js';
import { explanationOf } from '../rooms/learn/views/inspector-view.js';
import { RANGES } from '../rooms/learn/lessons/by-hand.js';
import { distanceAt, frameOf, isInside, path, ticks, xAt, yAt } from '../rooms/learn/schemes/plot.js';
import { scaleIn } from '../figure/matrices.js';
import { selectedPair } from '../figure/schemes.js';
import { logarithmic } from '../rooms/learn/schemes/slider.js';
import { session } from '../rooms/learn/session.js';
import { decode, encode } from '../rooms/learn/state/fragment.js';
import { freshState, isChanged, withDisplayOf } from '../rooms/learn/state/state.js';
import { LANGUAGES } from '../page/words/index.js';
/** @import { Distance, Model, State } from '../types.js' */

before(() => engine.load());

const WORDS = () => ({ t: LANGUAGES.en, language: /** @type {const} */ ('en') });

const DISTANCE = freshState('distance').distance;
/** @param {Partial<Distance>} patch @returns {State} */
const withDistance = (patch) => ({ ...freshState('distance'), distance: { ...DISTANCE, ...patch } });

test('all settings are restored from the link, and the initial lesson has a short one', () => {
  assert.equal(encode(freshState('distance')), 'v=1&lesson=distance&show=step');
  const state = withDistance({
    distance: 700,
    reach: 1024,
    base: 0.5,
    slopeHead: 6,
    pairs: 'interleaved',
    turned: 0,
    shift: 12,
    query: 0,
    key: 3,
  });
  assert.equal(
    encode(state),
    'v=1&lesson=distance&show=step&distance=700&reach=1024&base=0.5&pairs=interleaved&turned=0&shift=12&slope=7&pair=0:3',
  );
  assert.deepEqual(decode(encode(state)), { state });
});

test('a link with an invalid distance, reach or pair is broken', () => {
  for (const wrong of [
    'distance=-1',
    'distance=1.5',
    'distance=1025',
    'distance=NaN',
    'reach=64',
    'base=NaN',
    'base=',
    'pairs=both',
    'turned=-2',
    'slope=0',
    'shift=x',
    'pair=1',
    'pair=1:2:3',
    'pair=32:0',
  ]) {
    const { state, error } = /** @type {any} */ (decode(`v=1&lesson=distance&${wrong}`));
    assert.deepEqual({ state, error }, { state: null, error: 'broken' }, wrong);
  }
  const { figures } = /** @type {any} */ (decode('v=1&lesson=distance&show=step&distance=1025'));
  assert.deepEqual(figures, { name: 'distance', value: '1025', least: 0, most: 1024 });
  assert.deepEqual(decode('v=1&lesson=words&base=10'), { state: null, error: 'broken' });
});

test('a state that the engine rejects is rejected as a whole, with its message', () => {
  const now = session(engine, freshState('distance'), WORDS);
  const refused = (/** @type {Partial<Distance>} */ patch) => now.commit(withDistance(patch));
  assert.equal(refused({ base: 0 }), 'The base is 0: it must be a finite number above 0.');
  assert.equal(refused({ turned: 3 }), '3 of 8 features cannot be turned in pairs.');
  assert.equal(refused({ distance: 200 }), 'Distance 200 is out of range: the curves reach from 0 to 128.');
  assert.equal(refused({ query: 9 }), 'Query 9 is out of range: there are 5 tokens, counted from 0.');
  assert.deepEqual(now.state, freshState('distance'));
  assert.ok(!now.canUndo);
});

test('a setting can be undone, and the pair in focus stays', () => {
  const now = session(engine, freshState('distance'), WORDS);
  now.commit(withDistance({ base: 50 }));
  now.setDisplay({ ...now.state, ...selectedPair(now.state, { matrix: 'weightsRope', row: 2, col: 0 }) });
  assert.deepEqual([now.state.distance.query, now.state.distance.key], [2, 0]);
  assert.equal(now.model.compared?.curves.scores.none.data[0], now.model.matrices.scoresNone.data[2 * 5]);
  now.undo();
  assert.deepEqual(now.state.distance, { ...DISTANCE, query: 2, key: 0 });
  assert.ok(isChanged(withDistance({ base: 50 })) && !isChanged(now.state));
  assert.deepEqual(withDisplayOf(freshState('words'), now.state).distance, DISTANCE);
  assert.deepEqual(selectedPair(now.state, { matrix: 'x', row: 1, col: 1 }), {});
});

test('all scores share one scale, which ends at the largest of them', () => {
  const { scales, matrices } = compute(engine, freshState('distance'));
  const all = ['None', 'Sinusoidal', 'Rope', 'Alibi'].map((scheme) => `scores${scheme}`);
  const largest = Math.max(...all.flatMap((id) => Array.from(matrices[id].data, Math.abs)));
  for (const id of all) assert.deepEqual(scales?.[id], { kind: 'diverging', low: -largest, high: largest });
  const ofWeights = scaleIn({ matrices, scales }, 'weightsAlibi');
  assert.deepEqual(ofWeights, { kind: 'sequential', low: 0, high: 1 }, 'weights have their own');
});

test('the inspector shows the effect of each scheme on a score, in both languages', () => {
  for (const [language, t] of Object.entries(LANGUAGES)) {
    const model = /** @type {Model} */ ({ ...compute(engine, withDistance({ shift: 10 })), t, language });
    const text = (/** @type {string} */ matrix) => {
      const { heading, lines, after, says } = explanationOf(model, { matrix, row: 4, col: 1 });
      return [
        heading,
        ...[...lines, ...after].map((line) =>
          line.map((part) => (typeof part === 'string' ? part : part.strong)).join(''),
        ),
        ...says,
      ].join('\n');
    };
    /** The pattern with the decimal separator of the language. @param {RegExp} pattern */
    const written = ({ source }) =>
      new RegExp(language === 'en' ? source : source.replaceAll(', ', '; ').replaceAll('\\.', ','));
    assert.match(text('scoresNone'), written(/q₅ · k₂ ÷ √8\n= \(1·1 \+ 1·2 \+ 0·0 .*\) ÷ √8\n= 2\.4749\n/));
    assert.match(text('scoresSinusoidal'), written(/\(x₅ \+ p₅\)W_Q · \(x₂ \+ p₂\)W_K ÷ √8\n= \(1\.9906·/));
    assert.match(
      text('scoresRope'),
      written(
        /R\(14\) q₅ · R\(11\) k₂ ÷ √8\nR\(14\): 14, 1\.4, 0\.14, 0\.014 rad\nR\(11\): 11, 1\.1, 0\.11, 0\.011 rad\n/,
      ),
    );
    assert.match(text('scoresAlibi'), written(/= 2\.4749 − 0\.125 · 3\n= 2\.0999\n.*2\.4749.*−0\.375/));
    assert.match(text('weightsAlibi'), written(/S\[5,2\] = 2\.0999\n/));
    assert.doesNotMatch(
      ['scoresNone', 'scoresSinusoidal', 'scoresRope', 'scoresAlibi'].map(text).join(),
      /undefined|NaN/,
    );
  }
});

test('equal steps of the slider are equal factors, from end to end', () => {
  const { max, toValue, toPosition } = logarithmic(RANGES.base);
  assert.deepEqual([toValue(0), toValue(max), toPosition(10_000)], [10, 1e6, (max * 3) / 5]);
  for (let place = 0; place <= max; place += 1) assert.equal(toPosition(toValue(place)), place);
  assert.deepEqual([toPosition(1e-9), toPosition(1e300)], [0, max]);
});

const CURVES = {
  none: Float64Array.of(1, 1, 1),
  sinusoidal: Float64Array.of(2, 0, 2),
  rope: Float64Array.of(1, NaN, 0),
  alibi: Float64Array.of(1, -40, -80),
};

test('the drawing shows bounded curves completely, and clips an unbounded line', () => {
  const frame = frameOf(CURVES, 500, 200);
  for (const value of [0, 1, 2]) assert.ok(isInside(frame, value));
  assert.ok(!isInside(frame, -40) && frame.low < 0);
  assert.ok(yAt(frame, 2) < yAt(frame, 0) && yAt(frame, 0) < 200);
  const flat = frameOf(
    { ...CURVES, sinusoidal: CURVES.none, rope: CURVES.none, alibi: CURVES.none },
    500,
    200,
  );
  assert.ok(flat.low < 1 && flat.high > 1);
});

test('there is no line where a number is missing', () => {
  const frame = frameOf(CURVES, 500, 200);
  assert.match(path(frame, CURVES.rope), /^M[\d. ]+M[\d. ]+$/);
  assert.match(path(frame, CURVES.none), /^M[\d. ]+L[\d. ]+L[\d. ]+$/);
  assert.equal(path(frame, Float64Array.of(NaN, Infinity)), '');
  assert.doesNotMatch(
    path(frameOf({ ...CURVES, none: Float64Array.of(NaN) }, 500, 200), CURVES.alibi),
    /NaN/,
  );
});

test('a point of the drawing corresponds to its distance', () => {
  const frame = frameOf(CURVES, 500, 200);
  for (const distance of [0, 1, 2]) assert.equal(distanceAt(frame, xAt(frame, distance)), distance);
  assert.deepEqual([distanceAt(frame, -50), distanceAt(frame, 9999)], [0, 2]);
});

test('ticks are round numbers between the ends', () => {
  assert.deepEqual(ticks(-1.2, 6.3), [0, 2, 4, 6]);
  assert.deepEqual(ticks(-0.004, 0.011), [0, 0.005, 0.01]);
  assert.deepEqual(ticks(-70, 100), [-50, 0, 50, 100]);
});

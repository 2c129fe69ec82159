import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as engine from '../engine.js';
import { FIGURES } from '../rooms/contrast/figures.js';
import { choicesOf, contrast, rangeOf, withOption } from '../rooms/contrast/settings.js';
import { refusal, session } from '../rooms/contrast/session.js';
import { decode, encode, engineOptions, freshState, isChanged, neighbor } from '../rooms/contrast/state.js';
import { MAX_PLAIN } from '../state/fragment-frame.js';
import { LANGUAGES } from '../page/words/index.js';
/** @import { Option } from '../rooms/contrast/figures.js' */

await engine.load();
const { en } = LANGUAGES;

/** @param {string} fragment */
function read(fragment) {
  const { state } = decode(fragment);
  assert.ok(state, `not read: ${fragment}`);
  return state;
}

test('every initial figure is restored from its link', () => {
  for (const { id } of FIGURES) {
    assert.equal(encode(freshState(id)), `v=1&room=contrast&figure=${id}`);
    assert.deepEqual(read(encode(freshState(id))), freshState(id));
  }
});

test('a state in which everything is changed is restored from its link', () => {
  let state = freshState('finite', { language: 'es', theme: 'dark', map: 'viridis' });
  for (const [option, value] of /** @type {[Option, number | string][]} */ ([
    ['precision', 'f64'],
    ['magnitude', 9],
    ['padding', 5],
    ['tokens', 12],
    ['seed', 4294967295],
  ]))
    state = withOption(state, option, value);
  state = { ...state, cursor: { matrix: 'output', row: 3, col: 2 }, tables: ['weights', 'sums'] };
  assert.deepEqual(read(encode(state)), state);
  assert.equal(encode(withOption(freshState('late'), 'tokens', 6)), 'v=1&room=contrast&figure=late&tokens=6');
});

test('an invalid state is a broken link, and a later version is reported as later', () => {
  const broken = [
    'figure=late',
    'v=1',
    'v=1&room=learn&figure=late',
    'v=1&room=contrast&figure=nope',
    'v=1&room=contrast&figure=late&figure=late',
    'v=1&room=contrast&figure=late&d=8',
    'v=1&room=contrast&figure=unscaled&d=NaN',
    'v=1&room=contrast&figure=unscaled&d=',
    'v=1&room=contrast&figure=axis&axis=rows',
    'v=1&room=contrast&figure=late&cursor=weights:1',
    'v=1&room=contrast&figure=late&cursor=__proto__:1:1',
    'v=1&room=contrast&figure=late&tables=scores',
    'v=1&room=contrast&figure=late&map=rainbow',
    'v=1&room=contrast&figure=late&unknown=1',
    '%',
    '&',
  ];
  for (const fragment of broken) {
    const { state, error } = /** @type {any} */ (decode(fragment));
    assert.deepEqual([state, error], [null, 'broken'], fragment);
  }
  assert.deepEqual(decode('v=2&room=contrast&figure=late&wonder=1'), { state: null, error: 'later' });
  assert.deepEqual(decode(''), { state: null, error: null });
  assert.deepEqual(decode(`v=1&room=contrast&figure=late&seed=${'1'.repeat(MAX_PLAIN)}`), {
    state: null,
    error: 'tooLarge',
  });
});

test('a link with numbers out of range is rejected with the figures', () => {
  const says = (/** @type {string} */ options) =>
    refusal(engine, read(`v=1&room=contrast&figure=${options}`), en);
  assert.equal(says('unscaled&d=0'), 'D is 0: it must be from 1 to 1024.');
  assert.equal(says('unscaled&d=1e9'), 'D is 1000000000: it must be from 1 to 1024.');
  assert.match(String(says('unscaled&d=1.5')), /d must be a whole number/);
  assert.match(String(says('late&tokens=-3')), /tokens must be a whole number/);
  assert.equal(says('padding&padding=8'), 'Padding is 8: it must be from 0 to 7.');
  assert.equal(says('cache&offset=9'), 'Offset is 9: it must be from 0 to 7.');
  assert.match(String(says('late&seed=4294967296')), /seed must be a whole number/);
  assert.equal(says('late&tokens=16'), null);
});

test('the engine accepts every value of the sliders and choices', () => {
  for (const { id, options } of FIGURES) {
    for (const option of /** @type {Option[]} */ (Object.keys(options))) {
      const choices = choicesOf(option);
      for (const value of choices.length > 0 ? choices : rangeOf(option, freshState(id))) {
        const moved = withOption(freshState(id), option, value);
        assert.equal(refusal(engine, moved, en), null, `${id} ${option} ${value}`);
        assert.equal(isChanged(moved), value !== options[option]);
      }
    }
  }
});

test('the attributes query and key select each cell of the weights, and no other', () => {
  for (const { id } of FIGURES)
    for (const block of id === 'pooled' ? [2, 3, 4] : [0]) {
      const state = block === 0 ? freshState(id) : withOption(freshState(id), 'block', block);
      const { rows, cols } = engine.contrast(engineOptions(state)).wrong.weights;
      const { query, key } = contrast.attributes;
      assert.equal(key(String(cols - 1), query(String(rows - 1), state)).cursor.col, cols - 1);
      assert.throws(
        () => query(String(rows), state),
        new RegExp(`"${rows}" is not a whole number from 0 to ${rows - 1}`),
      );
      assert.throws(
        () => key(String(cols), state),
        new RegExp(`"${cols}" is not a whole number from 0 to ${cols - 1}`),
      );
    }
});

test('fewer tokens reduce the padding, and a smaller cache the offset', () => {
  const padded = withOption(withOption(freshState('padding'), 'padding', 7), 'tokens', 4);
  assert.deepEqual(padded.options, { tokens: 4 }, 'three of padding is how it opens');
  assert.deepEqual(withOption(withOption(freshState('cache'), 'offset', 7), 'past', 2).options, {
    past: 2,
    offset: 3,
  });
});

test('stepping through the figures stops at the ends and keeps the display settings', () => {
  const last = neighbor(freshState('prefill', { language: 'es', theme: 'dark' }), 1);
  assert.deepEqual([last.figure, last.language, last.theme], ['prefill', 'es', 'dark']);
  assert.equal(neighbor(freshState('axis'), -1).figure, 'axis');
  const moved = withOption(freshState('prefill'), 'picks', 3);
  assert.equal(neighbor(moved, 1), moved, 'what was moved in the last one stays');
  assert.equal(neighbor(freshState('axis'), 1).figure, 'late');
});

test('a drag is one undo step, display settings are kept, and rejected states change nothing', () => {
  const now = session(engine, freshState('late'), () => ({ t: en, language: 'en' }));
  for (const tokens of [9, 10, 11]) now.drag(withOption(now.state, 'tokens', tokens));
  assert.equal(now.commit(withOption(now.state, 'tokens', 12)), null);
  assert.equal(now.model.result.wrong.weights.rows, 12);
  now.setDisplay({ ...now.state, language: 'es' });
  now.undo();
  assert.deepEqual(
    [now.model.result.wrong.weights.rows, now.state.language, now.canUndo, now.canRedo],
    [8, 'es', false, true],
  );
  now.redo();
  assert.equal(now.model.result.wrong.weights.rows, 12);
  const before = now.state;
  assert.match(String(now.commit({ ...before, options: { tokens: 99 } })), /^Tokens is 99/);
  assert.equal(now.state, before);
});

test('a slider that returns to its start leaves no undo step', () => {
  const now = session(engine, freshState('late'), () => ({ t: en, language: 'en' }));
  now.commit(withOption(now.state, 'tokens', 5));
  now.commit(withOption(now.state, 'tokens', 6));
  for (const tokens of [7, 6]) now.drag(withOption(now.state, 'tokens', tokens));
  now.undo();
  assert.equal(now.state.options.tokens, 5);
  now.commit(withOption(now.state, 'tokens', 4));
  now.undo();
  assert.equal(now.state.options.tokens, 5);
});

test('the engine gets only options that the figure varies', () => {
  assert.deepEqual(engineOptions(freshState('late')), { figure: 'late', d: 16, tokens: 8, seed: 7 });
});

/** A parsed mask is shared by all calls for its text. */
import assert from 'node:assert/strict';
import { afterEach, before, mock, test } from 'node:test';
import * as engine from '../engine/masks.js';
import { bindings } from '../engine/masks-instance.js';
import { painter } from '../rooms/masks/draw.js';
import { withPiece } from '../rooms/masks/edit.js';
import { cachedModel, memoizedLast } from '../rooms/masks/model.js';
import { costModelOf, session } from '../rooms/masks/session.js';
import { freshState } from '../rooms/masks/state.js';
import { LANGUAGES } from '../page/words/index.js';
import { refusal } from './engine-support.js';
/** @import { MaskState } from '../rooms/masks/types.js' */

const { en } = LANGUAGES;
const { Mask } = bindings;
const MODEL = { heads: 32, kvHeads: 8, size: 64, bytes: 2 };

before(() => engine.load());
afterEach(() => mock.restoreAll());

/** Counts how often a text is parsed from now on. */
function parses() {
  const made = [mock.method(Mask, 'parse'), mock.method(Mask, 'parseSized')];
  return () => made.reduce((all, { mock: each }) => all + each.callCount(), 0);
}

/** The room without a document: the calls of its element and its views in a frame. */
function room() {
  // There is no ImageData in Node.
  const paint = painter({ maskDraw: /** @type {any} */ (engine.maskPixels) });
  const shared = { ...engine, maskExplain: memoizedLast(engine.maskExplain) };
  const model = cachedModel(shared);
  const parsed = memoizedLast(engine.maskExpression);
  const first = { ...freshState(), rows: 5 };
  const now = session(shared, first, () => en);

  /** @param {Partial<MaskState>} patch */
  function frame(patch) {
    assert.equal(now.drag({ ...now.state, ...patch }), null);
    const { state } = now;
    const { text, queries, keys } = state;
    const { why, row } = model(state, null, { t: en, language: 'en' });
    const { drawing } = paint(state, { theme: 'light', ratio: 1, font: 'sans-serif' }, 1000, true);
    return {
      why,
      row,
      figures: drawing.figures,
      expression: parsed(text),
      code: engine.maskCode(text, queries, keys),
      play: engine.maskPlay(text, queries, keys, costModelOf(state)),
    };
  }
  return { now, frame };
}

test('a slider of a clause that moves one step parses the mask once, and one of the size not at all', () => {
  const { now, frame } = room();
  frame({});
  const { clauses } = engine.maskExpression(now.state.text);
  const text = withPiece(now.state.text, clauses[1].arguments[0], 7);
  const count = parses();
  const { why, figures, expression, code, play } = frame({ text });
  assert.equal(count(), 1);
  assert.equal(expression.text, 'causal and window(7)');
  assert.equal(why.clauses[1].text, 'window(7)');
  assert.match(code.numpy, /7/);
  assert.equal(figures?.mostKeys, 7);
  assert.equal(Math.max(...play.reads), 7);
  assert.equal(frame({ queries: 30, keys: 30 }).play.reads.length, 30);
  assert.equal(count(), 1);
});

test('a change explains the selected cell once, to check the mask and to show why', () => {
  const { frame } = room();
  frame({});
  const explained = mock.method(Mask.prototype, 'explain');
  assert.equal(frame({ text: 'causal and window(7)' }).why.clauses[1].text, 'window(7)');
  assert.equal(explained.mock.callCount(), 1);
});

test('a mask that replaces another frees it, and a rejected text replaces none', () => {
  engine.maskExpression('all');
  const freed = mock.method(Mask.prototype, 'free');
  const count = parses();
  for (const width of [1, 2, 3]) engine.maskExplain(`window(${width})`, 8, 8, 0, 0);
  assert.deepEqual([count(), freed.mock.callCount()], [3, 3]);
  assert.match(
    refusal(() => engine.maskExplain('window(', 8, 8, 0, 0)),
    /^column 8: /,
  );
  assert.match(
    refusal(() => engine.maskExplain('prefix(9)', 8, 8, 0, 0)),
    /^prefix\(9\): /,
  );
  assert.match(
    refusal(() => engine.maskExplain('window(3)', 8, 8, 9, 0)),
    /9/,
  );
  engine.maskCode('window(3)', 8, 8);
  assert.deepEqual([count(), freed.mock.callCount()], [5, 3]);
});

test('after a trap or a restart the mask is parsed again, and the lost one is not freed', () => {
  const figures = engine.maskFigures('causal', 8, 8, MODEL);
  const freed = mock.method(Mask.prototype, 'free');
  const trap = mock.method(Mask.prototype, 'figures', () => {
    throw new WebAssembly.RuntimeError('unreachable');
  });
  assert.match(
    refusal(() => engine.maskFigures('causal', 8, 8, MODEL)),
    /^The engine failed and was restarted: unreachable$/,
  );
  trap.mock.restore();
  const count = parses();
  assert.deepEqual(engine.maskFigures('causal', 8, 8, MODEL), figures);
  engine.reload();
  assert.deepEqual(engine.maskFigures('causal', 8, 8, MODEL), figures);
  assert.deepEqual([count(), freed.mock.callCount()], [2, 0]);
});

test('a wrong size is reported before a wrong text, whether the text was parsed before or not', () => {
  const sentence = 'mask: queries must be a whole number from 0 up';
  const asks = (/** @type {string} */ text) =>
    refusal(() => engine.maskCode(text, /** @type {any} */ (null), 8));
  assert.equal(asks('window('), sentence);
  assert.equal(asks('causal and prefix(2)'), sentence);
  engine.maskExpression('causal and prefix(2)');
  assert.equal(asks('causal and prefix(2)'), sentence);
});

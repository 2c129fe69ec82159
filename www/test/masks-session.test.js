import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import * as engine from '../engine.js';
import { cachedModel } from '../rooms/masks/model.js';
import { room } from '../rooms/masks/room.js';
import { session } from '../rooms/masks/session.js';
import { spokenCell } from '../rooms/masks/speech.js';
import { freshState } from '../rooms/masks/state.js';
import { LANGUAGES } from '../page/words/index.js';

const { en, es } = LANGUAGES;
before(() => engine.load());
const open = (first = freshState()) => session(engine, first, () => en);

test('every preset is valid, and has a link', () => {
  for (const { text, queries, keys } of engine.maskPresets()) {
    const state = { ...freshState(), text, queries, keys, tied: false };
    assert.equal(room.refusal(state, en), null, text);
    assert.equal(room.decode(room.encode(state)).state?.text, text);
  }
});

test('an invalid state is rejected with the column, and nothing changes', () => {
  const now = open();
  const first = now.state;
  const refused = now.commit({ ...first, text: 'causal and window(-2)' });
  assert.equal(refused?.column, 19);
  assert.match(refused?.text ?? '', /^Column 19: .*-2.*\.$/);
  assert.equal(now.state, first);
  assert.equal(now.canUndo, false);
});

test('a clause that does not fit the new size is rejected when the size changes', () => {
  const now = open({ ...freshState(), text: 'prefix(8)' });
  assert.match(
    now.commit({ ...now.state, queries: 4, keys: 4 })?.text ?? '',
    /^prefix\(8\): 8 tokens, but there are 4 keys\.$/,
  );
  assert.equal(now.state.keys, 24);
});

test('numbers out of range and heads that do not divide are rejected with the figures, in both languages', () => {
  for (const t of [en, es]) {
    assert.match(room.refusal({ ...freshState(), queries: 0 }, t) ?? '', /0\..*1–2048/);
    assert.match(room.refusal({ ...freshState(), keys: 2049 }, t) ?? '', /2049\..*1–2048/);
    assert.match(room.refusal({ ...freshState(), size: Number.NaN }, t) ?? '', /NaN/);
    assert.match(room.refusal({ ...freshState(), kvHeads: 3 }, t) ?? '', /8.*3/);
    assert.match(room.refusal({ ...freshState(), alibi: -1 }, t) ?? '', /: 0\..*1–8/);
  }
});

test('a text is accepted up to the limit of the engine', () => {
  const now = open();
  const text = `causal${' '.repeat(9000)}and window(6)`;
  assert.equal(now.commit({ ...now.state, text }), null);
  assert.equal(now.state.text, text);
  assert.match(
    now.commit({ ...now.state, text: text + ' '.repeat(8000) })?.text ?? '',
    /at most 16384 are read/,
  );
  assert.equal(now.state.text, text);
});

test('a drag and its end are one undo step', () => {
  const now = open();
  for (const width of [7, 8, 9]) now.drag({ ...now.state, text: `causal and window(${width})` });
  now.commit({ ...now.state, text: 'causal and window(9)' });
  now.undo();
  assert.equal(now.state.text, 'causal and window(6)');
  assert.equal(now.canUndo, false);
  now.redo();
  assert.equal(now.state.text, 'causal and window(9)');
});

test('a drag that returns to its start leaves no undo step', () => {
  const now = open();
  now.drag({ ...now.state, text: 'causal and window(9)' });
  now.commit({ ...now.state, text: 'causal and window(6)' });
  assert.equal(now.canUndo, false);
});

test('a cancelled drag is reverted, and one that ends in an error can be undone', () => {
  const now = open();
  now.drag({ ...now.state, text: 'all' });
  now.cancel();
  assert.equal(now.state.text, 'causal and window(6)');
  assert.equal(now.canUndo, false);
  now.drag({ ...now.state, text: 'all' });
  assert.ok(now.commit({ ...now.state, text: 'al' }));
  assert.equal(now.state.text, 'all');
  now.undo();
  assert.equal(now.state.text, 'causal and window(6)');
});

test('undo during a drag reverts the drag', () => {
  const now = open();
  now.drag({ ...now.state, text: 'all' });
  now.undo();
  assert.equal(now.state.text, 'causal and window(6)');
});

test('display changes have no undo step', () => {
  const now = open();
  now.setDisplay({ ...now.state, map: 'grey', cursor: { query: 0, key: 0 } });
  assert.equal(now.canUndo, false);
  now.commit({ ...now.state, text: 'all' });
  now.undo();
  assert.equal(now.state.map, 'grey');
});

test('the announcement of a cell has the verdict, the deciding clause and its numbers', () => {
  const model = cachedModel(engine);
  const say = (/** @type {Partial<ReturnType<typeof freshState>>} */ patch, t = en) =>
    spokenCell(model({ ...freshState(), ...patch }, null, { t, language: 'en' })).aloud;
  const { weights, unmasked, masked } = engine.maskRow(
    { text: 'causal and window(6)', queries: 24, keys: 24, seed: 42, size: 64 },
    14,
  );
  assert.match(say({}), /^query 14, key 3, forbidden by window\(6\), without the mask its weight is 0\.\d+$/);
  assert.ok(Math.abs(Number(/[\d.]+$/.exec(say({}))?.[0]) - unmasked[3]) < 1e-4);
  const allowed = say({ cursor: { query: 14, key: 12 } });
  assert.match(allowed, /^query 14, key 12, allowed by causal, window\(6\), scaled score /);
  const [, score, weight] = /score (\S+), weight (\S+)$/.exec(allowed.replace('−', '-')) ?? [];
  assert.ok(
    Math.abs(Number(score) - masked[12]) < 1e-4 && Math.abs(Number(weight) - weights[12]) < 1e-4,
    allowed,
  );
  assert.match(say({ rows: 3 }), /its row has not been played yet/);
  assert.match(say({}, es), /^consulta 14, clave 3, prohibida por window\(6\)/);
});

test('the cursor replaces a hovered cell that no longer exists', () => {
  const model = cachedModel(engine)(
    { ...freshState(), queries: 4, keys: 4, cursor: { query: 1, key: 1 } },
    { query: 9, key: 9 },
    { t: en, language: 'en' },
  );
  assert.deepEqual(model.activeCell, { query: 1, key: 1 });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvHeader, csvRows, digits, labelCell, tableLabels } from '../rooms/maps/export/csv.js';
import { freshState } from '../rooms/maps/state.js';
import { fileName } from '../rooms/maps/export/file-name.js';

/** Floats of every kind, by their bits. */
function floats() {
  const bits = new Uint32Array(20_000);
  let drawn = 7;
  for (let i = 0; i < bits.length; i++) bits[i] = drawn = (Math.imul(drawn, 1664525) + 1013904223) >>> 0;
  return new Float32Array(bits.buffer).filter(Number.isFinite);
}

test('digits parse back to the same float, whether tiny, huge or close to another', () => {
  const special = [
    0,
    -0,
    1,
    1 / 3,
    0.1,
    1e-45,
    1.1754944e-38,
    3.4028235e38,
    16777217,
    0.99999994,
    1.0000001,
    8.589973e9,
  ].map(Math.fround);
  for (const value of [...special, ...floats()])
    assert.ok(Object.is(Math.fround(Number(digits(value))), value), `${value} is written ${digits(value)}`);
});

test('digits are no longer than they need to be', () => {
  assert.deepEqual([0.1, 0.5, 1, 0.25, 1 / 3, 0].map(Math.fround).map(digits), [
    '0.1',
    '0.5',
    '1',
    '0.25',
    '0.33333334',
    '0',
  ]);
  assert.deepEqual([NaN, Infinity, -Infinity].map(digits), ['nan', 'inf', '-inf']);
});

test('formulas for spreadsheets are neutralized, and quotes are doubled', () => {
  assert.equal(labelCell("=cmd|' /C calc'!A0"), "\"'=cmd|' /C calc'!A0\"");
  for (const first of ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'])
    assert.equal(labelCell(`${first}x`), `"'${first}x"`);
  assert.equal(labelCell('he said "hi", and\nleft'), '"he said ""hi"", and\nleft"');
  assert.equal(labelCell('a=b'), '"a=b"');
});

test('a table has the keys across and the queries down, and missing values are marked', () => {
  const data = Float32Array.of(1, NaN, 0.75, 0.25);
  assert.equal(csvHeader(['a', '+b'], [0, 2]), ',"a","\'+b"\r\n');
  assert.equal(csvRows({ data, cols: 2, rows: [0, 2] }, ['x', 'y'], true), '"x",1,nan\r\n"y",0.75,0.25\r\n');
});

test('without tokens there are positions from 0 as in pandas, and letters before those that begin later', () => {
  const data = Float32Array.of(1, 0);
  assert.equal(csvHeader(null, [0, 2]), ',0,1\r\n');
  assert.equal(csvRows({ data, cols: 1, rows: [0, 2] }, null, true), '0,1\r\n1,0\r\n');
  assert.equal(csvRows({ data, cols: 1, rows: [64, 2] }, null, true), '64,1\r\n65,0\r\n');
  assert.equal(csvHeader(null, [5, 2]), ',k5,k6\r\n');
  assert.equal(csvRows({ data, cols: 1, rows: [5, 2] }, null, false), 'q5,1\r\nq6,0\r\n');
});

test('the name of a file has only letters, digits and hyphens, whatever the original name', () => {
  const spec = /** @type {any} */ ({ source: { of: 'head', layer: 3, head: 5 }, minus: null });
  assert.equal(fileName('minilm_trophy.npy', spec, 'png'), 'minilm-trophy-layer3-head5.png');
  assert.equal(
    fileName('../../etc/<b>pass\u202ewd</b>\0.npz', spec, 'csv'),
    'etc-b-pass-wd-b-layer3-head5.csv',
  );
  assert.equal(fileName('', spec, 'svg'), 'heedmap-layer3-head5.svg');
  assert.equal(
    fileName(
      'ñandú 日本.npy',
      { ...spec, minus: { source: { of: 'mean', over: 'heads', layer: 2 } } },
      'svg',
    ),
    'ñandú-日本-layer3-head5-minus-mean-layer2.svg',
  );
  assert.equal(
    fileName('a.npy', { ...spec, reading: 1 }, 'csv', 'b.npz'),
    'b-layer3-head5.csv',
    'a map of the second file has its name',
  );
  assert.equal(
    fileName('a.npy', { ...spec, minus: { ...spec, reading: 1 } }, 'csv', 'b.npz'),
    'a-layer3-head5-minus-b-layer3-head5.csv',
  );
  assert.ok(fileName('\u{1d400}'.repeat(500), spec, 'png').length < 160);
});

test('rows are named by their own tokens, otherwise by those of the keys at their positions, or by the name of what they are merged into', () => {
  const tokens = {
    tokens: ['un', 'able', 'to', 'go'].map((text, i) => ({ text, shown: `·${text}`, word: [0, 0, 1, 2][i] })),
    words: ['unable', 'to', 'go'],
  };
  const reading = { queries: 2, keys: 4, offset: 2, tokens: ['un', 'able', 'to', 'go'], v: [] };
  const data = /** @type {any} */ ({ tokens, queryTokens: null, reading, opened: { files: [] } });
  const state = freshState();
  assert.deepEqual(tableLabels(state, data), {
    queries: ['to', 'go'],
    keys: ['un', 'able', 'to', 'go'],
  });
  const merged = (/** @type {Partial<typeof state>} */ patch) => tableLabels({ ...state, ...patch }, data);
  assert.deepEqual(merged({ words: true }), { queries: ['to', 'go'], keys: ['unable', 'to', 'go'] });
  // Segments have their names, as in the room.
  assert.deepEqual(merged({ words: 'segments', pair: 2 }).keys, ['A: un able', 'B: to go']);
  const other = { tokens: [{ text: 'ir', shown: 'ir', word: 0 }], words: ['ir'] };
  assert.deepEqual(tableLabels(state, { ...data, queryTokens: other }).queries, ['ir']);
  assert.deepEqual(tableLabels(state, { ...data, tokens: null }), { queries: null, keys: null });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { described } from '../state/described.js';
import { choice, flag, int, text } from '../state/fields.js';
import { tuple } from '../state/compound-fields.js';
import { settings } from '../state/settings.js';
import { withAttributes } from '../element/attributes.js';

const room = settings(
  { room: 'test' },
  {
    figure: choice(/** @type {const} */ (['plain', 'wide'])).subject(),
    size: int(1, 64)
      .is(({ figure }) => (figure === 'wide' ? 16 : 8))
      .undoable(),
    blockSize: int(1, 64)
      .upTo(({ size }) => size)
      .optional()
      .undoable(),
    note: text(),
    isOpen: flag(),
    cursor: tuple({ row: 63, col: 63 })
      .upTo({ row: ({ size }) => size - 1, col: ({ size }) => size - 1 })
      .is({ row: 2, col: 3 }),
  },
);
const applied = (/** @type {Record<string, string>} */ texts, from = room.fresh()) =>
  withAttributes(from, room.attributes, Object.keys(texts), (name) => texts[name] ?? null);

test('one entry gives a setting its default, its part of links, its attribute, its limits and its documentation', () => {
  assert.equal(room.fresh().blockSize, null);
  assert.equal(room.encode({ ...room.fresh(), blockSize: 4 }), 'v=1&room=test&figure=plain&blockSize=4');
  assert.equal(room.decode('v=1&room=test&blockSize=4').state?.blockSize, 4);
  assert.equal(applied({ 'block-size': '4' }).state.blockSize, 4);
  assert.deepEqual(applied({ 'block-size': '9' }).errors, [
    'block-size: "9" is not a whole number from 1 to 8',
  ]);
  assert.equal(room.clamp({ ...room.fresh(), blockSize: 12 }).blockSize, 8);
  assert.deepEqual(
    described(room.fields).find(({ name }) => name === 'block-size'),
    { name: 'block-size', type: 'number', initial: '', range: '' },
  );
});

test('a link contains only what differs from the defaults of its subject', () => {
  const wide = room.fresh({}, { figure: 'wide' });
  assert.equal(wide.size, 16);
  assert.equal(room.encode(wide), 'v=1&room=test&figure=wide');
  assert.deepEqual(room.decode(room.encode(wide)).state, wide);
  const other = { ...wide, size: 8, note: 'a b', isOpen: true, cursor: { row: 0, col: 3 } };
  assert.equal(room.encode(other), 'v=1&room=test&figure=wide&size=8&note=a+b&isOpen=1&cursor=0:3');
  assert.deepEqual(room.decode(room.encode(other)).state, other);
});

test('a link with an unknown, repeated or broken setting is broken, and one out of range names its limits', () => {
  for (const broken of [
    'color=1',
    'size=4&size=4',
    'size=1.5',
    'isOpen=0',
    'cursor=1',
    'cursor=1:2:3',
    'figure=x',
  ])
    assert.deepEqual(room.decode(`v=1&room=test&${broken}`), { state: null, error: 'broken' }, broken);
  assert.deepEqual(room.decode('v=1&room=test&size=65'), {
    state: null,
    error: 'broken',
    figures: { name: 'size', value: '65', least: 1, most: 64 },
  });
});

test('a removed attribute restores its default, and a member of a tuple keeps the others', () => {
  const { state } = applied({ size: '4', row: '1', col: '0' });
  assert.deepEqual([state.size, state.cursor], [4, { row: 1, col: 0 }]);
  const { state: back } = withAttributes(state, room.attributes, ['row', 'size'], () => null);
  assert.deepEqual([back.size, back.cursor], [8, { row: 2, col: 0 }]);
});

test('undo restores the settings that are marked, and clamps the others to them', () => {
  const now = {
    ...room.fresh(),
    size: 32,
    cursor: { row: 30, col: 1 },
    theme: /** @type {const} */ ('dark'),
  };
  const back = room.withDisplayOf(room.fresh(), now);
  assert.deepEqual([back.size, back.cursor, back.theme], [8, { row: 7, col: 1 }, 'dark']);
  assert.ok(room.isChanged(now));
  assert.ok(!room.isChanged({ ...now, size: 8 }));
});

test('a valid state is kept as it is, and a number out of range is found', () => {
  const state = room.fresh();
  assert.equal(room.clamp(state), state);
  assert.equal(room.outOfRange(state), null);
  assert.deepEqual(room.outOfRange({ ...state, size: 0 }), { name: 'size', value: 0, least: 1, most: 64 });
});

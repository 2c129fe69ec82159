import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NO_CORRECTIONS } from '../rooms/maps/state.js';
import { LANGUAGES } from '../page/words/index.js';
import { readingOf, rejectionReason, sentence, understand, unusedText } from './maps-interpretation.js';
import { file, opened } from './maps-understand-support.js';
/** @import { Corrections, Opened, Part } from '../rooms/maps/types.js' */

const WORDS = [
  'q',
  'k',
  'v',
  'qkv',
  'query',
  'key',
  'attn',
  'attentions',
  'layer',
  'step',
  'head',
  'weight',
  'bias',
  'mask',
  '__proto__',
  'constructor',
  'toString',
  '',
  '<img>',
  '\u202E',
  '🙂',
  'ñ',
  '९',
  'hook',
];
const LENGTHS = [0, 1, 1, 2, 3, 3, 4, 4, 4, 5, 9, 9, 200, 4096, 2 ** 31, Number.MAX_SAFE_INTEGER];
const AXES = ['layer', 'head', 'query', 'key', 'feature', 'fixed', 'toString', null];

/** Pseudorandom numbers, the same in every run. @param {number} seed */
function drawing(seed) {
  let state = seed;
  return (/** @type {number} */ below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** @param {(below: number) => number} draw @returns {Opened} */
function listing(draw) {
  const one = (/** @type {any[]} */ from) => from[draw(from.length)];
  const some = (/** @type {number} */ most, /** @type {() => any} */ make) =>
    Array.from({ length: draw(most + 1) }, make);
  return opened(
    ...some(3, () => {
      const shape = some(6, () => one(LENGTHS));
      const join = one(['.', '_', '/', '']);
      const name = () => some(4, () => one([one(WORDS), String(draw(4)), '9'.repeat(400)])).join(join);
      const common = name();
      const made = file(
        {},
        {
          name: one(['', 'a.npz', '.npy', 'layer_3.npy', '\u0000']),
          tokens: some(5, () => 'x'),
          keyTokens: one([[], ['a', 'b', 'c']]),
          metadata: [
            ['tokens', one(['', '[', '["a"]', '[[]]'])],
            ['layout', one(['', '(heads, pos)', 'pos heads'])],
            ['scale', one(['', '0', 'x', '1e999'])],
            ['__proto__', 'x'],
          ],
        },
      );
      const tensors = some(9, () => ({
        name: one([common + draw(5), common + one(WORDS), name()]),
        dtype: one(['float32', 'float16', 'int64', 'bool', '']),
        shape: one([shape, shape, some(9, () => one(LENGTHS))]),
        sliced: true,
      }));
      return { ...made, tensors };
    }),
  );
}

/** @param {(below: number) => number} draw @returns {Corrections} */
function corrections(draw) {
  const one = (/** @type {any[]} */ from) => from[draw(from.length)];
  return {
    ...NO_CORRECTIONS,
    axes: one([null, null, Array.from({ length: draw(6) }, () => one(AXES))]),
    batch: one([null, 0, 1, -1, NaN, 0.5]),
    window: one([null, 3, NaN, -1]),
    rope: one([null, 'none', { base: NaN, pairs: 'half', dim: -2 }]),
  };
}

/** Properties of every part of a reading. @param {Opened} from @param {Part} part */
function check({ files }, part) {
  const shape = files.find(({ id }) => id === part.file)?.tensors[part.tensor].shape ?? [];
  assert.equal(part.axes.length, shape.length);
  assert.equal(part.at.length, shape.length);
  part.at.forEach((place, axis) =>
    assert.ok(place >= 0 && place < shape[axis] && (part.axes[axis] === 'fixed' || place === 0)),
  );
  for (const axis of ['layer', 'head', 'query', 'key', 'feature'])
    assert.ok(part.axes.filter((each) => each === axis).length <= 1);
}

test('every listing and correction is read, or rejected with a message', () => {
  let readings = 0;
  for (let seed = 0; seed < 2500; seed += 1) {
    const draw = drawing(seed * 7919);
    const from = listing(draw);
    const found = understand(from);
    if (found.length === 0) assert.ok(rejectionReason(from)(LANGUAGES.en).length > 0);
    unusedText(from, LANGUAGES.es);
    for (const candidate of found) {
      assert.ok(sentence(candidate, LANGUAGES.en).length > 0);
      const outcome = readingOf(from, candidate, corrections(draw));
      if ('refused' in outcome) {
        assert.doesNotMatch(outcome.refused(LANGUAGES.es), /undefined|\[object/);
        continue;
      }
      readings += 1;
      const { reading, notes } = outcome;
      for (const note of notes) assert.doesNotMatch(note(LANGUAGES.en), /undefined|\[object|NaN/);
      for (const part of [...reading.weights, ...reading.q, ...reading.k, ...reading.v]) check(from, part);
      assert.ok(
        (reading.queries * reading.keys <= 2 ** 24 || Math.max(reading.queries, reading.keys) <= 2 ** 18) &&
          reading.layers * reading.heads <= 4096,
      );
      assert.ok(reading.tokens.length === 0 || reading.tokens.length === reading.keys);
      assert.ok(reading.queryTokens.length === 0 || reading.queryTokens.length === reading.queries);
      assert.equal(reading.reach?.length ?? reading.queries, reading.queries);
      assert.equal(reading.heads % reading.kvHeads, 0);
      assert.equal(reading.weights.length > 0, reading.kind === 'weights');
    }
  }
  assert.ok(readings > 300, String(readings));
});

test('thousands of tensors are interpreted quickly', () => {
  const began = process.cpuUsage();
  for (const name of [
    (/** @type {number} */ i) => `arr_${i}`,
    (/** @type {number} */ i) => `${String.fromCharCode(0x4e00 + i)}.q`,
    (/** @type {number} */ i) => `${i % 16}.${i % 13}.${i}.${i % 2 ? 'q' : 'k'}`,
    (/** @type {number} */ i) => `step_${i % 64}_layer_${Math.floor(i / 64)}`,
  ]) {
    const from = opened(
      file(Object.fromEntries(Array.from({ length: 4096 }, (_, i) => [name(i), [1, 12, 1 + (i % 64), 64]])), {
        metadata: [['tokens', JSON.stringify(Array.from({ length: 60_000 }, () => 'abcdef'))]],
      }),
    );
    understand(from);
  }
  // Processor time, because other programs may be running.
  assert.ok(process.cpuUsage(began).user < 5e6);
});

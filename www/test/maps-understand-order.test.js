/** Which interpretation of a file comes first, and the note about sinks that do not fit. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LANGUAGES } from '../page/words/index.js';
import { understand } from './maps-interpretation.js';
import { file, opened, read } from './maps-understand-support.js';

const { en } = LANGUAGES;

/**
 * Tensors of each kind, the most likely kind first. Each has more heads than the one before, so that the
 * number of heads alone would reverse the order.
 *
 * @type {Record<string, import('./maps-understand-support.js').Shapes>}
 */
const KINDS = {
  'weights by name': { attention_weights: [2, 5, 5] },
  'scores by name': { raw_scores: [9, 5, 5] },
  'square maps': { something: [20, 5, 5] },
  'q, k and v': { q: [40, 5, 3], k: [40, 5, 3], v: [40, 5, 3] },
  'q and k': { 'other.q': [80, 5, 3], 'other.k': [80, 5, 3] },
  'oblong weights by name': { attention: [160, 5, 7] },
  'oblong maps': { anything: [320, 5, 7] },
};

test('names come before shapes, maps before vectors, and q and k with v before those without', () => {
  const kinds = Object.keys(KINDS);
  /** @param {string[]} names */
  const headsOf = (...names) =>
    understand(opened(file(Object.assign({}, ...names.map((name) => KINDS[name]))))).map(
      ({ shape }) => shape[0],
    );
  kinds.forEach((kind, at) => {
    const [heads] = headsOf(kind);
    for (const less of kinds.slice(at + 1)) {
      const found = headsOf(less, kind);
      assert.ok(found.length >= 2, `${kind}, ${less}`);
      assert.equal(found[0], heads, `${kind} come before ${less}`);
    }
  });
});

test('a note about sinks that do not fit gives their shape and the layers and heads', () => {
  const note = (/** @type {string} */ sinks) => {
    const metadata = /** @type {[string, string][]} */ ([['sinks', sinks]]);
    const { notes } = read(opened(file({ q: [2, 4, 5, 3], k: [2, 4, 5, 3] }, { metadata })));
    return notes.map((each) => each(en)).filter((text) => text.includes('sinks'));
  };
  const ignored = (/** @type {string} */ shape) => [
    `The sinks with shape ${shape} are ignored: there are 2 layers of 4 heads.`,
  ];
  assert.deepEqual(note('[[1, 2], [3, 4], [5, 6]]'), ignored('(3, 2)'));
  assert.deepEqual(note('[[], []]'), ignored('(2, 0)'));
  assert.deepEqual(note('[]'), ignored('(0, 0)'));
  // The first layer gives the number of heads.
  assert.deepEqual(note('[[1], [2, 3], [4]]'), ignored('(3, 1)'));
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LANGUAGES } from '../page/words/index.js';
import { layOut } from '../rooms/masks/geometry.js';
import { sceneOfMap } from '../rooms/masks/scene.js';

const t = LANGUAGES.en;
const words = t.masks;
const scale = { scores: { low: -2.345, high: 2.345 }, weights: { low: 0, high: 0.12345 } };
const grid = layOut({ queries: 10, keys: 20 }, 200, 1);

test('the numbers at the axes are at the middle of their cells', () => {
  const { heading, across, down } = sceneOfMap('weights', grid, scale, t, { across: 15, down: 10 });
  assert.equal(heading, words.maps.weights);
  assert.deepEqual(across.slice(0, 2), [
    { text: '0', at: 5 },
    { text: '2', at: 25 },
  ]);
  assert.deepEqual(
    down.map(({ text }) => text),
    ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'],
  );
});

test('the legend of scores is symmetric, that of weights has more decimals, and the pattern has samples', () => {
  const legendOf = (/** @type {'pattern' | 'scores' | 'weights'} */ name) =>
    sceneOfMap(name, grid, scale, t, { across: 15, down: 10 }).legend;
  assert.deepEqual(legendOf('scores'), { kind: 'diverging', low: '−2.35', high: '2.35' });
  assert.deepEqual(legendOf('weights'), { kind: 'sequential', low: '0', high: '0.1235' });
  const inSpanish = sceneOfMap('weights', grid, scale, LANGUAGES.es, { across: 15, down: 10 });
  assert.equal(inSpanish.legend.high, '0,1235');
  assert.deepEqual(legendOf('pattern'), { kind: null, allowed: words.allowed, masked: words.maskedSample });
});

/** The labels of a map, by the size of its cells. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mapLayout, mapPiece } from '../rooms/maps/head/map-scene.js';

const measure = (/** @type {string} */ text, /** @type {number} */ size) => 0.55 * size * text.length;
const inks = /** @type {any} */ ({ ink: 'black', soft: 'gray', accent: 'red' });

/**
 * The labels of 41 rows in a map of a width.
 *
 * @param {number} width
 */
function rowLabels(width) {
  const axis = Array.from({ length: 41 }, (_, first) => ({ text: `word${first}`, first, count: 1 }));
  const labels = { query: axis, key: axis, tokens: true };
  const layout = mapLayout(
    labels,
    {
      corner: { query: 'query', key: 'key' },
      score: '',
      keyMean: 'key mean',
      entropy: 'entropy',
      sum: 'sum',
    },
    { width, height: width, margins: false, scores: false },
    { ratio: 1, sight: null, measure },
  );
  const { viewport, gutters } = layout;
  const piece = mapPiece(
    { viewport, labels, gutters, names: { query: 'query', key: 'key' } },
    /** @type {any} */ ({ inks, measure, language: 'en' }),
  );
  const rows = piece.around.filter(
    (shape) => shape.kind === 'text' && shape.anchor === 'end' && String(shape.text).startsWith('word'),
  );
  const sizes = rows.map((shape) => (shape.kind === 'text' ? shape.size : 0));
  return { cell: viewport.height / 41, count: rows.length, size: Math.min(...sizes) };
}

test('each row has its label from cells of 9.5 pixels on, in a smaller font below 14', () => {
  const [large, small, tiny] = [700, 540, 400].map(rowLabels);
  assert.ok(large.cell >= 14 && small.cell >= 10 && small.cell < 14 && tiny.cell < 9.5);
  assert.deepEqual([large.count, large.size], [41, 12]);
  assert.deepEqual([small.count, small.size], [41, 10]);
  assert.deepEqual([tiny.count, tiny.size], [21, 12]);
});

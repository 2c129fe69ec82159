/** Learned sinks in the Models room: read from metadata, computed with q and k, and a column of their own. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NO_CORRECTIONS } from '../rooms/maps/state.js';
import { LANGUAGES } from '../page/words/index.js';
import * as engine from '../engine/maps.js';
import { createService } from '../rooms/maps/service/service.js';
import { pageBackend } from '../rooms/maps/service/backends.js';
import { readingOf, understand } from './maps-interpretation.js';
import { headSpec } from './maps-service-support.js';
import { file, opened, read, words } from './maps-understand-support.js';
/** @import { MapSpec, Opened } from '../rooms/maps/types.js' */

const { en } = LANGUAGES;

const [LAYERS, HEADS, TOKENS, SIZE] = [2, 4, 5, 3];
const SINKS = [
  [0.5, -1, 2, 0],
  [1.5, 0.25, -3, 4],
];
/** @param {number} heads @param {number} seed */
const vectors = (heads, seed) =>
  Array.from({ length: LAYERS }, (_, l) =>
    Array.from({ length: heads }, (__, h) =>
      Array.from({ length: TOKENS }, (___, i) =>
        Array.from({ length: SIZE }, (____, c) => Math.sin(seed + 7 * l + 3 * h + 2 * i + c)),
      ),
    ),
  );
const [q, k, v] = [vectors(HEADS, 1), vectors(2, 2), vectors(2, 3)];

/**
 * The weights of a row with a sink, by a loop over its keys.
 *
 * @param {number} layer @param {number} head @param {number} i
 */
function row(layer, head, i) {
  const keys = k[layer][Math.floor(head / 2)].slice(0, i + 1);
  const scores = keys.map(
    (key) => key.reduce((sum, each, c) => sum + each * q[layer][head][i][c], 0) / Math.sqrt(SIZE),
  );
  const terms = [SINKS[layer][head], ...scores].map(Math.exp);
  const sum = terms.reduce((all, each) => all + each, 0);
  return [...terms.map((term) => term / sum), ...Array.from({ length: TOKENS - 1 - i }, () => 0)];
}

/** @param {import('../rooms/maps/types.js').MapsService} service @param {Partial<MapSpec>} spec */
async function shown(service, spec) {
  const { id } = await service.map(headSpec(spec));
  const { data } = await service.tile(id, 0, [0, TOKENS], [0, TOKENS + 1]);
  return Array.from({ length: TOKENS }, (_, i) =>
    Array.from(data).slice(i * (TOKENS + 1), (i + 1) * (TOKENS + 1)),
  );
}

/** @param {Opened} from */
function outcomeOf(from) {
  const outcome = readingOf(from, understand(from)[0], NO_CORRECTIONS);
  if ('refused' in outcome) throw new Error('refused');
  return outcome.reading;
}

test('the weight of a sink and of every key is that of a plain loop, and a sink has no value', async () => {
  const service = createService([pageBackend(engine)], /** @type {any} */ (undefined));
  const metadata = { causal: 'true', sinks: JSON.stringify(SINKS) };
  const from = await service.open([
    new File([JSON.stringify({ tensors: { q, k, v }, tokens: words(TOKENS), metadata })], 'a.json'),
  ]);
  const reading = outcomeOf(from);
  await service.read(0, reading);
  for (const [layer, head] of [
    [0, 0],
    [1, 3],
  ]) {
    const cells = await shown(service, { source: { of: 'head', layer, head } });
    cells.forEach((found, i) =>
      row(layer, head, i).forEach((weight, j) => assert.ok(Math.abs(found[j] - weight) < 1e-6, `${i} ${j}`)),
    );
  }
  const weighted = await shown(service, { source: { of: 'head', layer: 0, head: 2 }, values: 'norm' });
  weighted.forEach((found, i) => {
    assert.equal(found[0], 0);
    const norm = Math.hypot(...v[0][1][0]);
    assert.ok(Math.abs(found[1] - row(0, 2, i)[1] * norm) < 1e-6);
  });
  service.end();
});

test('a sink is a key before the first, with a token of its own', () => {
  const metadata = /** @type {[string, string][]} */ ([
    ['causal', 'true'],
    ['sinks', JSON.stringify(SINKS)],
  ]);
  const shapes = { q: [2, 4, 5, 3], k: [2, 2, 5, 3] };
  const { reading } = read(opened(file(shapes, { metadata, tokens: words(5) })));
  assert.deepEqual([reading.keys, reading.queries, reading.offset], [6, 5, 1]);
  assert.deepEqual(reading.tokens, ['[sink]', ...words(5)]);
  assert.deepEqual(reading.queryTokens, words(5));
  assert.deepEqual(reading.sinks, SINKS);
  assert.deepEqual(read(opened(file(shapes, { metadata }))).reading.tokens, [
    '[sink]',
    '0',
    '1',
    '2',
    '3',
    '4',
  ]);
});

test('weights may have the column of a sink', () => {
  const metadata = /** @type {[string, string][]} */ ([['sinks', 'first column']]);
  const { reading } = read(opened(file({ attention: [2, 4, 5, 6] }, { metadata, tokens: words(5) })));
  assert.deepEqual([reading.keys, reading.offset, reading.sinks], [6, 1, null]);
  assert.deepEqual([reading.tokens[0], reading.tokens.length, reading.queryTokens.length], ['[sink]', 6, 5]);
});

test('sinks that do not fit the heads, or are not numbers, change nothing', () => {
  for (const text of ['[[1,2]]', '[1,2]', '{"a":1}', 'none', '[[null]]', '[[1e999]]']) {
    const metadata = /** @type {[string, string][]} */ ([['sinks', text]]);
    const { reading, notes } = read(opened(file({ q: [2, 4, 5, 3], k: [2, 4, 5, 3] }, { metadata })));
    assert.deepEqual([reading.keys, reading.sinks ?? null, reading.offset], [5, null, 0], text);
    const said = notes.map((note) => note(en)).filter((note) => note.includes('sinks'));
    assert.equal(said.length, text === '[[1,2]]' ? 1 : 0, text);
  }
});

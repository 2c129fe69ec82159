/** Exports of HeadVis: what is read of them, the heads on a sequence, and what is said of bad ones. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import * as engine from '../engine/maps.js';
import { LANGUAGES } from '../page/words/index.js';
import { openCorpus } from '../rooms/maps/corpus/room-corpus.js';
import { openStore } from '../rooms/maps/corpus/store.js';
import { firstPoints } from '../rooms/maps/scatter/points.js';
import { headsOf } from '../rooms/maps/corpus/measured-heads.js';
import { createService } from '../rooms/maps/service/service.js';
import { pageBackend } from '../rooms/maps/service/backends.js';
import { archived, exported, sequenceOf, written } from './maps-headvis-files.js';
import { headSpec } from './maps-service-support.js';
/** @import { MapsService } from '../rooms/maps/types.js' */

await engine.load();
/** @type {MapsService} */
const service = createService([pageBackend(engine)], /** @type {any} */ (undefined));
after(() => service.end());

/** @param {Record<string, any>} files */
const open = (files) =>
  openStore({ name: 'run', archive: new Blob([archived(files)]) }).then(
    (store) => /** @type {typeof store & { sequences: NonNullable<typeof store.sequences> }} */ (store),
  );

/** The sentence of an error, which all languages have. @param {unknown} error */
function saidOf(error) {
  const { says } = /** @type {any} */ (error);
  const said = ['en', 'es', 'pt'].map((id) => says(/** @type {any} */ (LANGUAGES)[id]));
  assert.equal(new Set(said).size, 3, said.join());
  return said[0];
}

/** What is said of an export that cannot be opened. @param {Record<string, any>} files */
async function refusalOf(files) {
  try {
    await openCorpus({ name: 'run', archive: new Blob([archived(files)]) }, /** @type {any} */ ({}));
  } catch (error) {
    return saidOf(error);
  }
  throw new Error('the export was opened');
}

/** The reason for which the first sequence of head 0·1 is not opened. @param {any} head - its file */
async function reasonOf(head) {
  const store = await open({ ...exported(), 'heads/L0H1.json': head });
  try {
    await store.heads(store.sequences.number(1, 0));
  } catch (error) {
    const { reason, figures } = /** @type {any} */ (error);
    return [reason, figures];
  }
  throw new Error('the sequence was opened');
}

test('metrics are those of the export, by the numbers of layers and heads', async () => {
  const { layout, measures, sequences } = await open(exported());
  assert.deepEqual([layout.model, layout.layers, layout.heads], ['made-up model', [0, 3], 2]);
  const rows = exported()['scatter_data.json'];
  assert.deepEqual(
    [...measures],
    rows.flatMap((/** @type {any} */ row) => layout.measures.map((name) => row[name])),
  );
  assert.equal(sequences.metrics.induction_score.name, 'induction score');
  const { heads } = headsOf(layout, measures, null);
  const { across, up } = firstPoints(heads, /** @type {any} */ (layout.measures));
  assert.deepEqual([up, across], ['induction_score', 'qk_distance']);
});

test('a dropped folder is read lazily: of the heads, only the one that is viewed', async () => {
  const files = written(
    Object.fromEntries(Object.entries(exported()).map(([name, value]) => [`data/${name}`, value])),
  );
  /** @type {Set<string>} */
  const read = new Set();
  const folder = /** @type {any} */ ({
    getFile(
      /** @type {string} */ path,
      /** @type {{}} */ _,
      /** @type {any} */ found,
      /** @type {any} */ failed,
    ) {
      if (!(path in files)) return failed(new DOMException('no such file', 'NotFoundError'));
      read.add(path);
      return found({
        file: (/** @type {any} */ done) => done(new File([/** @type {any} */ (files[path])], path)),
      });
    },
  });
  const store = await openStore({ name: 'run', folder });
  assert.deepEqual([...read].sort(), ['data/config.json', 'data/scatter_data.json']);
  const list = (await store.sequences?.of(2)) ?? [];
  assert.deepEqual(
    list.map(({ id }) => id),
    [9, 7, 2],
  );
  assert.deepEqual(
    [...read].filter((path) => path.includes('heads')),
    ['data/heads/L3H0.json'],
  );
});

test('a sequence is a head with the stored weights, and 0 elsewhere', async () => {
  const store = await open(exported());
  const text = store.sequences.number(3, 1);
  const file = await store.heads(text);
  assert.equal(file.name, 'run, layer 3, head 1, sequence 7.safetensors');
  const { files } = await service.open([file]);
  const { outcome } = engine.interpret(files);
  assert.ok(outcome && 'reading' in outcome);
  await service.read(0, outcome.reading);
  const sequence = sequenceOf(7, 10);
  assert.deepEqual(files[0].tokens, sequence.tokens);
  const map = await service.map(headSpec({ source: { of: 'head', layer: 0, head: 0 } }));
  const found = [];
  for (const query of sequence.tokens.keys()) found.push(...(await service.row(map.id, query)));
  const expected = Array.from({ length: 16 }, () => 0);
  sequence.attention_indices.forEach((index, at) => (expected[index] = sequence.attention_values[at]));
  assert.deepEqual(
    found,
    expected.map((value) => Math.fround(value)),
  );
  assert.deepEqual([store.beside?.(text, -1), store.beside?.(text, 1)], [text - 1, text + 1]);
  await store.heads(text + 1);
  assert.equal(store.beside?.(text + 1, 1), null);
});

test('a NaN of a metric is a metric that the head does not have', async () => {
  const text =
    '[{"layer": 0, "head": 0, "induction_score": NaN, "qk_distance": -Infinity, "pattern_entropy": 1}]';
  const { measures, sequences } = await open({ ...exported(), 'scatter_data.json': text });
  assert.deepEqual([...measures.subarray(0, 3)], [NaN, NaN, 1]);
  assert.equal(sequences.without, 3);
});

test('an export that is half written or contradicts itself is refused in one sentence', async () => {
  const config = exported()['config.json'];
  const { 'scatter_data.json': scatter, ...unscattered } = exported();
  const { 'config.json': _, ...unconfigured } = exported();
  assert.equal(
    await refusalOf(unscattered),
    'run has no scatter_data.json, so the export of HeadVis is not complete.',
  );
  assert.equal(
    await refusalOf(unconfigured),
    'run has no config.json, so the export of HeadVis is not complete.',
  );
  assert.equal(
    await refusalOf({ ...exported(), 'config.json': '{"heads": [[0' }),
    'run: config.json cannot be read.',
  );
  for (const heads of [[], [[0]], [[0, -1]], [[0, 1e9]], 'all', null])
    assert.match(
      await refusalOf({ ...exported(), 'config.json': { ...config, heads } }),
      /no list of heads as pairs/,
    );
  assert.match(
    await refusalOf({ ...exported(), 'config.json': { ...config, metrics: [] } }),
    /no list of metrics/,
  );
  const wide = { ...config, heads: Array.from({ length: 4096 }, (__, layer) => [layer, 4095]) };
  assert.match(await refusalOf({ ...exported(), 'config.json': wide }), /4096 layers of up to 4096 heads/);
  assert.equal(
    await refusalOf({ ...exported(), 'scatter_data.json': [...scatter, { layer: 1, head: 0 }] }),
    'run: scatter_data.json has layer 1, head 0, which config.json does not have.',
  );
});

test('a sequence that contradicts itself is refused with its figures', async () => {
  const good = sequenceOf(7, 10);
  const withPatch = (/** @type {object} */ patch) => ({ sequences: [{ ...good, ...patch }] });
  const figures = { name: 'heads/L0H1.json', id: 7 };
  const cases = /** @type {[object, string, object][]} */ ([
    [{ attention_indices: [0, 5, 9, 13, 16] }, 'hvIndex', { ...figures, index: '16', n: 4 }],
    [{ attention_indices: [0, 5, 9, 13, 0.5] }, 'hvIndex', { ...figures, index: '0.5', n: 4 }],
    [{ attention_indices: [0, 5, 9, 13, 5] }, 'hvTwice', { ...figures, query: 1, key: 1 }],
    [{ attention_values: [1] }, 'hvPairs', { ...figures, n: 5, there: 1 }],
    [{ attention_values: [1, 1, 1, 1, null] }, 'hvValue', { ...figures, value: 'null', query: 3, key: 2 }],
    [{ attention_values: [1, 1, 1, 1, -1] }, 'hvValue', { ...figures, value: '-1', query: 3, key: 2 }],
    [{ seq_len: 5 }, 'hvTokens', { ...figures, there: 4, n: 5 }],
    [{ seq_len: 1e12 }, 'hvLength', { ...figures, n: '1000000000000', limit: 4096 }],
    [{ interval: 'top' }, 'hvSequence', { name: 'heads/L0H1.json', at: 0 }],
  ]);
  for (const [patch, reason, expected] of cases)
    assert.deepEqual(await reasonOf(withPatch(patch)), [reason, expected]);
  assert.deepEqual(await reasonOf('{"sequences": [{"attention_values": [NaN]}]}'), [
    'damaged',
    { name: 'heads/L0H1.json' },
  ]);
  assert.deepEqual(await reasonOf({}), ['hvNoList', { name: 'heads/L0H1.json' }]);
  assert.deepEqual(await reasonOf({ sequences: [] }), [
    'hvNoSequence',
    { name: 'heads/L0H1.json', at: 0, n: 0 },
  ]);
  const { 'heads/L0H1.json': _, ...missing } = exported();
  const store = await open(missing);
  await assert.rejects(store.heads(store.sequences.number(1, 0)), { reason: 'noFile' });
  // The other heads are still there.
  assert.equal((await store.sequences.of(0)).length, 3);
});

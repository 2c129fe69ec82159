/** Large heads in files whose columns are contiguous: few reads, and the numbers of a plain loop. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import * as engine from '../engine/maps.js';
import { pageBackend } from '../rooms/maps/service/backends.js';
import { createService } from '../rooms/maps/service/service.js';
import { freshState } from '../rooms/maps/state.js';
import { readingOf, understand } from './maps-interpretation.js';
import { headSpec } from './maps-service-support.js';

before(() => engine.load());

/** More than 2^24 weights, and columns that are too far from each other to be read together. */
const TOKENS = 4200;

/** The weight of a query at a key; each row sums to 1. @param {number} query @param {number} key */
const weight = (query, key) => (key === (7 * query) % TOKENS ? 0.5 : 0) + 0.5 / TOKENS;

/** A .npy file in Fortran order, which counts its reads. */
function fortran() {
  const cells = new Float32Array(TOKENS * TOKENS);
  for (let key = 0; key < TOKENS; key += 1)
    for (let query = 0; query < TOKENS; query += 1) cells[key * TOKENS + query] = weight(query, key);
  const dict = `{'descr': '<f4', 'fortran_order': True, 'shape': (${TOKENS}, ${TOKENS}), }`;
  const text = `${dict.padEnd(117)}\n`;
  const head = Uint8Array.of(0x93, ...Buffer.from('NUMPY'), 1, 0, text.length, 0, ...Buffer.from(text));
  const blob = new Blob([head, cells]);
  const reads = { count: 0 };
  const slice = blob.slice.bind(blob);
  blob.slice = (start, end) => {
    reads.count += 1;
    return slice(start, end);
  };
  return { file: Object.assign(blob, { name: 'fortran.npy' }), reads };
}

test('a head in Fortran order opens and is measured with few reads, and reports its progress', async () => {
  const { file, reads } = fortran();
  const service = createService([pageBackend(engine)], /** @type {any} */ (undefined));
  const opened = await service.open([/** @type {any} */ (file)]);
  const answer = readingOf(opened, understand(opened)[0]);
  if ('refused' in answer) throw new Error('it was rejected');
  await service.look(answer.reading, freshState());
  assert.ok(reads.count < 20, `${reads.count} reads to see that it can be read`);
  await service.read(0, answer.reading);
  const shares = /** @type {number[]} */ ([]);
  /** @type {import('../rooms/maps/types.js').HeadFound[]} */
  const heads = [];
  await service.heads(0, { side: 32, tokens: null, sink: 1, reach: 1 }, (found, { done, what }) => {
    heads.push(...found);
    if (/** @type {string} */ (what) === 'block') shares.push(done);
  });
  assert.ok(shares.some((share) => share > 0 && share < 1));
  // -Σ w ln w of a row.
  const large = 0.5 + 0.5 / TOKENS;
  const small = 0.5 / TOKENS;
  const entropy = -large * Math.log(large) - (TOKENS - 1) * small * Math.log(small);
  assert.ok(Math.abs(/** @type {number} */ (heads[0].measures.entropy) - entropy) < 1e-3);
  const info = await service.map(headSpec({ pooling: 'max' }));
  // All columns were read twice, in parts of 4 MB, and 512 columns one by one for the colors.
  assert.ok(reads.count < 1200, `${reads.count} reads until the head is drawn`);

  const query = 2500;
  const row = await service.row(info.id, query);
  assert.deepEqual(
    row,
    Float32Array.from({ length: TOKENS }, (_, key) => weight(query, key)),
  );
  const before = reads.count;
  await service.row(info.id, query + 1);
  assert.equal(reads.count, before, 'the rows around are kept');
  const tile = await service.tile(info.id, 0, [10, 3], [60, 40]);
  const wanted = [10, 11, 12].flatMap((each) => Array.from({ length: 40 }, (_, at) => weight(each, 60 + at)));
  assert.deepEqual(tile.data, Float32Array.from(wanted));

  const { view } = /** @type {NonNullable<typeof info.large>} */ (info.large);
  view.look([0, 64]);
  await new Promise((done) => {
    const look = () => view.reach().known === 1 && done(undefined);
    view.listeners.add(look);
    look();
  });
  const pools = await service.tile(info.id, 1, [0, 2], [0, 16]);
  const most = (/** @type {number} */ line, /** @type {number} */ col) =>
    Math.max(...[0, 1].flatMap((down) => [0, 1].map((along) => weight(2 * line + down, 2 * col + along))));
  assert.deepEqual(
    pools.data,
    Float32Array.from({ length: 32 }, (_, at) => most(at >> 4, at & 15)),
  );
  service.end();
});

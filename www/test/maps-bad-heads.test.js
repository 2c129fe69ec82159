/** Files in which numbers of a head are wrong: the others are measured, and each message is its own. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import * as engine from '../engine/maps.js';
import { LANGUAGES } from '../page/words/index.js';
import { fileLoader } from '../rooms/maps/file-loader.js';
import { aboutSpot } from '../rooms/maps/overview/speech.js';
import { createService } from '../rooms/maps/service/service.js';
import { pageBackend } from '../rooms/maps/service/backends.js';
import { freshState, settled } from '../rooms/maps/state.js';
import { directions, fileOf, filled, randomOf } from './maps-layers-support.js';
import './maps-interpretation.js';
/** @import { MapsData, MapsModel } from '../rooms/maps/types.js' */

const { en } = LANGUAGES;
await engine.load();
const service = createService([pageBackend(engine)], /** @type {any} */ (undefined));
after(() => service.end());

const [HEADS, TOKENS] = [3, 8];
const WRONG = /^Layer 0, head 1: the beta of token 7 is -0\.5: it must be from 0 to 2\.$/;

/**
 * Two layers of a gated DeltaNet. The last beta of one head of layer 0 is wrong.
 *
 * @param {string[]} [without] - arrays that are left out
 * @param {number} [wrong] - the head
 */
function bad(without = [], wrong = 1) {
  const random = randomOf(3);
  const layer = () => ({
    q: directions([HEADS, TOKENS, 4], random),
    k: directions([HEADS, TOKENS, 4], random),
    v: filled([HEADS, TOKENS, 4], random),
    beta: filled([HEADS, TOKENS], () => 0.5),
    log_decay: filled([HEADS, TOKENS], () => -0.1),
  });
  const layers = [layer(), layer()];
  layers[0].beta.data[(wrong + 1) * TOKENS - 1] = -0.5;
  const named = layers.flatMap((arrays, at) =>
    Object.entries(arrays)
      .filter(([name]) => !without.includes(name))
      .map(([name, values]) => [`layers.${at}.${name}`, values]),
  );
  return fileOf(Object.fromEntries(named), { kind: 'gated_delta' });
}

const begun = () => fileLoader(service, { changed() {}, arrived() {}, side: () => 8 });

test('a head with wrong numbers is marked with the reason, and all others are measured', async () => {
  const { open, status } = begun();
  await open([bad()], [freshState()]);
  const data = /** @type {MapsData} */ (status.data);
  assert.equal(data.done, 1);
  assert.deepEqual(
    data.heads.map((head) => head?.problem === undefined && Number(head?.thumb.rows) > 1),
    [true, false, true, true, true, true],
  );
  assert.match(status.says?.(en) ?? '', WRONG);
  const model = /** @type {MapsModel} */ ({ state: freshState(), data, t: en });
  const listed = { layer: 0, head: 1, found: data.heads[1], value: null, passes: true, isMissing: false };
  assert.match(aboutSpot(model, [listed], { place: 0 }, HEADS).value, WRONG);
});

test('a head with a bias that is no number is marked, and the file opens at a good head', async () => {
  const random = randomOf(7);
  const layer = () => ({
    q: filled([2, TOKENS, 4], random),
    k: filled([2, TOKENS, 4], random),
    key_bias: filled([2, TOKENS], () => 0),
  });
  const layers = [layer(), layer()];
  layers[0].key_bias.data[3] = NaN;
  const named = layers.flatMap((arrays, at) =>
    Object.entries(arrays).map(([name, values]) => [`layers.${at}.${name}`, values]),
  );
  const { open, status } = begun();
  await open([fileOf(Object.fromEntries(named), { causal: 'true' })], [freshState()]);
  const data = /** @type {MapsData} */ (status.data);
  assert.deepEqual(
    data.heads.map((head) => head?.problem !== undefined),
    [true, false, false, false],
  );
  assert.match(status.says?.(en) ?? '', /^Layer 0, head 0: the bias of key 3 is NaN: it must be/);
});

test('a file whose first head has wrong numbers opens at the first good one', async () => {
  const file = { name: 'bad.safetensors', layers: 2, heads: HEADS, queries: TOKENS, keys: TOKENS };
  const fresh = freshState(freshState(), file);
  const { open, status } = begun();
  await open([bad([], 0)], [fresh]);
  const data = /** @type {MapsData} */ (status.data);
  assert.notEqual(data.heads[0]?.problem, undefined);
  const { layer, head, suggested } = settled(fresh, data);
  assert.deepEqual([layer, head, suggested], [0, 1, { layer: 0, head: 1 }]);
  const chosen = settled({ ...fresh, suggested: null }, data);
  assert.deepEqual([chosen.layer, chosen.head], [0, 0]);
});

test('the similarity to a head leaves out a head with wrong numbers', async () => {
  const random = randomOf(5);
  const layer = () => ({
    q: filled([2, TOKENS, 4], random),
    k: filled([2, TOKENS, 4], random),
  });
  const [one, other] = [layer(), layer()];
  const selected = (/** @type {number} */ wrong) => ({
    shape: [2, TOKENS, 1],
    isIndex: true,
    data: Array.from({ length: 2 * TOKENS }, (_, at) => (at === wrong ? TOKENS : at % TOKENS)),
  });
  const { open, findAlike, status } = begun();
  const named = { 'layers.0.q': one.q, 'layers.0.k': one.k, 'layers.1.q': other.q, 'layers.1.k': other.k };
  const picks = { 'layers.0.selected': selected(-1), 'layers.1.selected': selected(3) };
  await open([fileOf({ ...named, ...picks }, { causal: 'true' })], [freshState()]);
  assert.deepEqual(
    status.data?.heads.map((head) => head?.problem !== undefined),
    [false, false, true, false],
  );
  await findAlike(0, 0);
  assert.deepEqual(
    status.data?.similar?.map(({ layer, head, similarity }) => [layer, head, similarity === null]),
    [
      [0, 1, false],
      [1, 1, false],
      [1, 0, true],
    ],
  );
});

test('a file that is refused after one with a wrong head has its own message', async () => {
  const { open, status } = begun();
  await open([bad()], [freshState()]);
  await open([bad(['beta'])], [freshState()]);
  assert.match(status.says?.(en) ?? '', /has no beta/);
  await open([bad(['log_decay'])], [freshState()]);
  assert.match(status.says?.(en) ?? '', /has no log_decay/);
});

test('if measuring fails again after a file was refused, the message is about that file', async () => {
  const { open, status } = begun();
  await open([bad()], [freshState()]);
  const { heads } = service;
  service.heads = () => Promise.reject(Object.assign(new Error('broken.'), { class: 'damaged' }));
  try {
    if (status.data) status.data.done = 0.5;
    await open([bad(['beta'])], [freshState()]);
    assert.match(status.says?.(en) ?? '', /has no beta/);
    await open([new File(['{'], 'broken.json')], [freshState()]);
    assert.deepEqual([status.says, status.refused.map(({ name }) => name)], [null, ['broken.json']]);
  } finally {
    service.heads = heads;
  }
});

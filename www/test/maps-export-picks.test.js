/** Pictures and tables of the view of picked keys: cells that are not visible, or not picked, are marked. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import * as engine from '../engine/maps.js';
import { COLORS } from '../picture/scene.js';
import { LANGUAGES } from '../page/words/index.js';
import { drawMaps } from '../rooms/maps/export/drawn.js';
import { table, wholeRegion } from '../rooms/maps/export/gather.js';
import { picksIn } from '../rooms/maps/export/picks.js';
import { specsOf } from '../rooms/maps/head/spec.js';
import { fileLoader } from '../rooms/maps/model.js';
import { pageBackend } from '../rooms/maps/service/backends.js';
import { createService } from '../rooms/maps/service/service.js';
import { freshState } from '../rooms/maps/state.js';
import { fileOf, filled, randomOf } from './maps-layers-support.js';
import './maps-interpretation.js';
/** @import { MapSpec, MapsModel, MapsState } from '../rooms/maps/types.js' */

await engine.load();
const service = createService([pageBackend(engine)], /** @type {any} */ (undefined));
after(() => service.end());

const [TOKENS, WINDOW] = [6, 4];

/** Each query picks itself and the key before it, of those in a window. */
function pickedFile() {
  const random = randomOf(5);
  const picks = Array.from({ length: TOKENS }, (_, query) => [query, query - 1]).flat();
  return fileOf(
    {
      'layers.0.q': filled([1, TOKENS, 4], random),
      'layers.0.k': filled([1, TOKENS, 4], random),
      'layers.0.selected': { shape: [1, TOKENS, 2], isIndex: true, data: picks },
    },
    { causal: 'true', window: String(WINDOW) },
  );
}

/** @param {Partial<MapsState>} patch */
async function modelOf(patch) {
  const { open, status } = fileLoader(service, { changed() {}, arrived() {}, side: () => 8 });
  await open([pickedFile()], [freshState()]);
  return /** @type {MapsModel} */ (
    /** @type {unknown} */ ({
      state: { ...freshState(), layer: 0, head: 0, ...patch },
      data: status.data,
      language: 'en',
      t: LANGUAGES.en,
      appearance: { theme: 'light', ratio: 1, font: '' },
    })
  );
}

/** @param {MapsModel} model */
async function opened(model) {
  assert.ok(model.data);
  const spec = /** @type {MapSpec} */ (specsOf(model.state, model.data).specs.a);
  return { spec, info: await service.map(spec) };
}

/** @param {MapsModel} model */
async function drawn(model) {
  const { spec, info } = await opened(model);
  const scene = await drawMaps(model, [['a', spec, info]], null, service, {
    width: 600,
    paint: /** @type {any} */ (engine.paintMap),
    measure: (text, size) => text.length * size * 0.6,
  });
  const cells = scene.shapes.find(({ kind }) => kind === 'cells');
  assert.ok(cells?.kind === 'cells');
  const texts = scene.shapes.map((shape) => (shape.kind === 'text' ? String(shape.text) : '')).join(' ');
  return { pixels: cells.pixels, texts };
}

const UNPICKED = [1, 3, 5].map((at) => parseInt(COLORS.light.unpicked.slice(at, at + 2), 16));

test('a picture of picked keys marks cells that are not visible or not picked, and says what is lost', async () => {
  const model = await modelOf({ view: 'picked', picks: 'file' });
  const { pixels, texts } = await drawn(model);
  for (let query = 0; query < TOKENS; query += 1)
    for (let key = 0; key < TOKENS; key += 1) {
      const [distance, at] = [query - key, 4 * (query * TOKENS + key)];
      const isVisible = distance >= 0 && distance < WINDOW;
      assert.equal(pixels[at + 3], isVisible ? 255 : 0, `query ${query}, key ${key}`);
      if (isVisible)
        assert.equal(
          UNPICKED.every((channel, of) => pixels[at + of] === channel),
          distance > 1,
          `query ${query}, key ${key}`,
        );
    }
  const { out, picked } = LANGUAGES.en.maps;
  assert.ok(texts.includes(picked.states.other) && texts.includes(out.roots), texts);
  assert.ok(texts.includes(picked.massLost) && !texts.includes(out.overPicks), texts);
  assert.match(texts, /Picked by the model: 0\.\d+ of the dense weight is lost/);
  const map = await drawn(await modelOf({ view: 'map' }));
  assert.ok(!map.texts.includes(picked.states.other) && map.texts.includes(out.overPicks));
});

test('a table of picked keys has no number where a key is not visible', async () => {
  const model = await modelOf({ view: 'picked', picks: 'file' });
  const { spec, info } = await opened(model);
  const picks = await picksIn(model, spec, info, service);
  const none = { queries: null, keys: null };
  const text = (await table(service, info, wholeRegion(info), none, () => {}, picks)).join('');
  const rows = text
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(',').slice(1));
  rows.forEach((row, query) =>
    row.forEach((cell, key) => assert.equal(cell === 'nan', key > query || key <= query - WINDOW)),
  );
  assert.equal(rows[5][3], '0');
});

test('a file with picks of its own is shown with these, not with the policy for another file', async () => {
  /** @type {(string | undefined)[]} */
  const seen = [];
  const arrived = (/** @type {MapsState} */ state) => void seen.push(state.picks);
  const { open } = fileLoader(service, { changed() {}, arrived, side: () => 8 });
  const shape = { layers: 1, heads: 1, queries: TOKENS, keys: TOKENS };
  for (const name of ['other.safetensors', pickedFile().name])
    await open([pickedFile()], [{ ...freshState(freshState(), { name, ...shape }), picks: 'window' }]);
  assert.deepEqual(seen, ['file', 'window']);
});

/** Pictures and tables of the view of picked keys: cells that are not visible, or not picked, are marked. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import * as engine from '../engine/maps.js';
import { COLORS } from '../picture/scene.js';
import { pdfWriter } from '../picture/print/pdf.js';
import { LANGUAGES } from '../page/words/index.js';
import { drawMaps } from '../rooms/maps/export/drawn.js';
import { table, wholeRegion } from '../rooms/maps/export/gather.js';
import { printScene } from '../rooms/maps/export/print/layout.js';
import { printPanels } from '../rooms/maps/export/print/panels.js';
import { picksIn } from '../rooms/maps/export/picks.js';
import { specsOf } from '../rooms/maps/head/spec.js';
import { fileLoader } from '../rooms/maps/file-loader.js';
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

/** @param {Partial<MapsState>} patch @param {File} [file] */
async function modelOf(patch, file = pickedFile()) {
  const { open, status } = fileLoader(service, { changed() {}, arrived() {}, side: () => 8 });
  await open([file], [freshState()]);
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
async function sceneOf(model) {
  const { spec, info } = await opened(model);
  return drawMaps(model, [['a', spec, info]], null, service, {
    width: 600,
    paint: /** @type {any} */ (engine.paintMap),
    measure: (text, size) => text.length * size * 0.6,
  });
}

/** @param {MapsModel} model */
async function drawn(model) {
  const scene = await sceneOf(model);
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

test('a picture of picked keys has a bar beside each row, as long as the mass that the query loses', async () => {
  const model = await modelOf({ view: 'picked', picks: 'file' });
  const { shapes } = await sceneOf(model);
  const { lost } = await service.picked(0, { layer: 0, head: 0, by: 'file', budget: TOKENS, side: TOKENS });
  const bars = shapes.flatMap((shape) =>
    shape.kind === 'rect' && shape.fill === COLORS.light.soft ? [shape.width / 84] : [],
  );
  assert.equal(bars.length, TOKENS);
  bars.forEach((share, query) => assert.ok(Math.abs(share - lost[query]) < 1e-6, `query ${query}`));
});

/** A file whose entries stand for `m` tokens, and a window. @param {number} m */
function entriesFile(m) {
  const random = randomOf(3);
  return fileOf(
    {
      'layers.0.q': filled([1, 12, 4], random),
      'layers.0.k': filled([1, 12, 4], random),
      'layers.0.k_compressed': filled([1, 12 / m, 4], random),
    },
    { compress_rate: String(m), window: '3' },
  );
}

test('a picture of entries has columns as wide as their tokens, and the row of the query in a lane', async () => {
  const [m, tokens, query] = [4, 12, 8];
  const model = await modelOf({ view: 'picked', cursor: { query, key: 0 } }, entriesFile(m));
  const { shapes } = await sceneOf(model);
  const [entries, , alone] = shapes.filter((shape) => shape.kind === 'cells');
  assert.ok(entries?.kind === 'cells' && alone?.kind === 'cells' && entries.cols === tokens);
  const colorAt = (
    /** @type {typeof entries} */ { pixels, cols },
    /** @type {number} */ row,
    /** @type {number} */ col,
  ) => pixels.slice(4 * (row * cols + col), 4 * (row * cols + col) + 4).join();
  for (let row = 0; row < tokens; row += 1)
    for (let col = 0; col < tokens; col += 1) {
      const isComplete = (Math.floor(col / m) + 1) * m <= row + 1;
      assert.equal(entries.pixels[4 * (row * tokens + col) + 3], isComplete ? 255 : 0, `${row}, ${col}`);
      assert.equal(colorAt(entries, row, col), colorAt(entries, row, col - (col % m)));
      assert.equal(alone.pixels[4 * (row * tokens + col) + 3], col <= row && col > row - 3 ? 255 : 0);
    }
  const lanes = shapes.filter((shape) => shape.kind === 'cells' && shape.rows === 1 && shape.cols === tokens);
  assert.equal(lanes.length, 2);
  lanes.forEach((lane, at) => {
    assert.ok(lane.kind === 'cells');
    for (let col = 0; col < tokens; col += 1)
      assert.equal(
        colorAt(lane, 0, col),
        colorAt(at === 0 ? entries : alone, query, col),
        `lane ${at}, ${col}`,
      );
  });
});

test('a figure for print has the lanes and the mass lost as well', async () => {
  for (const [file, views] of /** @type {const} */ ([
    [pickedFile(), 1],
    [entriesFile(4), 2],
  ])) {
    const model = await modelOf({ view: 'picked', picks: 'file' }, file);
    const paint = /** @type {any} */ (engine.paintMap);
    const figure = await printPanels(model, service, [{ layer: 0, head: 0 }], {
      region: null,
      cell: 8,
      paint,
    });
    assert.equal(figure.panels.length, views);
    for (const panel of figure.panels) assert.equal(!panel.image && panel.laneCells !== null, views === 2);
    const options = {
      width: 240,
      size: 7,
      font: /** @type {const} */ ('serif'),
      background: /** @type {const} */ ('white'),
    };
    const all = { ...options, letters: true, names: true, legend: true, digits: false, columns: 2 };
    const { scene } = printScene({ ...figure, title: '' }, all, (text, size) => text.length * size * 0.5);
    const rows = scene.shapes.filter(
      (shape) => shape.kind === 'cells' && shape.rows === 1 && shape.cols === 12,
    );
    assert.equal(rows.length, views === 2 ? 2 : 0);
    const texts = scene.shapes.map((shape) => (shape.kind === 'text' ? String(shape.text) : '')).join(' ');
    assert.equal(texts.includes(LANGUAGES.en.maps.picked.massLost), views === 1, texts);
    assert.equal(texts.includes(LANGUAGES.en.maps.out.rowOf({ query: '11' })), views === 2, texts);
    for (const shape of scene.shapes) assert.ok(shape.x >= 0 && shape.x <= 240, JSON.stringify(shape));
    // A PDF has all of its shapes, and the faint ones are seen through.
    const pdf = Buffer.from(pdfWriter('serif').write(scene)).toString('latin1');
    assert.equal(/\/ca 0?\.28/.test(pdf), views === 2);
  }
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

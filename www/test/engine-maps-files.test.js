/** Files read by the engine of the Models room, and its behavior when memory runs out. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { before, test } from 'node:test';
import { promisify } from 'node:util';
import * as engine from '../engine/maps.js';
import { fixture } from './engine-support.js';
import { opened, read } from './engine-maps-support.js';

before(() => engine.load());

/**
 * Runs a script as a module with the engine, and returns the JSON that it printed.
 *
 * @param {string} story
 * @param {string[]} [flags]
 */
async function outputOf(story, flags = []) {
  const url = (/** @type {string} */ path) => JSON.stringify(new URL(path, import.meta.url).href);
  const module = `import * as engine from ${url('../engine/maps.js')}; import * as support from ${url('engine-maps-support.js')};
    const sentence = (call) => { try { call(); return null; } catch (error) { return error.message; } };
    const tell = (story) => process.stdout.write(JSON.stringify(story));\n${story}`;
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...flags,
    '--input-type=module',
    '--eval',
    module,
  ]);
  return JSON.parse(stdout);
}

test('malformed files are rejected with their class, and unusual ones are read bit for bit', async () => {
  const { files } = await fixture('files/index.json');
  assert.equal(files.length, 154);
  for (const { file: name, verdict, error_class: wanted, expected, tokens } of files) {
    const bytes = new Uint8Array(await readFile(new URL(`../../fixtures/files/${name}`, import.meta.url)));
    try {
      const file = opened(bytes);
      const listing = file.listing();
      const all = listing.tensors.map(
        (tensor, index) => /** @type {const} */ ([tensor.name, read(bytes, file, index, []).values()]),
      );
      file.free();
      assert.equal(verdict, 'accept', `${name} was read`);
      assert.equal(all.length, Object.keys(expected).length, name);
      for (const [tensor, { shape, data }] of all) {
        assert.deepEqual(shape, expected[tensor].shape, name);
        const values = expected[tensor].values_f64.map(Number);
        assert.ok(
          values.length === data.length &&
            values.every((/** @type {number} */ value, /** @type {number} */ at) =>
              Object.is(value, data[at]),
            ),
          name,
        );
      }
      if (tokens) assert.deepEqual(listing.tokens, tokens, name);
    } catch (error) {
      if (verdict === 'accept' || error instanceof assert.AssertionError) throw error;
      assert.equal(/** @type {any} */ (error).class, wanted, `${name}: ${error}`);
    }
  }
});

test('a map that needs too much memory is rejected, and the engine still works', async () => {
  // 200 pages are 13 MB; the map has 16, and so have the sums of the second.
  const { large, sums, after } = await outputOf(
    `
    await engine.load();
    const large = sentence(() => engine.headMap(2048, 2048, new Float32Array(1 << 22)));
    const map = engine.headMap(1024, 1024, new Float32Array(1 << 20));
    const combining = engine.combining('mean');
    const sums = sentence(() => combining.add(map));
    tell({ large, sums, after: map.queries });
  `,
    ['--wasm-max-mem-pages=200'],
  );
  assert.equal(large, '16777216 bytes of memory for the data of the map could not be allocated');
  assert.equal(sums, 'there is no memory for 8388608 bytes of sums');
  assert.equal(after, 1024);
});

test('many heads need no more memory than a few', async () => {
  const { sizes } = await outputOf(`
    let memory;
    const { instantiate } = WebAssembly;
    WebAssembly.instantiate = async (...all) => { const made = await instantiate(...all); memory = (made.instance ?? made).exports.memory; return made; };
    await engine.load();
    const random = support.randomNumbers(1);
    const bytes = support.npy([128, 128], support.weights(128, 128, random));
    const sizes = [];
    for (let round = 0; round < 800; round += 1) {
      const file = support.opened(bytes);
      const map = support.read(bytes, file, 0, []).matrix(round % 2 === 1);
      engine.overview(map, { side: 32 + (round % 64), tokens: null, offset: 0, sink: 1, reach: 1 });
      const combining = engine.combining(round % 2 === 1 ? 'mean' : 'max');
      combining.add(map);
      engine.readTokens(Array.from({ length: round % 90 }, (_, at) => 'Ġ' + at), null);
      const view = engine.view(map, { perRow: false, leaveOut: 1, reach: null, minus: combining.finish() });
      view.tile(0, [0, 1 + (round % 128)], [0, 64]);
      sentence(() => file.read(0, [4096]));
      [file, view].forEach((each) => each.free());
      if (round === 200 || round === 799) sizes.push(memory.buffer.byteLength);
    }
    tell({ sizes });
  `);
  assert.equal(sizes[0], sizes[1]);
});

/** What happens when the wasm itself fails. Each script runs in a process of its own. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Runs a script as a module with the engine, and returns the JSON that it printed.
 *
 * @param {string} story
 * @param {string[]} [flags]
 */
async function outputOf(story, flags = []) {
  const engine = JSON.stringify(new URL('../engine.js', import.meta.url).href);
  const attention = JSON.stringify(new URL('../engine/attention.js', import.meta.url).href);
  const support = JSON.stringify(new URL('engine-support.js', import.meta.url).href);
  const module = `import * as engine from ${engine}; import * as attention from ${attention}; import * as support from ${support};
    const sentence = (call) => { try { call(); return null; } catch (error) { return error.message; } };
    const tell = (story) => process.stdout.write(JSON.stringify(story));\n${story}`;
  const { stdout } = await run(process.execPath, [...flags, '--input-type=module', '--eval', module]);
  return JSON.parse(stdout);
}

test('a call that needs too much memory fails with a message, and the next one works', async () => {
  // 40 pages are 2.5 MB; the image needs 64 MB.
  const { failed, after, again } = await outputOf(
    `
    await engine.load();
    const paint = (side) => engine.paintPixels({ ...support.PAINT, cols: 1, cellWidth: side, cellHeight: side }, Float64Array.of(1), Uint8Array.of(0));
    const failed = sentence(() => paint(4096));
    const after = paint(2).pixels.length;
    const again = [sentence(() => paint(4096)), paint(2).pixels.length, engine.draw(1, []).length];
    tell({ failed, after, again });
  `,
    ['--wasm-max-mem-pages=40'],
  );
  assert.match(failed, /^The engine failed and was restarted: /);
  assert.equal(after, 16);
  assert.deepEqual(again, [failed, 16, 0]);
});

test('a restart frees the memory and keeps nothing', async () => {
  const { sizes } = await outputOf(`
    const instances = [];
    const { Instance } = WebAssembly;
    const { instantiate } = WebAssembly;
    WebAssembly.instantiate = async (...all) => { const made = await instantiate(...all); instances.push(made.instance ?? made); return made; };
    WebAssembly.Instance = function (...all) { const made = new Instance(...all); instances.push(made); return made; };
    WebAssembly.Instance.prototype = Instance.prototype;
    await engine.load();
    engine.paintPixels({ ...support.PAINT, cols: 1, cellWidth: 2000, cellHeight: 2000 }, Float64Array.of(1), Uint8Array.of(0));
    engine.reload();
    engine.inkColors();
    // Node uses wasm itself, which is not counted.
    tell({ sizes: instances.filter(({ exports }) => exports.work).map(({ exports }) => exports.memory.buffer.byteLength) });
  `);
  assert.equal(sizes.length, 2);
  assert.ok(sizes[0] > 16_000_000 && sizes[1] < 3_000_000, `the memories are ${sizes}`);
});

test('many calls need no more memory than a few', async () => {
  const { sizes } = await outputOf(`
    let memory;
    const { instantiate } = WebAssembly;
    WebAssembly.instantiate = async (...all) => { const made = await instantiate(...all); memory = (made.instance ?? made).exports.memory; return made; };
    await engine.load();
    const sizes = [];
    const draws = [{ distribution: 'randn', rows: 8, cols: 6 }, ...Array(3).fill({ distribution: 'randn', rows: 6, cols: 5 })];
    for (let round = 0; round < 3000; round += 1) {
      const [embeddings, wQ, wK, wV] = engine.draw(round, draws);
      const { weights } = engine.work({ ...support.OPTIONS, positions: 'textbook', query: round % 8 }, { embeddings, wQ, wK, wV });
      engine.concepts({ rank: 2 }, embeddings, embeddings);
      const side = 1 + (round * 7) % 29;
      engine.paintPixels({ ...support.PAINT, rows: 8, cols: 8, cellWidth: side, cellHeight: side }, weights.data, new Uint8Array(64));
      sentence(() => engine.work({ ...support.OPTIONS, query: 99 }, { q: wQ, k: wK, v: wV }));
      if (round === 200 || round === 2999) sizes.push(memory.buffer.byteLength);
    }
    tell({ sizes });
  `);
  assert.equal(sizes[0], sizes[1]);
});

test('if a policy forbids WebAssembly, loading reports it', async () => {
  const { reason } = await outputOf(`
    const ours = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0);
    // Each browser has its own words for it.
    WebAssembly.compile = async () => {
      throw new WebAssembly.CompileError("Refused to compile or instantiate WebAssembly module");
    };
    let reason;
    try { await attention.load(ours); } catch (error) { reason = error.message; }
    tell({ reason });
  `);
  assert.equal(
    reason,
    "The content security policy of this page forbids WebAssembly: script-src needs 'wasm-unsafe-eval'.",
  );
});

test('if there is no WebAssembly, loading reports it', async () => {
  const { reason } = await outputOf(`
    delete globalThis.WebAssembly;
    let reason;
    try { await engine.load(); } catch (error) { reason = error.message; }
    tell({ reason });
  `);
  assert.equal(reason, 'WebAssembly is missing or switched off in this browser.');
});

test('outside Node, modules that do not come from a server need their wasm as an argument', async () => {
  const { reason, isLoaded } = await outputOf(`
    const { readFile } = await import('node:fs/promises');
    const bytes = await readFile(new URL('pkg/heedmap_lesson_wasm_bg.wasm', ${JSON.stringify(new URL('../', import.meta.url).href)}));
    const response = new Response(bytes, { headers: { 'content-type': 'application/wasm' } });
    const { versions } = process;
    Object.defineProperty(process, 'versions', { value: {}, configurable: true });
    let reason;
    try { await attention.load(); } catch (error) { reason = error.message; }
    await attention.load(Promise.resolve(response));
    Object.defineProperty(process, 'versions', { value: versions });
    tell({ reason, isLoaded: engine.inkColors().light === '#ffffff' });
  `);
  assert.match(reason, /^The engine needs its wasm: pass load\(\) the bytes/);
  assert.equal(isLoaded, true);
});

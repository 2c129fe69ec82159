/**
 * Measures inflating and starting the programs in Node: `node www/bench/start.mjs`, after one build. They are
 * deflated as in the scripts.
 */
import { readFile } from 'node:fs/promises';
import { deflateRawSync } from 'node:zlib';
import { inflate } from '../engine/inflate.js';

const ROUNDS = 7;

for (const name of ['heatmap', 'lesson', 'maps', 'masks']) {
  const program = await readFile(new URL(`../pkg/heedmap_${name}_wasm_bg.wasm`, import.meta.url));
  const base64 = deflateRawSync(program, { level: 9 }).toString('base64');
  const times = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    // Each round imports new bindings, which start one instance.
    const { default: start } = await import(`../pkg/heedmap_${name}_wasm.js?${round}`);
    const before = performance.now();
    const bytes = await inflate(base64);
    const unpacked = performance.now();
    await start({ module_or_path: bytes });
    times.push({ unpack: unpacked - before, start: performance.now() - unpacked });
  }
  const [best] = times.sort((a, b) => a.unpack + a.start - b.unpack - b.start);
  console.log(
    `${name}: ${program.length} bytes, unpacked in ${best.unpack.toFixed(1)} ms, started in ${best.start.toFixed(1)} ms`,
  );
}

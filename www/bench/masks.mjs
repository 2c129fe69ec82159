/**
 * Measures a redraw of a mask after its text has changed, as during a drag of a slider. Prints times: `node
 * www/bench/masks.mjs`, after one build.
 *
 * The times are for the pixels, without the canvas. The pictures are 400 and 800 pixels wide: a third of a
 * wide window at one and at two device pixels per CSS pixel. `first` includes generating or pooling the
 * tokens; `processor` is the mean processor time, which other programs disturb less.
 */
import { load, maskPixels } from '../engine.js';

const MASKS = [
  'all',
  'causal',
  'causal and window(256)',
  'causal and (window(64) or global(0-3))',
  'causal and documents(60, 100, 40)',
  'block_local(64, 1, 1) or global(0-63) or random_blocks(64, 3, 7)',
  'dilated(512, 2)',
  'not causal(lower_right)',
];
const RUNS = 50;

/**
 * @param {number} side
 * @param {number} pixels
 * @param {string} text
 * @param {{ heads: number, head: number } | null} alibi
 */
function draw(side, pixels, text, alibi) {
  const from = performance.now();
  maskPixels({
    text,
    queries: side,
    keys: side,
    seed: 7,
    size: 16,
    alibi,
    width: pixels,
    height: pixels,
    map: 'ember',
    theme: 'light',
    model: { heads: 32, kvHeads: 8, size: 128, bytes: 2 },
  });
  return performance.now() - from;
}

await load();
console.log('  keys  pixels    first   median    worst processor  mask, in milliseconds');
for (const side of [256, 1024, 2048]) {
  for (const pixels of [400, 800]) {
    for (const alibi of [null, { heads: 8, head: 3 }]) {
      for (const text of MASKS) {
        const first = draw(side, pixels, text, alibi);
        const from = process.cpuUsage();
        const times = Array.from({ length: RUNS }, () => draw(side, pixels, text, alibi)).sort(
          (a, b) => a - b,
        );
        const { user, system } = process.cpuUsage(from);
        const figures = [first, times[RUNS / 2], times[RUNS - 1], (user + system) / 1000 / RUNS]
          .map((time) => time.toFixed(1).padStart(8))
          .join(' ');
        console.log(
          `${String(side).padStart(6)} ${String(pixels).padStart(7)} ${figures}   ${text}${alibi ? ', ALiBi' : ''}`,
        );
      }
    }
  }
}

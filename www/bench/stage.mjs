/**
 * Measures the stage of a lesson with 8 words and 8 features: how soon *Next* shows the next step, and whether its motion holds 60 frames a second. Prints times:
 * `node www/bench/stage.mjs [--runs N]`, after one build. It needs Chromium, as the browser tests do.
 *
 * `response` is from the click to the next frame, as the browser reports it (Event Timing, in steps of 8 ms); `click` is the script's part of that. `frame` is the
 * time between two frames while something moves, and `script` the page's own work in a frame: other programs on the machine disturb it less. Frames that took
 * longer than 1/30 s are counted as `late`.
 */
import { parseArgs } from 'node:util';
import { start } from '../test/browser/harness.mjs';
import { settled } from '../test/browser/lesson.mjs';

const { values } = parseArgs({ options: { runs: { type: 'string', default: '3' } } });
const WORDS = 'the+cat+sat+down+and+the+dog+left';
const VIEW = `v=1&lesson=own&show=step&tokens=${WORDS}&model=8&key=8&value=8&from=1&embeddings=randn&drawn=randn`;
const STEPS = ['embed', 'project', 'score', 'scale', 'mask', 'softmax', 'mix'];

/** Records clicks and frames. Runs in the page, before everything else. */
function record() {
  /** @typedef {{ response: number, click: number }} Click */
  const kept = { clicks: /** @type {Click[]} */ ([]), frames: [0], scripts: [0] };
  Object.assign(globalThis, { kept });
  new PerformanceObserver((list) => {
    for (const entry of /** @type {PerformanceEventTiming[]} */ (list.getEntries()))
      if (entry.name === 'click')
        kept.clicks.push({ response: entry.duration, click: entry.processingEnd - entry.processingStart });
  }).observe(/** @type {any} */ ({ type: 'event', durationThreshold: 16 }));
  const { requestAnimationFrame: request } = globalThis;
  let last = 0;
  let work = 0;
  globalThis.requestAnimationFrame = (callback) =>
    request((time) => {
      if (time !== last) {
        kept.frames.push(time - last);
        kept.scripts.push(work);
        work = 0;
      }
      last = time;
      const from = performance.now();
      callback(time);
      work += performance.now() - from;
    });
}

/** @param {number[]} times */
const figures = (times) => {
  const sorted = times.toSorted((a, b) => a - b);
  return [sorted[Math.floor(sorted.length / 2)] ?? 0, sorted.at(-1) ?? 0]
    .map((time) => time.toFixed(1).padStart(7))
    .join('');
};

const harness = await start();
try {
  console.log('median and worst, milliseconds');
  console.log('step          response        click        frame       script   frames late');
  /** @type {Record<string, { response: number[], click: number[], frame: number[], script: number[] }>} */
  const all = {};
  for (let run = 0; run < Number(values.runs); run += 1) {
    const page = await harness.context.newPage();
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.addInitScript(record);
    await page.goto(`${harness.origin}/index.html#${VIEW}`);
    await page.locator('heed-lesson .foot .next').waitFor();
    await settled(page);
    for (const step of STEPS.slice(1)) {
      const times = (all[step] ??= { response: [], click: [], frame: [], script: [] });
      await page.evaluate(() => {
        const { kept } = /** @type {any} */ (globalThis);
        kept.clicks.length = kept.frames.length = kept.scripts.length = 0;
      });
      await page.locator('heed-lesson .foot .next').click();
      await page.waitForFunction(() => /** @type {any} */ (globalThis).kept.clicks.length > 0);
      // The motion is over when nothing has asked for a frame for a while.
      await page.evaluate(async () => {
        const { kept } = /** @type {any} */ (globalThis);
        for (let count = -1; count !== kept.frames.length;) {
          count = kept.frames.length;
          await new Promise((done) => setTimeout(done, 300));
        }
      });
      const kept = await page.evaluate(() => /** @type {any} */ (globalThis).kept);
      times.response.push(...kept.clicks.map((/** @type {any} */ each) => each.response));
      times.click.push(...kept.clicks.map((/** @type {any} */ each) => each.click));
      // The first frame comes after whatever was before the click.
      times.frame.push(...kept.frames.slice(1));
      times.script.push(...kept.scripts.slice(1));
    }
    await page.close();
  }
  for (const [step, { response, click, frame, script }] of Object.entries(all)) {
    const late = frame.filter((time) => time > 1000 / 30).length;
    console.log(
      `${step.padEnd(8)}${[response, click, frame, script].map(figures).join('')}${String(frame.length).padStart(9)}${String(late).padStart(5)}`,
    );
  }
} finally {
  await harness.close();
}

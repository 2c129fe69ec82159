/**
 * Measures the stage of a lesson with 8 words and 8 features: how soon *Next* shows the next step, and whether its motion holds 60 frames a second. Prints times:
 * `node www/bench/stage.mjs [--runs N]`, after one build. It needs Chromium, as the browser tests do.
 *
 * `response` is from the click to the next frame, as the browser reports it (Event Timing, in steps of 8 ms), and `frame` the time between two frames while something
 * moves; a frame of more than 1/30 s is `late`. Other programs on the machine disturb these. They do not disturb `next` and `motion`, the processor time of the main
 * thread: for the click and the frame after it, and for any other frame.
 */
import { parseArgs } from 'node:util';
import { start } from '../test/browser/harness.mjs';
import { settled } from '../test/browser/lesson.mjs';

const { values } = parseArgs({ options: { runs: { type: 'string', default: '3' } } });
const WORDS = 'the+cat+sat+down+and+the+dog+left';
const VIEW = `v=1&lesson=own&show=step&tokens=${WORDS}&model=8&key=8&value=8&from=1&embeddings=randn&drawn=randn`;
const STEPS = ['project', 'score', 'scale', 'mask', 'softmax', 'mix'];

/** Records clicks and frames. Runs in the page, before everything else. */
function record() {
  const kept = { responses: [0], frames: [0] };
  Object.assign(globalThis, { kept });
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) if (name === 'click') kept.responses.push(duration);
  }).observe(/** @type {any} */ ({ type: 'event', durationThreshold: 16 }));
  const { requestAnimationFrame: request } = globalThis;
  let last = 0;
  globalThis.requestAnimationFrame = (callback) =>
    request((time) => {
      if (time !== last) kept.frames.push(time - last);
      last = time;
      callback(time);
    });
}

/**
 * The processor times in a trace, milliseconds: of the click with the frame after it, and of the other frames.
 *
 * @param {Buffer} trace
 */
function processorTimes(trace) {
  /** @type {{ name: string, tdur?: number, ts: number, pid: number, tid: number, args: any }[]} */
  const events = JSON.parse(trace.toString()).traceEvents;
  const isClick = (/** @type {any} */ { name, args }) =>
    name === 'EventDispatch' && args.data?.type === 'click';
  const click = events.find(isClick);
  if (!click) return { next: [], motion: [] };
  const frames = events
    .filter((each) => each.name === 'FireAnimationFrame' && each.pid === click.pid && each.ts > click.ts)
    .toSorted((a, b) => a.ts - b.ts)
    .map(({ tdur = 0 }) => tdur / 1000);
  return { next: [(click.tdur ?? 0) / 1000 + (frames[0] ?? 0)], motion: frames.slice(1) };
}

/** @param {number[]} times */
const figures = (times) => {
  const sorted = times.toSorted((a, b) => a - b);
  return [sorted[Math.floor(sorted.length / 2)] ?? 0, sorted.at(-1) ?? 0]
    .map((time) => time.toFixed(1).padStart(7))
    .join('');
};

const harness = await start();
const browser = /** @type {import('playwright-core').Browser} */ (harness.context.browser());
try {
  /** @type {Record<string, { response: number[], next: number[], frame: number[], motion: number[] }>} */
  const all = {};
  for (let run = 0; run < Number(values.runs); run += 1) {
    const page = await harness.context.newPage();
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.addInitScript(record);
    await page.goto(`${harness.origin}/index.html#${VIEW}`);
    await page.locator('heed-lesson .foot .next').waitFor();
    await settled(page);
    for (const step of STEPS) {
      const times = (all[step] ??= { response: [], next: [], frame: [], motion: [] });
      await page.evaluate(() => {
        const { kept } = /** @type {any} */ (globalThis);
        kept.responses.length = kept.frames.length = 0;
      });
      await browser.startTracing(page, { categories: ['devtools.timeline'] });
      await page.locator('heed-lesson .foot .next').click();
      // The motion is over when nothing has asked for a frame for a while.
      await page.evaluate(async () => {
        const { kept } = /** @type {any} */ (globalThis);
        for (let count = -1; count !== kept.frames.length;) {
          count = kept.frames.length;
          await new Promise((done) => setTimeout(done, 300));
        }
      });
      const { next, motion } = processorTimes(await browser.stopTracing());
      const kept = await page.evaluate(() => /** @type {any} */ (globalThis).kept);
      times.response.push(...kept.responses);
      times.next.push(...next);
      // The first frame comes after whatever was before the click.
      times.frame.push(...kept.frames.slice(1));
      times.motion.push(...motion);
    }
    await page.close();
  }
  console.log('median and worst, milliseconds');
  console.log('step         response          next         frame        motion   frames late');
  for (const [step, { response, next, frame, motion }] of Object.entries(all)) {
    const late = frame.filter((time) => time > 1000 / 30).length;
    console.log(
      `${step.padEnd(8)}${[response, next, frame, motion].map(figures).join('')}${String(frame.length).padStart(9)}${String(late).padStart(5)}`,
    );
  }
} finally {
  await harness.close();
}

/**
 * Measures the stage: how soon *Next* shows the next step, in a lesson with 8 words and 8 features and in the
 * stories, and whether motion holds 60 frames a second. Prints times: `node www/bench/stage.mjs [--runs N]
 * [--width 1440] [--height 900]`, after one build. It needs Chromium, as the browser tests do.
 *
 * `next` is the processor time of the main thread, from the click until the compositor gets the step: event,
 * state, drawing, styles, layout and paint. It has to fit a frame, 16.7 ms. `motion` is the same for the
 * other frames, without styles, layout and paint. Both depend little on other programs. `response` is the
 * time from the click to the next frame, as the browser reports it (Event Timing, in steps of 8 ms). `frame`
 * is the time between two frames during motion; a frame of more than 1/30 s is `late`.
 *
 * The reader looks at a step until its motion is over, so the next step is prepared
 * (rooms/learn/stage/prepared.js).
 */
import { parseArgs } from 'node:util';
import { start } from '../test/browser/harness.mjs';
import { settled } from '../test/browser/lesson.mjs';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '3' },
    width: { type: 'string', default: '1440' },
    height: { type: 'string', default: '900' },
  },
});
const WORDS = 'the+cat+sat+down+and+the+dog+left';
/** The lessons, as links. */
const LESSONS = [
  `own&tokens=${WORDS}&model=8&key=8&value=8&from=1&embeddings=randn&drawn=randn`,
  ...['first', 'ahead', 'scaling', 'two-heads', 'order'],
];

/** Records clicks and frames. Runs in the page before its scripts. */
function record() {
  const kept = { responses: [0], frames: [0] };
  Object.assign(globalThis, { kept });
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) if (name === 'click') kept.responses.push(duration);
  }).observe(/** @type {any} */ ({ type: 'event', durationThreshold: 16 }));
  const { requestAnimationFrame: request } = globalThis;
  let last = 0;
  const MAX_GAP = 90;
  globalThis.requestAnimationFrame = (callback) => {
    // A frame that is requested long after the last one is not part of a motion.
    const isNext = performance.now() - last < MAX_GAP;
    return request((time) => {
      if (time !== last && isNext) kept.frames.push(time - last);
      last = time;
      callback(time);
    });
  };
}

/**
 * The processor times in a trace, in milliseconds: all tasks from the click to the frame after it, and each
 * of the other frames.
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
  const { pid, tid } = click;
  const mine = events.filter((each) => each.pid === pid && each.tid === tid).toSorted((a, b) => a.ts - b.ts);
  const tasks = mine.filter(({ name }) => name === 'RunTask');
  const frames = mine.filter(({ name, ts }) => name === 'FireAnimationFrame' && ts > click.ts);
  const taskAt = (/** @type {number} */ time) => tasks.findLast(({ ts }) => ts <= time)?.ts ?? 0;
  const [from, to] = [taskAt(click.ts), taskAt(frames[0]?.ts ?? click.ts)];
  const spent = tasks.filter(({ ts }) => ts >= from && ts <= to).reduce((sum, { tdur = 0 }) => sum + tdur, 0);
  return { next: [spent / 1000], motion: frames.slice(1).map(({ tdur = 0 }) => tdur / 1000) };
}

/** @param {number[]} times @param {number} share */
const quantile = (times, share) =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;

/** The median and the maximum. @param {number[]} times */
const figures = (times) => [0.5, 1].map((share) => quantile(times, share).toFixed(1).padStart(7)).join('');

/**
 * The current step, the name of the next one, and whether the step has an open question. Runs in the page.
 */
function currentStep() {
  const root = document.querySelector('heed-lesson')?.shadowRoot;
  const names = [...(root?.querySelectorAll('.progress li') ?? [])];
  const at = names.findIndex((each) => each.className === 'now');
  return {
    at,
    next: names[at + 1]?.textContent?.trim() ?? null,
    isAsked: !!root?.querySelector('.question'),
  };
}

/**
 * Waits until no frame has been requested for a while: the motion is over and the next step is prepared.
 *
 * @param {import('playwright-core').Page} page
 */
const waitUntilQuiet = (page) =>
  page.evaluate(async () => {
    const { kept } = /** @type {any} */ (globalThis);
    for (let count = -1; count !== kept.frames.length;) {
      count = kept.frames.length;
      await new Promise((done) => setTimeout(done, 500));
    }
  });

const harness = await start();
const browser = /** @type {import('playwright-core').Browser} */ (harness.context.browser());
try {
  /** @type {Record<string, { response: number[], next: number[], frame: number[], motion: number[] }>} */
  const all = {};
  for (let run = 0; run < Number(values.runs); run += 1)
    for (const lesson of LESSONS) {
      const page = await harness.context.newPage();
      await page.setViewportSize({ width: Number(values.width), height: Number(values.height) });
      await page.addInitScript(record);
      await page.goto(`${harness.origin}/index.html#v=1&show=step&lesson=${lesson}`);
      const button = page.locator('heed-lesson .foot .next');
      await button.waitFor();
      await settled(page);
      await waitUntilQuiet(page);
      for (let place = await page.evaluate(currentStep); place.next !== null;) {
        if (place.isAsked) {
          // Next shows the answer first.
          await button.click();
          await waitUntilQuiet(page);
        }
        const name = `${lesson.split('&')[0]}: ${place.next}`;
        const times = (all[name] ??= { response: [], next: [], frame: [], motion: [] });
        await page.evaluate(() => {
          const { kept } = /** @type {any} */ (globalThis);
          kept.responses.length = kept.frames.length = 0;
        });
        const box = await button.boundingBox();
        if (box) await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
        await browser.startTracing(page, {
          categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline'],
        });
        await page.mouse.down();
        await page.mouse.up();
        await waitUntilQuiet(page);
        const { next, motion } = processorTimes(await browser.stopTracing());
        const kept = await page.evaluate(() => /** @type {any} */ (globalThis).kept);
        times.response.push(...kept.responses);
        times.next.push(...next);
        // The first frame belongs to the time before the click.
        times.frame.push(...kept.frames.slice(1));
        times.motion.push(...motion);
        const { at } = place;
        place = await page.evaluate(currentStep);
        if (place.at === at) throw new Error(`Next does not lead on from step ${at + 1} of ${lesson}`);
      }
      await page.close();
    }
  console.log('median and worst, milliseconds');
  console.log(`${'step'.padEnd(24)}          next        motion         frame      response   frames late`);
  for (const [step, { response, next, frame, motion }] of Object.entries(all)) {
    const late = frame.filter((time) => time > 1000 / 30).length;
    console.log(
      `${step.slice(0, 23).padEnd(24)}${[next, motion, frame, response].map(figures).join('')}${String(frame.length).padStart(9)}${String(late).padStart(5)}`,
    );
  }
  for (const [what, isIt] of /** @type {const} */ ([
    ['matrices', true],
    ['stories', false],
  ])) {
    const times = Object.entries(all).flatMap(([name, { next }]) =>
      name.startsWith('own') === isIt ? next : [],
    );
    console.log(
      `next, ${what}: median ${quantile(times, 0.5).toFixed(1)}, p95 ${quantile(times, 0.95).toFixed(1)}`,
    );
  }
} finally {
  await harness.close();
}

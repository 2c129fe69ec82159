/** Measures a page from outside: the memory of its processes, and the time of the main thread in a frame. */
import { readFile } from 'node:fs/promises';

/** The events of scripts on the main thread in traces. */
const SCRIPT = new Set([
  'FunctionCall',
  'EvaluateScript',
  'FireAnimationFrame',
  'TimerFire',
  'EventDispatch',
  'RunMicrotasks',
  'HandlePostMessage',
  'V8.GC_SCAVENGER',
  'MinorGC',
  'MajorGC',
]);

/**
 * The memory of the page's processes in bytes, without mapped files; null if the system does not report it.
 *
 * @param {import('playwright-core').CDPSession} session - a session of the browser
 */
export async function memoryOf(session) {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const pages = processInfo.filter(({ type }) => type === 'renderer');
  const each = await Promise.all(
    pages.map(({ id }) => readFile(`/proc/${id}/status`, 'utf8').catch(() => '')),
  );
  const kilobytes = each.flatMap((text) =>
    Array.from(text.matchAll(/^Rss(?:Anon|Shmem):\s+(\d+) kB/gm), ([, size]) => Number(size)),
  );
  return kilobytes.length === 0 ? null : kilobytes.reduce((sum, size) => sum + size, 0) * 1024;
}

/**
 * Samples the memory while something runs.
 *
 * @template T
 * @param {import('playwright-core').CDPSession} session
 * @param {() => Promise<T>} run
 * @returns {Promise<{ result: T, peak: number }>} `peak` is in bytes
 */
export async function peakMemory(session, run) {
  let peak = 0;
  let isDone = false;
  const sampling = (async () => {
    while (!isDone) {
      peak = Math.max(peak, (await memoryOf(session)) ?? 0);
      await new Promise((resolve) => {
        setTimeout(resolve, 20);
      });
    }
  })();
  const result = await run().finally(() => {
    isDone = true;
  });
  await sampling;
  return { result, peak };
}

/** The events of other work on the main thread. */
const WORK = {
  script: SCRIPT,
  style: new Set(['UpdateLayoutTree']),
  layout: new Set(['Layout']),
  paint: new Set(['PrePaint', 'Paint', 'Layerize', 'Commit']),
};

/** @typedef {{ name: string, ph: string, ts: number, dur?: number, tdur?: number, pid: number, tid: number }} TraceEvent */

/**
 * The milliseconds of the main thread in each frame of a trace, from one callback of a frame to the next, in
 * ascending order: of scripts, with what they make the browser compute at once; of styles, layout and
 * painting, wherever they run; and of everything.
 *
 * @param {Buffer} trace - as Chromium writes it
 * @param {'dur' | 'tdur'} time - wall-clock time, or processor time, which depends less on other programs
 * @returns {Record<keyof typeof WORK | 'all', number[]>}
 */
export function timesByFrame(trace, time = 'tdur') {
  /** @type {TraceEvent[]} */
  const events = JSON.parse(trace.toString('utf8')).traceEvents;
  const mainThread = mostFrequent(
    events.filter(({ name }) => name === 'FireAnimationFrame').map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const mine = events
    .filter(({ pid, tid, ph }) => `${pid} ${tid}` === mainThread && ph === 'X')
    .sort((a, b) => a.ts - b.ts);
  const frames = mine.filter(({ name }) => name === 'FireAnimationFrame').map(({ ts }) => ts);
  const of = (/** @type {(event: TraceEvent) => boolean} */ counts) => {
    const spent = frames.map(() => 0);
    let end = 0;
    let frame = -1;
    for (const event of mine.filter(counts)) {
      const { ts, dur = 0 } = event;
      while (frame + 1 < frames.length && frames[frame + 1] <= ts) frame += 1;
      // Nested events are not counted twice.
      if (frame >= 0 && ts >= end) spent[frame] += (event[time] ?? 0) / 1000;
      end = Math.max(end, ts + dur);
    }
    return spent.sort((a, b) => a - b);
  };
  const { script, style, layout, paint } = WORK;
  return {
    script: of(({ name }) => script.has(name)),
    style: of(({ name }) => style.has(name)),
    layout: of(({ name }) => layout.has(name)),
    paint: of(({ name }) => paint.has(name)),
    all: of(() => true),
  };
}

/** @param {string[]} names */
function mostFrequent(names) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return Array.from(counts).sort((a, b) => b[1] - a[1])[0]?.[0];
}

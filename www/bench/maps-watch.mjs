/** Measures a page from outside: the memory of its processes, and the time of its scripts in each frame. */
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
 * The bytes of memory of the page's processes without mapped files, or null if the system does not report it.
 *
 * @param {import('playwright-core').CDPSession} session - a session of the browser
 */
export async function held(session) {
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
 * @param {() => Promise<T>} what
 * @returns {Promise<{ result: T, most: number }>} and the largest memory at any time
 */
export async function mostHeld(session, what) {
  let most = 0;
  let over = false;
  const watching = (async () => {
    while (!over) {
      most = Math.max(most, (await held(session)) ?? 0);
      await new Promise((resolve) => {
        setTimeout(resolve, 20);
      });
    }
  })();
  const result = await what().finally(() => {
    over = true;
  });
  await watching;
  return { result, most };
}

/**
 * The milliseconds of script in each frame of a trace: everything that ran on the main thread from one
 * frame's callbacks to the next's; and the processor time, which is less if other programs were running.
 *
 * @param {Buffer} trace - as Chromium writes it
 * @returns {{ taken: number[], worked: number[] }} each ascending
 */
export function scriptByFrame(trace) {
  /** @type {{ name: string, ph: string, ts: number, dur?: number, tdur?: number, pid: number, tid: number, args: any }[]} */
  const events = JSON.parse(trace.toString('utf8')).traceEvents;
  const busiest = most(
    events.filter(({ name }) => name === 'FireAnimationFrame').map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const mine = events
    .filter(({ pid, tid, ph, name }) => `${pid} ${tid}` === busiest && ph === 'X' && SCRIPT.has(name))
    .sort((a, b) => a.ts - b.ts);
  const frames = mine.filter(({ name }) => name === 'FireAnimationFrame').map(({ ts }) => ts);
  const spent = frames.map(() => ({ taken: 0, worked: 0 }));
  let end = 0;
  let frame = -1;
  for (const { ts, dur = 0, tdur = 0 } of mine) {
    while (frame + 1 < frames.length && frames[frame + 1] <= ts) frame += 1;
    // Nested events are not counted twice.
    if (frame >= 0 && ts >= end) {
      spent[frame].taken += dur / 1000;
      spent[frame].worked += tdur / 1000;
    }
    end = Math.max(end, ts + dur);
  }
  const sorted = (/** @type {'taken' | 'worked'} */ name) =>
    spent.map((each) => each[name]).sort((a, b) => a - b);
  return { taken: sorted('taken'), worked: sorted('worked') };
}

/** @param {string[]} names */
function most(names) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return Array.from(counts).sort((a, b) => b[1] - a[1])[0]?.[0];
}

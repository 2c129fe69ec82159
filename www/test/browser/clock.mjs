import { settled } from './idle.mjs';

/**
 * Replaces the clock of a page, so that what happens in a given time does not depend on the machine. Time
 * passes only by `passTime`, a global function. Timers with a delay fire then; timers without one are
 * tasks, as before.
 *
 * @param {import('playwright-core').Page} page
 */
export function setClock(page) {
  return page.evaluate(() => {
    const { setTimeout: soon, clearTimeout: clear } = globalThis;
    let now = performance.now();
    let last = 0;
    /** By their ids, which are negative. @type {Map<number, { at: number, call: () => void }>} */
    const timers = new Map();
    Object.assign(globalThis, {
      setTimeout(/** @type {() => void} */ call, delay = 0) {
        if (delay <= 0) return soon(call);
        last -= 1;
        timers.set(last, { at: now + delay, call });
        return last;
      },
      clearTimeout: (/** @type {number} */ id) => timers.delete(id) || clear(id),
      passTime(/** @type {number} */ time) {
        now += time;
        for (const [id, { at, call }] of [...timers]) if (at <= now && timers.delete(id)) call();
      },
    });
    performance.now = () => now;
  });
}

/**
 * Lets time pass on a page whose clock is replaced, and waits until what is animated is drawn.
 *
 * @param {import('playwright-core').Page} page
 * @param {number} time - in milliseconds
 */
export async function passTime(page, time) {
  await page.evaluate(async (each) => {
    /** @type {any} */ (globalThis).passTime(each);
    // The callbacks of this frame draw; in the next one they are done.
    for (let frame = 0; frame < 2; frame += 1)
      await new Promise((done) => {
        requestAnimationFrame(done);
      });
  }, time);
  await settled(page);
}

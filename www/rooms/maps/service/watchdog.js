/** Milliseconds between two checks. */
const TICK = 200;

/**
 * Watches a worker while it is busy. After one check without a message it is pinged; after `limit`
 * milliseconds of silence, `expired` is called.
 *
 * @param {object} rules
 * @param {() => boolean} rules.isBusy - whether a reply is expected
 * @param {() => number} rules.limit - the milliseconds for which the worker may be silent now
 * @param {() => void} rules.ping
 * @param {() => void} rules.expired
 */
export function watchdog({ isBusy, limit, ping, expired }) {
  let ticks = 0;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let timer;
  function check() {
    // Checks are counted instead of time: after the machine slept, or the page was busy, only one check is
    // due and not hundreds.
    ticks += 1;
    if (ticks === 1) return ping();
    if (ticks * TICK < limit()) return undefined;
    ticks = 0;
    return expired();
  }
  return {
    /** The worker sent a message. */
    reset() {
      ticks = 0;
    },
    /** Starts or stops the timer, as `isBusy` says. */
    update() {
      if (isBusy()) timer ??= setInterval(check, TICK);
      else {
        clearInterval(timer);
        timer = undefined;
        ticks = 0;
      }
    },
  };
}

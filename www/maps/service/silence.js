/** It is looked after so often, in milliseconds. */
const TICK = 1000;

/**
 * Tells when nothing was heard for too long while something is waited for.
 *
 * @param {object} rules
 * @param {() => boolean} rules.waits - whether something is waited for
 * @param {() => number} rules.most - so many ticks may pass
 * @param {() => void} rules.ask - asks for a sign, after each tick
 * @param {() => void} rules.tooLong
 */
export function silence({ waits, most, ask, tooLong }) {
  let ticks = 0;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let clock;
  function tick() {
    // Ticks are counted, and not time: after the machine has slept, nobody was silent.
    ticks += 1;
    if (ticks <= most()) return ask();
    ticks = 0;
    return tooLong();
  }
  return {
    heard() {
      ticks = 0;
    },
    /** Begins or ends looking after it, as things are. */
    look() {
      if (!waits()) {
        clearInterval(clock);
        clock = undefined;
      } else clock ??= setInterval(tick, TICK);
    },
  };
}

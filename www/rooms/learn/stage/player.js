import { html } from '../../../ui/html.js';
/** @import { Strings } from '../../../words/languages.js' */

/**
 * Plays the motion of a step: calls back in each frame until it is over. Readers who prefer reduced motion
 * get none.
 *
 * @param {() => void} draw
 */
export function player(draw) {
  /**
   * The time of the clock at which the motion began, the time in the motion at which it ends, and the time
   * at which it is held, in milliseconds; null without motion.
   *
   * @type {{ began: number, until: number, held: number | null } | null}
   */
  let run = null;
  let frame = 0;
  let isSlow = false;
  /** The milliseconds of the clock for a millisecond of the motion. */
  const pace = () => (isSlow ? SLOWER : 1);

  // Created once, because a new query forces a style update.
  const still = globalThis.matchMedia?.('(prefers-reduced-motion: reduce)');
  const isWanted = () => !still?.matches;

  function tick() {
    frame = 0;
    if (!run || run.held !== null) return;
    if (Number(time()) >= run.until) run = null;
    else frame = requestAnimationFrame(tick);
    draw();
  }

  /** The time in the motion, in milliseconds; null without motion. */
  const time = () => (run ? (run.held ?? Math.max(0, performance.now() - run.began) / pace()) : null);

  function end() {
    if (!run) return;
    run = null;
    queueMicrotask(draw);
  }

  return {
    isWanted,
    /**
     * @param {number} until - the time in the motion at which it ends, in milliseconds; 0 for no motion
     * @param {number} [from] - the time in the motion at which it starts
     */
    start(until, from = 0) {
      const began = performance.now() - from * pace();
      run = until > from && isWanted() ? { began, until, held: null } : null;
      if (run && frame === 0) frame = requestAnimationFrame(tick);
    },
    /**
     * Moves to the next or the previous of some times in the motion, and stays there. After the last one the
     * motion ends.
     *
     * @param {number[]} times - in their order
     * @param {number} by - 1 or -1
     */
    move(times, by) {
      const now = time() ?? Infinity;
      const held = by > 0 ? times.find((each) => each > now) : times.filter((each) => each < now).at(-1);
      if (held === undefined) return by > 0 ? end() : undefined;
      run = { began: 0, until: Infinity, held };
      return draw();
    },
    end,
    time,
    isSlow: () => isSlow,
    /** Makes this motion and the following ones slower, or as quick as before. */
    toggleSlow() {
      const now = time();
      isSlow = !isSlow;
      if (run && now !== null) run.began = performance.now() - now * pace();
      draw();
      return true;
    },
  };
}

/** How much longer motions take if the reader wants them slower. */
const SLOWER = 2.5;

/**
 * The button that makes motions slower. It is there while a motion plays.
 *
 * @param {{ isOn: boolean, toggle: () => void, t: Strings }} props
 */
export const Slower = ({ isOn, toggle, t }) =>
  html`<button type="button" class="quiet slower" aria-pressed=${String(isOn)} onClick=${toggle}>
    ${t.stage.slower}
  </button>`;

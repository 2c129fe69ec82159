/**
 * Plays the motion of a step: calls back in each frame until it is over. Readers who prefer reduced motion
 * get none.
 *
 * @param {() => void} draw
 */
export function player(draw) {
  /**
   * Start time and duration in milliseconds; null without motion.
   *
   * @type {{ from: number, lasts: number } | null}
   */
  let run = null;
  let frame = 0;

  // Created once, because a new query forces a style update.
  const still = globalThis.matchMedia?.('(prefers-reduced-motion: reduce)');
  const isWanted = () => !still?.matches;

  function tick() {
    frame = 0;
    if (!run) return;
    if (performance.now() - run.from >= run.lasts) run = null;
    else frame = requestAnimationFrame(tick);
    draw();
  }

  return {
    isWanted,
    /** @param {number} lasts - duration in milliseconds; 0 for no motion */
    start(lasts) {
      run = lasts > 0 && isWanted() ? { from: performance.now(), lasts } : null;
      if (run && frame === 0) frame = requestAnimationFrame(tick);
    },
    end() {
      if (!run) return;
      run = null;
      if (frame === 0) frame = requestAnimationFrame(tick);
      else queueMicrotask(draw);
    },
    /** Milliseconds since the motion began; null without motion. */
    time: () => (run ? Math.max(0, performance.now() - run.from) : null),
  };
}

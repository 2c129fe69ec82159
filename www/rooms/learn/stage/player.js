/**
 * Plays the motion of a step: calls back in each frame until it is over. There is no motion for readers who
 * asked for none.
 *
 * @param {() => void} draw
 */
export function player(draw) {
  /**
   * When it began, and how long it takes, milliseconds; null when nothing moves.
   *
   * @type {{ from: number, lasts: number } | null}
   */
  let run = null;
  let frame = 0;

  // Asked once: a new query makes the browser bring the styles of the page up to date.
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
    /** @param {number} lasts - milliseconds; 0 moves nothing */
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
    /** Milliseconds since the motion began; null when nothing moves. */
    time: () => (run ? Math.max(0, performance.now() - run.from) : null),
  };
}

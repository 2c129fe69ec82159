/**
 * Counts the work that was begun and is not finished: figures that start or load numbers, requested
 * draws, and requests to a worker. Motion, playback, and what is prepared for later do not count. All
 * figures of a page share the count.
 */

/** The number of unfinished pieces of work. */
let count = 0;

/** Begins a piece of work. Returns a function that ends it. */
export function beginWork() {
  let isOver = false;
  count += 1;
  return () => {
    if (!isOver) count -= 1;
    isOver = true;
  };
}

/** Counts work until a promise is settled. @template T @param {Promise<T>} work @returns {Promise<T>} */
export function track(work) {
  return work.finally(beginWork());
}

/**
 * Calls back in the next frame.
 *
 * @param {(now: number) => void} call
 * @returns {() => void} cancels the call
 */
export function inNextFrame(call) {
  const end = beginWork();
  const frame = requestAnimationFrame((now) => {
    try {
      call(now);
    } finally {
      end();
    }
  });
  return () => {
    cancelAnimationFrame(frame);
    end();
  };
}

/**
 * Resolves when all work is finished, and its results are drawn. Changes of sizes and styles, which may
 * request another draw, are reported at the end of a frame, so a frame must pass.
 */
export async function whenIdle() {
  do
    await new Promise((resolve) => {
      requestAnimationFrame(() => setTimeout(resolve));
    });
  while (count > 0);
}

/** @import { MaskState } from './types.js' */

/**
 * Plays the mask row by row, over time or in steps.
 *
 * @param {object} host
 * @param {() => MaskState} host.state - the current state, which may be newer than the drawn one
 * @param {(patch: Partial<MaskState>) => void} host.show
 * @param {() => void} host.requestRender
 */
export function player({ state, show, requestRender }) {
  let frame = 0;

  /** @param {number} rows */
  function go(rows) {
    const { queries, cursor } = state();
    show({
      rows: rows >= queries ? null : rows,
      cursor: { query: Math.min(rows, queries) - 1, key: cursor.key },
    });
  }
  function play() {
    const from = state().rows ?? 0;
    const began = performance.now();
    const tick = (/** @type {number} */ now) => {
      const { queries, speed, rows } = state();
      const to = Math.min(queries, from + 1 + Math.floor((Math.max(0, now - began) / 1000) * speed));
      if (to !== rows) go(to);
      if (to < queries) frame = requestAnimationFrame(tick);
      else stop();
    };
    frame = requestAnimationFrame(tick);
    requestRender();
  }
  function stop() {
    if (frame === 0) return;
    cancelAnimationFrame(frame);
    frame = 0;
    requestRender();
  }

  return {
    get isPlaying() {
      return frame !== 0;
    },
    stop,
    toggle: () => (frame ? stop() : play()),
    /** Moves by a number of rows. After the last row comes the first. @param {number} by */
    step(by) {
      stop();
      const { rows, queries } = state();
      const to = rows === null && by > 0 ? 1 : (rows ?? queries) + by;
      go(Math.max(1, Math.min(queries, to)));
    },
    /** Continues from the current row at another speed. @param {MaskState['speed']} speed */
    setSpeed(speed) {
      const playing = frame !== 0;
      stop();
      show({ speed });
      if (playing) play();
    },
  };
}

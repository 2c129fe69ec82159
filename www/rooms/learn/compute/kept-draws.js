/** @import { DrawOptions, MatrixData } from '../../../engine/attention.js' */

/** @typedef {typeof import('../../../engine/attention.js')} Engine */

/**
 * An engine that keeps the matrices that it drew last: an edit changes cells, but neither the seed nor the shapes. The
 * matrices are shared by the calls and must not be modified.
 *
 * @param {Engine} engine
 * @returns {Engine}
 */
export function keepingDraws(engine) {
  let asked = '';
  /** @type {MatrixData[]} */
  let drawn = [];
  /** @param {number} seed @param {DrawOptions[]} draws */
  const draw = (seed, draws) => {
    const now = JSON.stringify([seed, draws]);
    if (now !== asked) {
      drawn = engine.draw(seed, draws);
      asked = now;
    }
    return drawn;
  };
  return { ...engine, draw };
}

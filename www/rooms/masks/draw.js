import { layOut } from './geometry.js';
import { memoizedLast } from './model.js';
import { imageOptions } from './scene.js';
import { costModelOf, drawOptions } from './session.js';
/** @import { Appearance } from '../../element/surroundings.js' */
/** @import { MaskState } from './types.js' */

/** The width of the row numbers of a map, and the gap between two maps, in CSS pixels. */
const [AXIS, GAP] = [42, 18];
/** The smallest width at which the three maps are side by side, in CSS pixels. */
export const SIDE_BY_SIDE = 540;
/** The bounds of the side of a map, in CSS pixels. A larger map would leave too little space for the rest. */
const [SMALLEST, LARGEST] = [60, 400];

/**
 * How long a frame computes scores, in milliseconds. Millions of scores take longer than a frame; they are
 * computed in parts, so that the page answers meanwhile.
 */
const PREPARING = 10;

/**
 * Computes scores that a state needs, for a part of a frame, and returns whether all are there.
 *
 * @param {Pick<typeof import('../../engine/masks.js'), 'maskPrepare'>} engine
 * @param {MaskState} state
 */
export function prepared({ maskPrepare }, state) {
  const options = drawOptions(state);
  const end = performance.now() + PREPARING;
  do if (maskPrepare(options)) return true;
  while (performance.now() < end);
  return false;
}

/**
 * Draws the three maps in one call of the engine, if anything visible in them has changed.
 *
 * @param {Pick<typeof import('../../engine/masks.js'), 'maskDraw'>} engine
 */
export function painter(engine) {
  const draw = memoizedLast(engine.maskDraw);

  /**
   * @param {MaskState} state
   * @param {Appearance} appearance
   * @param {number} width - of all three maps, in CSS pixels
   * @param {boolean} withCosts - whether the cost of the mask is computed too
   */
  return (state, { theme, ratio }, width, withCosts) => {
    const columns = width >= SIDE_BY_SIDE ? 3 : 1;
    const available = Math.floor((width - (columns - 1) * GAP) / columns) - AXIS;
    const geometry = layOut(state, Math.max(SMALLEST, Math.min(LARGEST, available)), ratio);
    const options = {
      ...imageOptions(state, theme, geometry.image),
      ...(withCosts ? { model: costModelOf(state) } : {}),
    };
    return { geometry, drawing: draw(options) };
  };
}

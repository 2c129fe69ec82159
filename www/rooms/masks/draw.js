import { layOut } from './geometry.js';
import { drawnFrom, modelOf } from './session.js';
/** @import { MaskDrawing } from '../../engine/masks.js' */
/** @import { Appearance } from '../../element/appearance.js' */
/** @import { MaskState } from './types.js' */

/** The width of the row numbers beside a map, and the gap between two maps, in CSS pixels. */
const [AXIS, GAP] = [42, 18];
/** The least width at which the three maps are side by side, in CSS pixels; also used by the style sheet. */
export const SIDE_BY_SIDE = 540;
/** A larger map shows no more and leaves no space for the rest of the room. */
const LARGEST = 400;

/**
 * Draws the three maps in one call of the engine, if anything visible in them has changed.
 *
 * @param {Pick<typeof import('../../engine/masks.js'), 'maskDraw'>} engine
 */
export function painter(engine) {
  let drawn = '';
  /** @type {MaskDrawing | null} */
  let drawing = null;

  /**
   * @param {MaskState} state
   * @param {Appearance} appearance
   * @param {number} width - for all three, CSS pixels
   * @param {boolean} counted - whether the figures of the cost are computed too
   */
  return (state, { theme, ratio }, width, counted) => {
    const across = width >= SIDE_BY_SIDE ? 3 : 1;
    const room = Math.max(60, Math.min(LARGEST, Math.floor((width - (across - 1) * GAP) / across) - AXIS));
    const geometry = layOut(state, room, ratio);
    const { queries, rows, map, scale } = state;
    const options = {
      ...drawnFrom(state),
      rows: rows ?? queries,
      map,
      theme,
      ...geometry.image,
      ...(counted ? { model: modelOf(state) } : {}),
      ...(scale === 'one' ? { weightsHigh: 1 } : {}),
    };
    const now = JSON.stringify(options);
    if (now !== drawn || !drawing) drawing = engine.maskDraw(options);
    drawn = now;
    return { geometry, drawing };
  };
}

/** @import { State } from '../../types.js' */

const THEMES = /** @type {const} */ (['light', 'dark']);

/** @typedef {{ fill: string[], ink: string[] }} Colors - CSS colors of cells and of the text in them */

/**
 * The colors of the cells of a heatmap, as CSS that follows the theme.
 *
 * @param {{ engine: Pick<typeof import('../../engine/attention.js'), 'paintPixels' | 'inkColors'>, map: State['map'] }} context
 * @param {ArrayLike<number>} values
 * @param {{ kind: 'sequential' | 'diverging', high: number }} scale - from 0 to `high`, or from `-high` to
 *   `high`
 * @returns {Colors}
 */
export function colorsOf({ engine, map }, values, { kind, high }) {
  const size = { rows: 1, cols: values.length, cellWidth: 1, cellHeight: 1, gap: 0 };
  const scale = { kind, low: kind === 'sequential' ? 0 : -high, high };
  const { dark, light } = engine.inkColors();
  const [day, night] = THEMES.map((theme) => {
    const options = { ...size, ...scale, map, theme };
    const { pixels, inks } = engine.paintPixels(
      options,
      Float64Array.from(values),
      new Uint8Array(values.length),
    );
    return {
      fill: Array.from(values, (_, i) => `rgb(${pixels.subarray(4 * i, 4 * i + 3).join(' ')})`),
      ink: Array.from(values, (_, i) => (inks[i] === 1 ? light : dark)),
    };
  });
  const both = (/** @type {'fill' | 'ink'} */ part) =>
    day[part].map((each, i) => (each === night[part][i] ? each : `light-dark(${each}, ${night[part][i]})`));
  return { fill: both('fill'), ink: both('ink') };
}

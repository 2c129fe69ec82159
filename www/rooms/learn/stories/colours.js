/** @import { StoryContext } from './story-step.js' */

const THEMES = /** @type {const} */ (['light', 'dark']);

/**
 * The colours of the cells of a heatmap, and the ink that is read on each, as CSS. They follow the theme by
 * themselves.
 *
 * @typedef {{ fill: string[], ink: string[] }} Colours
 */

/**
 * @param {Pick<StoryContext, 'engine' | 'map'>} context
 * @param {ArrayLike<number>} values
 * @param {{ kind: 'sequential' | 'diverging', high: number }} scale - up from 0, or both ways from it
 * @returns {Colours}
 */
export function coloursOf({ engine, map }, values, { kind, high }) {
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

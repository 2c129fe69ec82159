import { number, localized } from '../../format/display.js';
import { ticks } from '../../ui/labels.js';
import { drawOptions } from './session.js';
/** @import { Grid } from '../../ui/grid.js' */
/** @import { Strings } from '../../words/languages.js' */
/** @import { MapName, MaskState } from './types.js' */

/** The decimals at the ends of a scale. */
const DECIMALS = { scores: 2, weights: 4 };
/** The maps of a mask, in order. */
export const MAPS = /** @type {MapName[]} */ (['pattern', 'scores', 'weights']);

/**
 * The options with which the engine draws the maps of a state.
 *
 * @template I
 * @param {MaskState} state
 * @param {'light' | 'dark'} theme
 * @param {I} image - the size of the images
 */
export function imageOptions(state, theme, image) {
  const { queries, rows, map, scale } = state;
  return {
    ...drawOptions(state),
    rows: rows ?? queries,
    map,
    theme,
    ...image,
    ...(scale === 'one' ? { weightsHigh: 1 } : {}),
  };
}

/**
 * The options with which the engine draws a single cell for the legend of the pattern. They have the options
 * of the maps, so that the engine keeps their scores in its cache: computing them takes long for many tokens.
 *
 * @template I
 * @param {MaskState} state
 * @param {'light' | 'dark'} theme
 * @param {'all' | 'none'} text
 * @param {I} image
 */
export function sampleOptions(state, theme, text, image) {
  return { ...drawOptions(state), text, queries: 1, keys: 1, map: state.map, theme, ...image };
}

/**
 * What is around the cells of a map, on the page and in pictures: its heading, the numbers at its axes, and
 * its legend, which is a color scale, or samples of cells for the pattern.
 *
 * @param {MapName} name
 * @param {Grid} grid
 * @param {Record<'scores' | 'weights', { low: number, high: number }>} scale
 * @param {Strings} t
 * @param {{ across: number, down: number }} space - for a number at an axis
 */
export function sceneOfMap(name, grid, scale, t, space) {
  const words = t.masks;
  const numbers = (/** @type {number} */ count, /** @type {number} */ length, /** @type {number} */ least) =>
    ticks(count, length, least).map((at) => ({ text: String(at), at: ((at + 0.5) * length) / count }));
  return {
    heading: words.maps[name],
    across: numbers(grid.cols, grid.width, space.across),
    down: numbers(grid.rows, grid.height, space.down),
    legend:
      name === 'pattern'
        ? { kind: null, allowed: words.allowed, masked: words.maskedSample }
        : {
            kind: /** @type {'diverging' | 'sequential'} */ (name === 'scores' ? 'diverging' : 'sequential'),
            low: localized(number(scale[name].low, DECIMALS[name]), t.language),
            high: localized(number(scale[name].high, DECIMALS[name]), t.language),
          },
  };
}

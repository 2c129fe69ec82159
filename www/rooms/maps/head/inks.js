/** @import { MapsModel } from '../types.js' */

/**
 * The colors of the page for drawings over the pixels.
 *
 * @typedef {{ ink: string, soft: string, line: string, accent: string, paper: string, faint: string, focus: string }} Inks
 */

/** The CSS property of the probe that the style sheet sets to each color. */
const PROPERTIES = /** @type {const} */ ({
  ink: 'color',
  paper: 'backgroundColor',
  soft: 'borderTopColor',
  line: 'borderRightColor',
  accent: 'borderBottomColor',
  faint: 'borderLeftColor',
  focus: 'outlineColor',
});

/**
 * Reads the colors of the page, once for each appearance.
 *
 * @param {HTMLElement} probe - with the style of `.probe`
 * @returns {(appearance: MapsModel['appearance']) => Inks}
 */
export function inkReader(probe) {
  /** @type {MapsModel['appearance'] | null} */
  let cached = null;
  /** @type {Inks} */
  let inks;
  return (appearance) => {
    if (appearance !== cached) {
      const style = getComputedStyle(probe);
      inks = /** @type {Inks} */ (
        Object.fromEntries(Object.entries(PROPERTIES).map(([name, property]) => [name, style[property]]))
      );
      cached = appearance;
    }
    return inks;
  };
}

/** @import { MapsModel } from '../types.js' */

/**
 * The colors of the page for drawings over the pixels.
 *
 * @typedef {{ ink: string, soft: string, line: string, accent: string, paper: string, faint: string, focus: string }} Inks
 */

/** The property of the probe for each color. The style sheet sets it, and its computed value is read. */
const CARRIERS = /** @type {const} */ ({
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
  let read = null;
  /** @type {Inks} */
  let inks;
  return (appearance) => {
    if (appearance !== read) {
      const style = getComputedStyle(probe);
      inks = /** @type {Inks} */ (
        Object.fromEntries(Object.entries(CARRIERS).map(([name, property]) => [name, style[property]]))
      );
      read = appearance;
    }
    return inks;
  };
}

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

/**
 * Strokes the current path in the accent color, with a rim that is visible on every color.
 *
 * @param {CanvasRenderingContext2D} context @param {Inks} inks @param {number} [scale] - of the widths
 */
export function strokeAccent(context, { paper, accent }, scale = 1) {
  context.lineWidth = 4 * scale;
  context.strokeStyle = paper;
  context.stroke();
  context.lineWidth = 2 * scale;
  context.strokeStyle = accent;
  context.stroke();
}

/** The fonts of figures for print. */

/** By name: the families of drawings and canvases. The PDF has the first one in it. */
export const FONTS = Object.freeze({
  serif:
    '"Source Serif 4", "Source Serif Pro", "Iowan Old Style", "Palatino Linotype", Palatino, Georgia, serif',
  sans: '"Source Sans 3", "Source Sans Pro", "Helvetica Neue", Helvetica, Arial, sans-serif',
});

/** @typedef {keyof typeof FONTS} FontName */

/**
 * Measures a text in points.
 *
 * @typedef {(text: string, size: number, bold?: boolean) => number} PrintMeasure
 */

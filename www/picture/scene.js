import { legendPiece } from './legend.js';
import { LEADING, lines } from './lines.js';
import table from './colors.json' with { type: 'json' };
/** @import { Bar, Kind, Measure, Piece, Sample, Scene, Shape, Span, Theme } from './types.js' */

/**
 * The colors of the page in pictures, which cannot use its custom properties. Hatches and crosses have the
 * colors of the engine.
 */
export const COLORS = table;

/** The padding of a picture. */
export const PAD = 28;
/** Font sizes. `SMALL` is for labels and the legend. */
export const [TITLE, TEXT, SMALL] = [19, 13, 12];

/**
 * A text as a shape. By default it is small and starts at `x`.
 *
 * @param {string | Span[]} text
 * @param {number} x
 * @param {number} y
 * @param {Pick<Kind<'text'>, 'fill'> & Partial<Kind<'text'>>} options
 * @returns {Kind<'text'>}
 */
export function written(text, x, y, options) {
  return { kind: 'text', x, y, text, size: SMALL, anchor: 'start', ...options };
}

/**
 * Translates shapes.
 *
 * @param {Shape[]} shapes
 * @param {number} dx
 * @param {number} dy
 */
export function moved(shapes, dx, dy) {
  return shapes.map((shape) => ({ ...shape, x: shape.x + dx, y: shape.y + dy }));
}

/**
 * A picture: title, description, body, legend and captions, one below the other.
 *
 * @param {{ title: string, lead?: string, body: Piece, legend?: { bars: Bar[], samples: Sample[] }, captions?: string[] }} picture
 * @param {{ theme: Theme, measure: Measure, narrowest?: number }} options - `narrowest` is the minimum width,
 *   with the padding
 * @returns {Scene}
 */
export function sheetOf(
  { title, lead = '', body, legend = { bars: [], samples: [] }, captions = [] },
  { theme, measure, narrowest = 420 },
) {
  const colors = COLORS[theme];
  const width = Math.ceil(Math.max(narrowest - 2 * PAD, body.width));
  /** @type {Shape[]} */
  const shapes = [];
  let top = PAD;
  const paragraph = (
    /** @type {string} */ text,
    /** @type {number} */ size,
    /** @type {string} */ fill,
    bold = false,
  ) => {
    for (const line of lines(text, width, size, measure)) {
      shapes.push(written(line, PAD, top + size, { size, fill, bold }));
      top += size * LEADING;
    }
  };
  const place = (/** @type {Piece} */ piece) => {
    shapes.push(...moved(piece.shapes, PAD, top));
    top += piece.height;
  };
  paragraph(title, TITLE, colors.ink, true);
  paragraph(lead, TEXT, colors.soft);
  top = Math.ceil(top + 10);
  place(body);
  top = Math.ceil(top + 20);
  const legendBelow = legendPiece(legend, { width, size: SMALL, colors, measure });
  if (legendBelow.height > 0) {
    place(legendBelow);
    top += 14;
  }
  for (const caption of captions) {
    paragraph(caption, TEXT, colors.soft);
    top += 3;
  }
  return { width: width + 2 * PAD, height: Math.ceil(top + PAD - 8), paper: colors.paper, title, shapes };
}

import { COLOURS } from './colours.js';
import { legendPiece } from './legend.js';
import { LEADING, lines } from './text.js';
/** @import { Bar, Kind, Measure, Piece, Sample, Scene, Shape, Theme } from './types.js' */

/** The padding of a picture. */
export const PAD = 28;
export const [TITLE, TEXT, SMALL] = [19, 13, 12];

/**
 * A text as a shape, by default small and aligned at its start.
 *
 * @param {string} text
 * @param {number} x
 * @param {number} y
 * @param {Pick<Kind<'text'>, 'fill'> & Partial<Kind<'text'>>} how
 * @returns {Kind<'text'>}
 */
export function written(text, x, y, how) {
  return { kind: 'text', x, y, text, size: SMALL, anchor: 'start', ...how };
}

/**
 * Translates shapes.
 *
 * @param {Shape[]} shapes
 * @param {number} across
 * @param {number} down
 */
export function moved(shapes, across, down) {
  return shapes.map((shape) => ({ ...shape, x: shape.x + across, y: shape.y + down }));
}

/**
 * A picture: title, description, body, legend and captions, one below the other.
 *
 * @param {{ title: string, lead?: string, body: Piece, legend?: { bars: Bar[], samples: Sample[] }, captions?: string[] }} picture
 * @param {{ theme: Theme, measure: Measure, narrowest?: number }} how - the minimum width, with room for the
 *   texts
 * @returns {Scene}
 */
export function sheetOf(
  { title, lead = '', body, legend = { bars: [], samples: [] }, captions = [] },
  { theme, measure, narrowest = 420 },
) {
  const colours = COLOURS[theme];
  const room = Math.ceil(Math.max(narrowest - 2 * PAD, body.width));
  /** @type {Shape[]} */
  const shapes = [];
  let down = PAD;
  const paragraph = (
    /** @type {string} */ text,
    /** @type {number} */ size,
    /** @type {string} */ fill,
    bold = false,
  ) => {
    for (const line of lines(text, room, size, measure)) {
      shapes.push(written(line, PAD, down + size, { size, fill, bold }));
      down += size * LEADING;
    }
  };
  const place = (/** @type {Piece} */ piece) => {
    shapes.push(...moved(piece.shapes, PAD, down));
    down += piece.height;
  };
  paragraph(title, TITLE, colours.ink, true);
  paragraph(lead, TEXT, colours.soft);
  down = Math.ceil(down + 10);
  place(body);
  down = Math.ceil(down + 20);
  const meant = legendPiece(legend, { width: room, size: SMALL, colours, measure });
  if (meant.height > 0) {
    place(meant);
    down += 14;
  }
  for (const caption of captions) {
    paragraph(caption, TEXT, colours.soft);
    down += 3;
  }
  return { width: room + 2 * PAD, height: Math.ceil(down + PAD - 8), paper: colours.paper, title, shapes };
}

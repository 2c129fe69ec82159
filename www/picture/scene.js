import { LEADING, lines, fitted } from './lines.js';
import table from './colors.json' with { type: 'json' };
import { crossed, hatched } from './cells.js';
import { LANGUAGE_IDS } from '../state/languages.js';
import { messages } from '../words/languages.js';
import { texts } from './words/index.js';
/** @import { Bar, Kind, Measure, Piece, Sample, Scene, Shape, Span, Theme } from './types.js' */
/** @import { Strings } from '../words/languages.js' */
/** @import { Language } from '../state/languages.js' */

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

/** With this font size: the maximum width of a color bar, its height, and the side of a sample. */
const [SIZE, BAR_WIDTH, BAR_HEIGHT, SAMPLE] = [12, 260, 12, 14];
/** The number of colors in a bar. */
export const STEPS = 128;

/**
 * The legend of a picture: color bars side by side, and below them a sample of each mark.
 *
 * @param {{ bars: Bar[], samples: Sample[] }} legend
 * @param {object} options
 * @param {number} options.width
 * @param {number} options.size - of texts
 * @param {Omit<typeof COLORS['light'], 'ground'> & { ground: string | null }} options.colors
 * @param {Measure} options.measure
 * @param {number} [options.thickness] - of lines
 * @returns {Piece}
 */
export function legendPiece({ bars, samples }, { width, size, colors, measure, thickness = 1 }) {
  const unit = size / SIZE;
  const [barHeight, side, beside] = [BAR_HEIGHT * unit, SAMPLE * unit, (SAMPLE + 8) * unit];
  /** @type {Shape[]} */
  const shapes = [];
  const columnWidth = width / bars.length;
  const textWidth = columnWidth - 20 * unit;
  const barWidth = Math.min(BAR_WIDTH * unit, textWidth);
  let height = 0;
  /** @type {(text: string, x: number, y: number, fill?: string, anchor?: 'start' | 'middle' | 'end') => void} */
  const write = (text, x, y, fill = colors.ink, anchor = 'start') =>
    void shapes.push({ kind: 'text', x, y, text, size, fill, anchor });
  bars.forEach(({ text, rows = 1, pixels, ticks }, index) => {
    const left = index * columnWidth;
    let top = 0;
    for (const line of lines(text, textWidth, size, measure)) {
      write(line, left, top + size);
      top += size * LEADING;
    }
    top += 3 * unit;
    const bar = { x: left, y: top, width: barWidth, height: barHeight };
    shapes.push(
      { kind: 'cells', ...bar, rows, cols: pixels.length / 4 / rows, pixels },
      { kind: 'frame', ...bar, stroke: colors.line, thickness },
    );
    for (const { at, text: value, share } of ticks) {
      const anchor = at === 0 ? 'start' : at === 1 ? 'end' : 'middle';
      const x = left + at * barWidth;
      const baseline = top + barHeight + size + 3 * unit;
      write(value, x, baseline, colors.ink, anchor);
      if (share) write(share, x, baseline + size * LEADING, colors.soft, anchor);
    }
    const tickLines = ticks.some(({ share }) => share) ? 2 : 1;
    height = Math.max(height, top + barHeight + 4 * unit + tickLines * size * LEADING);
  });
  for (const { kind, text, fill = colors.ink } of samples) {
    height += 8 * unit;
    const box = { x: 0, y: height, width: side, height: side };
    const ground = colors.ground ?? colors.paper;
    const frame = { kind: /** @type {const} */ ('frame'), ...box, thickness };
    if (kind === 'hatch') shapes.push(hatched(box, { ...colors, ground }));
    else if (kind === 'cross')
      shapes.push({ kind: 'rect', ...box, fill: ground }, ...crossed(box, colors.cross, thickness));
    else if (kind === 'fill') shapes.push({ kind: 'rect', ...box, fill }, { ...frame, stroke: colors.line });
    else shapes.push({ ...frame, stroke: colors[kind], dashed: kind === 'dashed' });
    write(fitted(text, width - beside, size, measure), beside, height + size - unit);
    height += side;
  }
  return { shapes, width, height };
}

/** The strings of pictures, by language. They are part of the picture script. */
export const WORDS = /** @type {Record<Language, Strings['picture']>} */ (
  Object.fromEntries(LANGUAGE_IDS.map((id) => [id, messages(texts[id], id).picture]))
);

import { crossed, hatched } from './cells.js';
import { fitted, LEADING, lines } from './lines.js';
/** @import { COLORS } from './scene.js' */
/** @import { Bar, Measure, Piece, Sample, Shape } from './types.js' */

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

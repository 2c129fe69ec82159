import { crossed, hatched } from './cells.js';
import { fitted, LEADING, lines } from './lines.js';
/** @import { COLORS } from './scene.js' */
/** @import { Bar, Measure, Piece, Sample, Shape } from './types.js' */

/** The maximum width of a color bar, its height, and the side of a sample. */
const [BAR_WIDTH, BAR_HEIGHT, SAMPLE] = [260, 12, 14];
/** The number of colors in a bar. */
export const STEPS = 128;

/**
 * The legend of a picture: color bars side by side, and below them a sample of each mark.
 *
 * @param {{ bars: Bar[], samples: Sample[] }} legend
 * @param {{ width: number, size: number, colors: typeof COLORS['light'], measure: Measure }} options
 * @returns {Piece}
 */
export function legendPiece({ bars, samples }, { width, size, colors, measure }) {
  /** @type {Shape[]} */
  const shapes = [];
  const columnWidth = width / bars.length;
  const textWidth = columnWidth - 20;
  const barWidth = Math.min(BAR_WIDTH, textWidth);
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
    top += 3;
    const bar = { x: left, y: top, width: barWidth, height: BAR_HEIGHT };
    shapes.push(
      { kind: 'cells', ...bar, rows, cols: pixels.length / 4 / rows, pixels },
      { kind: 'frame', ...bar, stroke: colors.line },
    );
    for (const { at, text: value, share } of ticks) {
      const anchor = at === 0 ? 'start' : at === 1 ? 'end' : 'middle';
      const x = left + at * barWidth;
      const baseline = top + BAR_HEIGHT + size + 3;
      write(value, x, baseline, colors.ink, anchor);
      if (share) write(share, x, baseline + size * LEADING, colors.soft, anchor);
    }
    const tickLines = ticks.some(({ share }) => share) ? 2 : 1;
    height = Math.max(height, top + BAR_HEIGHT + 4 + tickLines * size * LEADING);
  });
  for (const { kind, text, fill = colors.ink } of samples) {
    height += 8;
    const box = { x: 0, y: height, width: SAMPLE, height: SAMPLE };
    if (kind === 'hatch') shapes.push(hatched(box, colors));
    else if (kind === 'cross')
      shapes.push({ kind: 'rect', ...box, fill: colors.ground }, ...crossed(box, colors.cross));
    else if (kind === 'fill') shapes.push({ kind: 'rect', ...box, fill });
    else shapes.push({ kind: 'frame', ...box, stroke: colors[kind], dashed: kind === 'dashed' });
    write(fitted(text, width - SAMPLE - 8, size, measure), SAMPLE + 8, height + size - 1);
    height += SAMPLE;
  }
  return { shapes, width, height };
}

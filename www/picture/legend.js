import { fitted, LEADING, lines } from './text.js';
/** @import { COLOURS } from './colours.js' */
/** @import { Bar, Measure, Piece, Sample, Shape } from './types.js' */

const [WIDTH, HEIGHT, SAMPLE] = [260, 12, 14];
/** The number of steps of a bar. */
export const STEPS = 128;

/**
 * The legend of a picture: a bar for each scale, and a sample of each mark without a value.
 *
 * @param {{ bars: Bar[], samples: Sample[] }} legend
 * @param {{ width: number, size: number, colours: typeof COLOURS['light'], measure: Measure }} how
 * @returns {Piece}
 */
export function legendPiece({ bars, samples }, { width, size, colours, measure }) {
  /** @type {Shape[]} */
  const shapes = [];
  const room = width / bars.length - 20;
  let height = 0;
  /** @type {(text: string, x: number, y: number, fill?: string, anchor?: 'start' | 'middle' | 'end') => void} */
  const write = (text, x, y, fill = colours.ink, anchor = 'start') =>
    void shapes.push({ kind: 'text', x, y, text, size, fill, anchor });
  bars.forEach(({ text, pixels, ticks }, at) => {
    const from = (at * width) / bars.length;
    let down = 0;
    for (const line of lines(text, room, size, measure)) {
      write(line, from, down + size);
      down += size * LEADING;
    }
    down += 3;
    const wide = Math.min(WIDTH, room);
    const bar = { x: from, y: down, width: wide, height: HEIGHT };
    shapes.push(
      { kind: 'cells', ...bar, rows: 1, cols: pixels.length / 4, pixels },
      { kind: 'frame', ...bar, stroke: colours.line },
    );
    const rows = ticks.some(({ share }) => share) ? 2 : 1;
    for (const { at: share, text: value, share: percent } of ticks) {
      const anchor = share === 0 ? 'start' : share === 1 ? 'end' : 'middle';
      const x = from + share * wide;
      write(value, x, down + HEIGHT + size + 3, colours.ink, anchor);
      if (percent) write(percent, x, down + HEIGHT + size * (1 + LEADING) + 3, colours.soft, anchor);
    }
    height = Math.max(height, down + HEIGHT + 4 + rows * size * LEADING);
  });
  for (const { kind, text, fill = colours.ink } of samples) {
    height += 8;
    const box = { x: 0, y: height, width: SAMPLE, height: SAMPLE };
    if (kind === 'hatch' || kind === 'cross')
      shapes.push({ kind, ...box, ground: colours.ground, line: colours[kind] });
    else if (kind === 'fill') shapes.push({ kind: 'rect', ...box, fill });
    else shapes.push({ kind: 'frame', ...box, stroke: colours[kind], dashed: kind === 'dashed' });
    write(fitted(text, width - SAMPLE - 8, size, measure), SAMPLE + 8, height + size - 1);
    height += SAMPLE;
  }
  return { shapes, width, height: Math.max(0, height) };
}

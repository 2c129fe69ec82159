import { barOf, scaleTicks } from '../head/scale.js';
import { lines } from './text.js';
/** @import { Measure } from './text.js' */
/** @import { Paint, Picture, Shape } from './types.js' */

const [WIDTH, HEIGHT, SAMPLE, STEPS] = [260, 12, 14, 128];
const LEADING = 1.4;

/**
 * What the colours of a picture mean: a bar for each scale, and a sample of what is no colour.
 *
 * @param {Picture} picture
 * @param {Set<'hatch' | 'cross'>} gaps - what there is in the maps
 * @param {{ left: number, top: number, width: number, size: number, colours: Record<'ink' | 'soft' | 'line' | 'ground' | 'hatch' | 'cross', string> }} place
 * @param {{ measure: Measure, paint: Paint }} tools
 * @returns {{ shapes: Shape[], height: number }}
 */
export function legendShapes({ legends, words, map, theme }, gaps, { left, top, width, size, colours }, { measure, paint }) {
  /** @type {Shape[]} */
  const shapes = [];
  const room = width / legends.length - 20;
  let height = 0;
  legends.forEach(({ text, scale }, at) => {
    const from = left + (at * width) / legends.length;
    let down = top;
    for (const line of lines(text, room, size, measure)) {
      shapes.push({ kind: 'text', x: from, y: down + size, text: line, size, fill: colours.ink, anchor: 'start' });
      down += size * LEADING;
    }
    down += 3;
    const wide = Math.min(WIDTH, room);
    shapes.push({ kind: 'cells', x: from, y: down, width: wide, height: HEIGHT, rows: 1, cols: STEPS, pixels: paint({ rows: 1, cols: STEPS, data: barOf(scale, STEPS), map, theme, scale }) });
    shapes.push({ kind: 'frame', x: from, y: down, width: wide, height: HEIGHT, stroke: colours.line });
    const ticks = scaleTicks(scale);
    const rows = ticks.some(({ share }) => share) ? 2 : 1;
    ticks.forEach(({ at: share, text: value, share: percent }) => {
      const anchor = share === 0 ? 'start' : share === 1 ? 'end' : 'middle';
      const x = from + share * wide;
      shapes.push({ kind: 'text', x, y: down + HEIGHT + size + 3, text: value, size, fill: colours.ink, anchor });
      if (percent) shapes.push({ kind: 'text', x, y: down + HEIGHT + size * (1 + LEADING) + 3, text: percent, size, fill: colours.soft, anchor });
    });
    height = Math.max(height, down + HEIGHT + 4 + rows * size * LEADING - top);
  });
  for (const kind of gaps) {
    height += 8;
    const text = kind === 'hatch' ? words.gone : words.missing;
    shapes.push({ kind, x: left, y: top + height, width: SAMPLE, height: SAMPLE, ground: colours.ground, line: colours[kind] });
    shapes.push({ kind: 'text', x: left + SAMPLE + 8, y: top + height + size - 1, text, size, fill: colours.ink, anchor: 'start' });
    height += SAMPLE;
  }
  return { shapes, height };
}

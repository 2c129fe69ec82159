/** The color scales and samples below a figure for print, in points. */
import { truncated } from '../../../../ui/labels.js';
import { written } from '../../../../picture/scene.js';
import { LINE_HEIGHT } from '../../head/metrics.js';
import { PAPER } from './paper.js';
/** @import { PrintMeasure } from '../../../../picture/print/fonts.js' */
/** @import { Bar, Piece, Sample, Shape } from '../../../../picture/types.js' */
/** @import { Metrics } from '../../head/metrics.js' */

/** The width of a color bar, and the height of bars and samples, relative to the size of type. */
const [BAR_WIDTH, HEIGHT] = [7, 0.85];

/**
 * Color bars, each between its ends, with what the colors mean in as many lines as it takes; and samples.
 *
 * @param {{ bars: Bar[], samples: Sample[] }} legend
 * @param {number} width
 * @param {Metrics} metrics @param {PrintMeasure} measure
 * @returns {Piece}
 */
export function printLegend({ bars, samples }, width, { label: size, thickness }, measure) {
  /** @type {Shape[]} */
  const shapes = [];
  let top = 0;
  const write = (/** @type {string} */ text, /** @type {number} */ x, fill = PAPER.soft) =>
    void shapes.push(written(text, x, top + HEIGHT * size, { size, fill }));
  const boxAt = (/** @type {number} */ x, /** @type {number} */ length) => ({
    ...{ x, y: top + 0.1 * size, width: length, height: HEIGHT * size },
  });
  const frame = { kind: /** @type {const} */ ('frame'), stroke: PAPER.line, thickness };
  for (const { text, pixels, ticks } of bars) {
    top += 0.7 * size;
    const [low, high] = [ticks[0].text, ticks[ticks.length - 1].text];
    const box = boxAt(measure(low, size) + 0.5 * size, Math.min(size * BAR_WIDTH, width / 2));
    const end = box.x + box.width + 0.5 * size;
    const start = end + measure(high, size) + size;
    write(low, 0, PAPER.ink);
    shapes.push({ kind: 'cells', ...box, rows: 1, cols: pixels.length / 4, pixels }, { ...frame, ...box });
    write(high, end, PAPER.ink);
    broken(text, [width - start, width], size, measure).forEach((line, at) => {
      if (at > 0) top += size * LINE_HEIGHT;
      if (line) write(line, at === 0 ? start : 0);
    });
    top += size * LINE_HEIGHT;
  }
  for (const { text, fill = PAPER.ink } of samples) {
    top += 0.4 * size;
    const box = boxAt(0, HEIGHT * size);
    shapes.push({ kind: 'rect', ...box, fill }, { ...frame, ...box });
    write(text, 1.4 * size);
    top += size;
  }
  return { shapes, width, height: top };
}

/**
 * A text in lines, the first of which has another width.
 *
 * @param {string} text @param {[first: number, other: number]} widths @param {number} size @param {PrintMeasure} measure
 */
function broken(text, [first, other], size, measure) {
  const lines = [''];
  for (const word of text.split(' ')) {
    const longer = [lines[lines.length - 1], word].filter(Boolean).join(' ');
    const width = lines.length === 1 ? first : other;
    if (measure(longer, size) <= width) lines[lines.length - 1] = longer;
    else lines.push(truncated(word, other, (part) => measure(part, size)));
  }
  return lines;
}

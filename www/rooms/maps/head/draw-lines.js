import { truncated } from '../../../ui/labels.js';
import { guttersFor, LABEL_FONT, labelWidth } from './draw-axes.js';
import { visibleRange } from './lines.js';
/** @import { MapInfo } from '../types.js' */
/** @import { Line } from './lines.js' */
/** @import { Scene } from './scene.js' */

/** The height of a token, and the space above the first, in CSS pixels. */
export const [LINE, PAD] = [19, 4];
/** The maximum width of the tokens: in CSS pixels, and as a share of the view. */
const [MAX_LABEL, MAX_SHARE] = [118, 0.3];
/** The width of a line of weight 1, in CSS pixels. */
const MAX_WIDTH = 6;
/** The opacity of the lines of other queries while a query is selected. */
const FAINT = 0.12;

/**
 * Draws lines from queries to keys and the tokens of both, and highlights the selected query.
 *
 * @param {HTMLCanvasElement} canvas - it already has the right size
 * @param {{ width: number, height: number, scrollTop: number }} view - CSS pixels
 * @param {Scene} scene
 * @param {MapInfo} info
 * @param {Line[]} lines
 * @param {number | null} selected
 */
export function drawLines(canvas, { width, height, scrollTop }, scene, info, lines, selected) {
  const context = canvas.getContext('2d');
  if (!context) return;
  const { t, labels, inks } = scene;
  const { ratio } = scene.appearance;
  const [left, right] = [labels.query, labels.key].map(
    (query) =>
      guttersFor({ query, key: labels.key }, [t.queries], {
        width: Math.min(MAX_LABEL, width * MAX_SHARE),
        height: 0,
      }).left,
  );
  const y = (/** @type {number} */ index) => PAD + (index + 0.5) * LINE - scrollTop;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  context.strokeStyle = inks.accent;
  for (const { query, key, weight } of lines) {
    const opacity = selected === null || selected === query ? 1 : FAINT;
    context.globalAlpha = opacity * Math.min(1, 0.15 + 0.85 * weight);
    context.lineWidth = Math.max(0.5, Math.min(MAX_WIDTH, MAX_WIDTH * weight));
    context.beginPath();
    context.moveTo(left, y(query));
    context.bezierCurveTo(width / 2, y(query), width / 2, y(key), width - right, y(key));
    context.stroke();
  }
  context.globalAlpha = 1;
  context.font = LABEL_FONT;
  context.textBaseline = 'middle';
  const keys = new Set(lines.filter(({ query }) => query === selected).map(({ key }) => key));
  const write = (
    /** @type {typeof labels.query} */ tokens,
    /** @type {number} */ x,
    /** @type {number} */ gutter,
    /** @type {number} */ count,
    /** @type {(index: number) => boolean} */ isSelected,
  ) => {
    const { first, last } = visibleRange(scrollTop, height, LINE, count);
    for (let index = first; index <= last; index += 1) {
      context.fillStyle = isSelected(index) ? inks.accent : inks.ink;
      context.fillText(truncated(tokens[index].text, gutter - 8, labelWidth), x, y(index));
    }
  };
  context.textAlign = 'right';
  write(labels.query, left - 6, left, info.queries, (query) => query === selected);
  context.textAlign = 'left';
  write(labels.key, width - right + 6, right, info.keys, (key) => keys.has(key));
}

import { clipped, gutters, LABEL_FONT } from './draw-axes.js';
import { placesIn } from './lines.js';
/** @import { MapInfo } from '../types.js' */
/** @import { Scene } from './scene.js' */

/** The height of a token, and the space above the first, in CSS pixels. */
export const [LINE, PAD] = [19, 4];
/** The width of the tokens beside the lines: in pixels, and at most this share of the view. */
const [LABEL, SHARE] = [118, 0.3];
/** The width of a line of weight 1, and the opacity of other queries' lines while one query is selected. */
const [WIDEST, FAINT] = [6, 0.12];

/**
 * Draws lines from queries to keys and the tokens of both, and highlights the selected query.
 *
 * @param {HTMLCanvasElement} canvas - it already has the right size
 * @param {{ width: number, height: number, scrolled: number }} sight - CSS pixels
 * @param {object} what
 * @param {Scene} what.scene
 * @param {MapInfo} what.info
 * @param {{ query: number, key: number, weight: number }[]} what.lines
 * @param {number | null} what.at
 */
export function drawLines(
  canvas,
  { width, height, scrolled },
  {
    scene: {
      t,
      labels,
      inks,
      appearance: { ratio },
    },
    info,
    lines,
    at,
  },
) {
  const context = canvas.getContext('2d');
  if (!context) return;
  const [left, right] = [labels, { ...labels, query: labels.key }].map(
    (of) => gutters(of, [t.queries], { width: Math.min(LABEL, width * SHARE), height: 0 }).left,
  );
  const y = (/** @type {number} */ place) => PAD + (place + 0.5) * LINE - scrolled;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  context.strokeStyle = inks.accent;
  for (const { query, key, weight } of lines) {
    context.globalAlpha = (at === null || at === query ? 1 : FAINT) * Math.min(1, 0.15 + 0.85 * weight);
    context.lineWidth = Math.max(0.5, Math.min(WIDEST, WIDEST * weight));
    context.beginPath();
    context.moveTo(left, y(query));
    context.bezierCurveTo(width / 2, y(query), width / 2, y(key), width - right, y(key));
    context.stroke();
  }
  context.globalAlpha = 1;
  context.font = LABEL_FONT;
  context.textBaseline = 'middle';
  const lit = new Set(at === null ? [] : lines.filter(({ query }) => query === at).map(({ key }) => key));
  for (const isQuery of [true, false]) {
    const { first, last } = placesIn(scrolled, height, LINE, isQuery ? info.queries : info.keys);
    const [of, room, x] = isQuery ? [labels.query, left, left - 6] : [labels.key, right, width - right + 6];
    context.textAlign = isQuery ? 'right' : 'left';
    for (let place = first; place <= last; place += 1) {
      context.fillStyle = (isQuery ? place === at : lit.has(place)) ? inks.accent : inks.ink;
      context.fillText(clipped(of[place].text, room - 8), x, y(place));
    }
  }
}

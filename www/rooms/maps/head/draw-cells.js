import { maskedRects } from '../large/mask.js';
import { visibleTiles, SIDE, wholeLevel } from './tiles.js';
import { levelFor } from './viewport.js';
/** @import { MapInfo } from '../types.js' */
/** @import { Inks } from './inks.js' */
/** @import { Colors } from './paint.js' */
/** @import { Place, Tiles } from './tiles.js' */
/** @import { Viewport } from './viewport.js' */

/** @typedef {ReturnType<typeof tilesFor>} TilesToDraw */
/**
 * Why cells have no number: they are left out, did not exist yet, or are masked.
 *
 * @typedef {{ leaveOut: number, reach: number[] | null, mask: import('../large/mask.js').LargeMask | null }} Absent
 */

/** The sides of the patterns, in CSS pixels. They do not change with the zoom. */
const [HATCH, CROSS] = [6, 9];

/**
 * The tiles to draw, with coarser ones in place of missing ones, and the tiles to request.
 *
 * @param {Tiles} tiles
 * @param {MapInfo} info
 * @param {Viewport} viewport
 * @param {number} ratio
 * @param {Colors} colors
 */
export function tilesFor(tiles, info, viewport, ratio, colors) {
  const { level, ...pool } = levelFor(viewport, ratio, info.levels.length);
  if (info.large) info.large.level = level;
  const whole = Math.max(level, wholeLevel(info.levels));
  const placesAt = (/** @type {number} */ of) => visibleTiles(viewport, of, info.levels[of]);
  const imagesOf = (/** @type {Place[]} */ places, /** @type {typeof pool} */ pooling) =>
    places.map((place) => ({ place, pooling, image: tiles.image(info, place, colors, pooling) }));
  const places = placesAt(level);
  const finest = imagesOf(places, pool);
  const isComplete = finest.every(({ image }) => image !== null);
  const coarser = [];
  for (let from = whole; !isComplete && from > level; from -= 1)
    coarser.push(...imagesOf(placesAt(from), { poolX: 1, poolY: 1 }));
  const wanted = [...(isComplete ? [] : placesAt(whole)), ...places].map((place) => ({ info, place }));
  const drawable = [...coarser, ...finest].flatMap(({ image, ...tile }) => (image ? { ...tile, image } : []));
  return { tiles: drawable, wanted, isComplete };
}

/**
 * Draws the visible cells, in device pixels, and the patterns of cells without a number.
 *
 * @param {CanvasRenderingContext2D} context - its origin is the upper left of the visible part
 * @param {TilesToDraw['tiles']} tiles
 * @param {Viewport} viewport
 * @param {number} ratio
 * @param {Inks} inks
 * @param {Absent} absent
 */
export function drawCells(context, tiles, viewport, ratio, inks, absent) {
  context.save();
  context.beginPath();
  context.rect(0, 0, Math.round(viewport.width * ratio), Math.round(viewport.height * ratio));
  context.clip();
  context.imageSmoothingEnabled = false;
  if (tiles.some(({ image }) => image.missing)) drawPatterns(context, viewport, ratio, inks, absent);
  const [cellWidth, cellHeight] = [viewport.x * ratio, viewport.y * ratio];
  for (const { place, pooling, image } of tiles) {
    const scale = 2 ** place.level;
    const { canvas } = image;
    // Edges are rounded, so that adjacent tiles share an edge.
    const edges = (
      /** @type {number} */ start,
      /** @type {number} */ length,
      /** @type {number} */ origin,
      /** @type {number} */ size,
    ) => [start, start + length].map((cell) => Math.round((cell * scale - origin) * size));
    const [left, right] = edges(place.col * SIDE, canvas.width * pooling.poolX, viewport.col, cellWidth);
    const [top, bottom] = edges(place.row * SIDE, canvas.height * pooling.poolY, viewport.row, cellHeight);
    context.drawImage(canvas, left, top, right - left, bottom - top);
  }
  context.restore();
}

/**
 * Fills the view with crosses for missing numbers, and with a hatch for keys that are left out, did not exist
 * yet or are masked. Cells with a number are drawn over it.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {Viewport} viewport
 * @param {number} ratio
 * @param {Inks} inks
 * @param {Absent} absent
 */
function drawPatterns(context, viewport, ratio, inks, { leaveOut, reach, mask }) {
  const [width, height] = [Math.round(viewport.width * ratio), Math.round(viewport.height * ratio)];
  const xOf = (/** @type {number} */ key) => Math.round((key - viewport.col) * viewport.x * ratio);
  const yOf = (/** @type {number} */ query) => Math.round((query - viewport.row) * viewport.y * ratio);
  context.fillStyle = inks.paper;
  context.fillRect(0, 0, width, height);
  context.fillStyle = pattern(context, 'cross', ratio, inks);
  context.fillRect(0, 0, width, height);
  // One path for all rows, because in a causal map every row ends elsewhere.
  context.beginPath();
  if (leaveOut > viewport.col) context.rect(0, 0, xOf(leaveOut), height);
  if (reach) {
    const end = Math.min(viewport.rows, Math.ceil(viewport.row + viewport.height / viewport.y));
    for (let from = Math.floor(viewport.row), to = from; from < end; from = to) {
      while (to < end && reach[to] === reach[from]) to += 1;
      const left = Math.max(0, xOf(reach[from]));
      const [top, bottom] = [yOf(from), yOf(to)];
      if (left < width && top < bottom) context.rect(left, top, width - left, bottom - top);
    }
  }
  if (mask) for (const rect of maskedRects(mask, viewport, ratio)) context.rect(...rect);
  for (const fill of [inks.paper, pattern(context, 'hatch', ratio, inks)]) {
    context.fillStyle = fill;
    context.fill();
  }
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {'hatch' | 'cross'} kind
 * @param {number} ratio
 * @param {Inks} inks
 */
export function pattern(context, kind, ratio, inks) {
  const size = Math.round((kind === 'hatch' ? HATCH : CROSS) * ratio);
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [size, size];
  const brush = canvas.getContext('2d');
  if (!brush) return inks.line;
  brush.strokeStyle = kind === 'hatch' ? inks.line : inks.soft;
  brush.lineWidth = Math.max(1, ratio);
  const [near, far] = kind === 'hatch' ? [0, size] : [size * 0.3, size * 0.7];
  brush.moveTo(near, far);
  brush.lineTo(far, near);
  // The hatch extends beyond the corners, so that it has no gaps there.
  if (kind === 'hatch') for (const corner of [0, size]) brush.rect(corner - 0.5, corner - 0.5, 1, 1);
  else {
    brush.moveTo(near, near);
    brush.lineTo(far, far);
  }
  brush.stroke();
  return context.createPattern(canvas, 'repeat') ?? inks.line;
}

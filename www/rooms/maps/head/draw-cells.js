import { maskedRects } from '../large/mask.js';
import { levelOf } from './sight.js';
import { visibleTiles, SIDE, wholeLevel } from './tiles.js';
/** @import { MapInfo } from '../types.js' */
/** @import { Inks } from './inks.js' */
/** @import { Colours } from './paint.js' */
/** @import { Frame } from './sight.js' */
/** @import { tileStore } from './tiles.js' */

/** @typedef {ReturnType<typeof tileStore>} Tiles */
/** @typedef {ReturnType<typeof tilesFor>} Drawn */
/**
 * Why cells have no number: left out, not there yet, or masked.
 *
 * @typedef {{ leaveOut: number, reach: number[] | null, mask?: { offset: number, before: number | null, after: number | null } | null }} Absent
 */

/** The sides of the patterns, in CSS pixels. They do not change with the zoom. */
const [HATCH, CROSS] = [6, 9];

/**
 * The tiles to draw, with coarser ones in place of missing ones, and the tiles to request.
 *
 * @param {Tiles} tiles
 * @param {MapInfo} info
 * @param {Frame} frame
 * @param {number} ratio
 * @param {Colours} colours
 */
export function tilesFor(tiles, info, frame, ratio, colours) {
  const { level, ...pool } = levelOf(frame, ratio, info.levels.length);
  if (info.large) info.large.level = level;
  const whole = Math.max(level, wholeLevel(info.levels));
  const of = (/** @type {number} */ at) => visibleTiles(frame, at, info.levels[at]);
  const places = of(level);
  const pictures = (/** @type {ReturnType<typeof of>} */ at, /** @type {typeof pool} */ by) =>
    at.map((place) => ({ place, by, picture: tiles.picture(info, place, colours, by) }));
  const finest = pictures(places, pool);
  const complete = finest.every(({ picture }) => picture !== null);
  const coarser = complete
    ? []
    : Array.from({ length: whole - level }, (_, step) =>
        pictures(of(whole - step), { poolX: 1, poolY: 1 }),
      ).flat();
  const wanted = [...(complete ? [] : of(whole)), ...places].map((place) => ({ info, place }));
  return { pictures: [...coarser, ...finest].filter(({ picture }) => picture !== null), wanted, complete };
}

/**
 * Draws the visible cells, in device pixels, and the patterns of cells without a number.
 *
 * @param {CanvasRenderingContext2D} context - its origin at the upper left of what is visible
 * @param {Drawn} drawn
 * @param {Frame} frame
 * @param {number} ratio
 * @param {Inks} inks
 * @param {Absent} absent - why cells have no number
 */
export function drawCells(context, { pictures }, frame, ratio, inks, absent) {
  const [width, height] = [Math.round(frame.width * ratio), Math.round(frame.height * ratio)];
  context.save();
  context.beginPath();
  context.rect(0, 0, width, height);
  context.clip();
  context.imageSmoothingEnabled = false;
  if (pictures.some(({ picture }) => picture?.missing))
    drawGround(context, frame, ratio, inks, absent, width, height);
  for (const {
    place: { level, row, col },
    by,
    picture,
  } of pictures) {
    if (!picture) continue;
    const side = SIDE * 2 ** level;
    const [left, right] = ends(
      col * side,
      picture.canvas.width * by.poolX * 2 ** level,
      frame.col,
      frame.x * ratio,
    );
    const [top, bottom] = ends(
      row * side,
      picture.canvas.height * by.poolY * 2 ** level,
      frame.row,
      frame.y * ratio,
    );
    context.drawImage(picture.canvas, left, top, right - left, bottom - top);
  }
  context.restore();
}

/**
 * Adjacent tiles share an edge in device pixels.
 *
 * @param {number} from @param {number} length @param {number} first @param {number} size
 */
function ends(from, length, first, size) {
  return [Math.round((from - first) * size), Math.round((from + length - first) * size)];
}

/**
 * Draws crosses for missing numbers, and a hatch for keys that are left out or did not exist yet.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {Frame} frame
 * @param {number} ratio
 * @param {Inks} inks
 * @param {Absent} absent
 * @param {number} width
 * @param {number} height
 */
function drawGround(context, frame, ratio, inks, { leaveOut, reach, mask }, width, height) {
  context.fillStyle = inks.paper;
  context.fillRect(0, 0, width, height);
  context.fillStyle = pattern(context, 'cross', ratio, inks);
  context.fillRect(0, 0, width, height);
  // One path and one pattern: a causal map has as many ends as rows.
  context.beginPath();
  if (leaveOut > frame.col) context.rect(0, 0, Math.round((leaveOut - frame.col) * frame.x * ratio), height);
  const last = reach ? Math.min(frame.rows, Math.ceil(frame.row + frame.height / frame.y)) : 0;
  for (let from = Math.floor(frame.row), to = from; reach && from < last; from = to) {
    while (to < last && reach[to] === reach[from]) to += 1;
    const left = Math.max(0, Math.round((reach[from] - frame.col) * frame.x * ratio));
    const [top, bottom] = [from, to].map((row) => Math.round((row - frame.row) * frame.y * ratio));
    if (left < width && top < bottom) context.rect(left, top, width - left, bottom - top);
  }
  for (const rect of mask ? maskedRects(mask, frame, ratio) : []) context.rect(...rect);
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

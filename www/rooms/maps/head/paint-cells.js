import { absentRects, isLater } from './absent.js';
import { SCREEN } from './metrics.js';
import { visibleTiles, SIDE, wantedTiles, wholeLevel } from './tiles.js';
import { levelFor } from './viewport.js';
/** @import { MapInfo } from '../types.js' */
/** @import { Absent } from './absent.js' */
/** @import { DigitCell, Inks } from './map-scene.js' */
/** @import { Colors, Place, Tiles } from './tiles.js' */
/** @import { Viewport } from './viewport.js' */

/** @typedef {ReturnType<typeof tilesFor>} TilesToDraw */

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
  const wanted = [...(isComplete ? [] : placesAt(whole)), ...places].flatMap((place) =>
    wantedTiles(info, place, colors),
  );
  const drawable = [...coarser, ...finest].flatMap(({ image, ...tile }) => (image ? { ...tile, image } : []));
  return { tiles: drawable, wanted, isComplete };
}

/**
 * Where cells are drawn: the origin of the context is the upper left of the visible part.
 *
 * @typedef {{ context: CanvasRenderingContext2D, viewport: Viewport, ratio: number, inks: Inks, absent: Absent }} Drawing
 */

/**
 * Draws the visible cells, in device pixels. Those without a number have crosses if they are missing, and a
 * hatch if their keys are left out, did not exist yet or are masked.
 *
 * @param {Drawing} drawing
 * @param {TilesToDraw['tiles']} tiles
 */
export function paintCells(drawing, tiles) {
  const { context, viewport, ratio, absent } = drawing;
  const all = () => {
    context.beginPath();
    context.rect(0, 0, Math.round(viewport.width * ratio), Math.round(viewport.height * ratio));
  };
  context.save();
  all();
  context.clip();
  context.imageSmoothingEnabled = false;
  if (tiles.some(({ image }) => image.missing)) {
    all();
    fill(drawing, 'cross');
    paintHatch(drawing);
  }
  const [cellWidth, cellHeight] = [viewport.cellWidth * ratio, viewport.cellHeight * ratio];
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
  if (absent.later !== null) paintHatch(drawing);
  context.restore();
}

/** Fills the cells that are absent for a reason with a hatch. @param {Drawing} drawing */
function paintHatch(drawing) {
  const { context, viewport, ratio, absent } = drawing;
  // One path for all rows, because in a causal map every row ends elsewhere.
  context.beginPath();
  for (const rect of absentRects(absent, viewport, ratio)) context.rect(...rect);
  fill(drawing, 'hatch');
}

/** Fills the path with a pattern on paper. @param {Drawing} drawing @param {'cross' | 'hatch'} kind */
function fill({ context, ratio, inks }, kind) {
  for (const style of [inks.paper, pattern(context, kind, ratio, inks)]) {
    context.fillStyle = style;
    context.fill();
  }
}

/** The patterns that were made, by what they look like. @type {Map<string, CanvasPattern>} */
const patterns = new Map();

/**
 * @param {CanvasRenderingContext2D} context
 * @param {'hatch' | 'cross'} kind
 * @param {number} ratio
 * @param {Inks} inks
 */
export function pattern(context, kind, ratio, inks) {
  const look = [kind, ratio, inks.line, inks.soft].join(' ');
  const made = patterns.get(look) ?? newPattern(context, kind, ratio, inks);
  if (made) patterns.set(look, made);
  return made ?? inks.line;
}

/** @type {(...how: Parameters<typeof pattern>) => CanvasPattern | null} */
function newPattern(context, kind, ratio, inks) {
  const size = Math.round((kind === 'hatch' ? HATCH : CROSS) * ratio);
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [size, size];
  const brush = canvas.getContext('2d');
  if (!brush) return null;
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
  return context.createPattern(canvas, 'repeat');
}

/** The luminance at which black and white have the same contrast. */
const EQUAL_CONTRAST = 0.179;

/**
 * The visible cells whose numbers are known and have space, with the color of their digits.
 *
 * @param {TilesToDraw['tiles']} tiles
 * @param {Viewport} viewport
 * @param {Absent} absent
 * @param {boolean} isSigned - of a head that keeps a state
 * @returns {DigitCell[]}
 */
export function digitCells(tiles, viewport, absent, isSigned) {
  if (!SCREEN.hasDigits(viewport, isSigned)) return [];
  const { row, col, width, height, cellWidth, cellHeight } = viewport;
  return tiles.flatMap(({ place, image }) => {
    if (place.level > 0) return [];
    const [top, left] = [place.row * SIDE, place.col * SIDE];
    const bottom = Math.min(top + image.rows, row + height / cellHeight);
    const right = Math.min(left + image.cols, col + width / cellWidth);
    /** @type {DigitCell[]} */
    const cells = [];
    for (let query = Math.max(top, Math.floor(row)); query < bottom; query += 1)
      for (let key = Math.max(left, Math.floor(col)); key < right; key += 1) {
        if (isLater(absent, { query, key })) break;
        const index = (query - top) * image.cols + key - left;
        cells.push({ query, key, value: image.data[index], fill: inkOn(image.pixels, 4 * index) });
      }
    return cells;
  });
}

/**
 * Black or white, whichever has more contrast with a pixel, by the relative luminance of WCAG.
 *
 * @param {Uint8ClampedArray | Uint8Array} pixels @param {number} at
 */
export function inkOn(pixels, at) {
  const [red, green, blue] = [0, 1, 2].map((channel) => {
    const share = pixels[at + channel] / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > EQUAL_CONTRAST ? '#000' : '#fff';
}

import { pooled } from '../head/paint.js';
import { levelOf } from '../head/sight.js';
import { csvHeader, csvRows } from './csv.js';
/** @import { MapInfo, MapsService } from '../types.js' */
/** @import { Gathered, Sight } from './types.js' */

/** The greatest side of a tile from the service, in cells. */
const TILE = 512;
/** The rows of a table that are written at a time. */
const BAND = 64;

/** @param {MapInfo} info @returns {Sight} */
export const allOf = ({ queries, keys }) => ({ rows: [0, queries], cols: [0, keys] });

/**
 * The numbers of a map for a picture: the finest level whose cells are at least a pixel.
 *
 * @param {MapsService} service
 * @param {MapInfo} info
 * @param {Sight} sight
 * @param {{ x: number, y: number }} cell - the size of a cell in the picture, in pixels
 * @returns {Promise<Gathered>}
 */
export async function gathered(service, info, sight, cell) {
  const { level, poolX, poolY } = levelOf(cell, 1, info.levels.length);
  const by = { rows: 2 ** level * poolY, cols: 2 ** level * poolX };
  const rows = whole(sight.rows, by.rows, info.queries);
  const cols = whole(sight.cols, by.cols, info.keys);
  const at = { rows: scaled(rows, 2 ** level), cols: scaled(cols, 2 ** level) };
  const data = await cells(service, info.id, level, at.rows, at.cols);
  return {
    info,
    sight: { rows, cols },
    pooled: by,
    ...pooled({ rows: at.rows[1], cols: at.cols[1], data }, poolY, poolX),
  };
}

/**
 * A part, extended to whole pools.
 *
 * @param {[number, number]} part @param {number} by @param {number} count @returns {[number, number]}
 */
function whole([start, length], by, count) {
  const from = Math.floor(start / by) * by;
  return [from, Math.min(count, Math.ceil((start + length) / by) * by) - from];
}

/** @param {[number, number]} part @param {number} by @returns {[number, number]} */
function scaled([start, length], by) {
  return [start / by, Math.ceil(length / by)];
}

/**
 * @param {MapsService} service
 * @param {number} id
 * @param {number} level
 * @param {[number, number]} rows
 * @param {[number, number]} cols
 */
async function cells(service, id, level, [row, rows], [col, cols]) {
  const data = new Float32Array(rows * cols);
  for (let down = 0; down < rows; down += TILE) {
    for (let across = 0; across < cols; across += TILE) {
      const [high, wide] = [Math.min(TILE, rows - down), Math.min(TILE, cols - across)];
      const tile = await service.tile(id, level, [row + down, high], [col + across, wide]);
      for (let r = 0; r < high; r++)
        data.set(tile.data.subarray(r * wide, (r + 1) * wide), (down + r) * cols + across);
    }
  }
  return data;
}

/**
 * The table of a map, in pieces, because a large one exceeds the maximum length of a string.
 *
 * @param {MapsService} service
 * @param {MapInfo} info
 * @param {Sight} sight
 * @param {{ queries: string[] | null, keys: string[] | null }} names
 * @param {(share: number) => void} tell
 */
export async function table(service, info, { rows: [start, length], cols }, { queries, keys }, tell) {
  const pieces = [csvHeader(keys, cols)];
  for (let row = 0; row < length; row += BAND) {
    /** @type {[number, number]} */
    const rows = [start + row, Math.min(BAND, length - row)];
    const data = await cells(service, info.id, 0, rows, cols);
    pieces.push(csvRows({ data, cols: cols[1], rows }, queries, start === 0));
    tell((row + rows[1]) / length);
  }
  return pieces;
}

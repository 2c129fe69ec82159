import { readCells } from '../head/numbers.js';
import { pool } from '../head/tiles.js';
import { levelFor } from '../head/viewport.js';
import { hasPath, pathWithin } from '../speech/path.js';
import { csvHeader, csvRows } from './csv.js';
/** @import { MapInfo, MapsService, MapSpec, MapsState } from '../types.js' */
/** @import { CellSize } from '../head/viewport.js' */
/** @import { Gathered, Region } from './types.js' */

/** The number of rows of a table that are written at a time. */
const BAND = 64;

/** All cells of a map. @param {MapInfo} info @returns {Region} */
export const wholeRegion = ({ queries, keys }) => ({ rows: [0, queries], cols: [0, keys] });

/**
 * The numbers of a map for a picture: the finest level whose cells are at least a pixel.
 *
 * @param {MapsService} service
 * @param {MapsState} state
 * @param {{ spec: MapSpec, info: MapInfo }} map
 * @param {Region} region
 * @param {CellSize} cell - the size of a cell in the picture, in pixels
 * @returns {Promise<Gathered>}
 */
export async function gather(service, state, { spec, info }, region, cell) {
  const { level, poolX, poolY } = levelFor(cell, 1, info.levels.length);
  const scale = 2 ** level;
  const pooled = { rows: scale * poolY, cols: scale * poolX };
  const rows = alignedTo(pooled.rows, region.rows, info.queries);
  const cols = alignedTo(pooled.cols, region.cols, info.keys);
  const [top, height] = [rows[0] / scale, Math.ceil(rows[1] / scale)];
  const [left, width] = [cols[0] / scale, Math.ceil(cols[1] / scale)];
  const data = await readCells(service, info.id, level, [top, height], [left, width]);
  const path = hasPath(state, info, spec) ? pathWithin(await service.path(info.id), region) : null;
  return {
    info,
    path,
    region: { rows, cols },
    pooled,
    ...pool({ rows: height, cols: width, data }, poolY, poolX),
  };
}

/**
 * A range, extended to multiples of a length.
 *
 * @param {number} length @param {[number, number]} range @param {number} end @returns {[number, number]}
 */
function alignedTo(length, [start, count], end) {
  const from = Math.floor(start / length) * length;
  return [from, Math.min(end, Math.ceil((start + count) / length) * length) - from];
}

/**
 * Runs a function with a map. One that is not open already is opened for it and released afterwards.
 *
 * @template R
 * @param {MapsService} service
 * @param {{ spec: MapSpec, info: MapInfo }[]} known - the open maps
 * @param {MapSpec} spec
 * @param {(info: MapInfo) => Promise<R>} act
 */
export async function withMap(service, known, spec, act) {
  const open = known.find((map) => JSON.stringify(map.spec) === JSON.stringify(spec));
  const info = open?.info ?? (await service.map(spec));
  try {
    return await act(info);
  } finally {
    // A service that was ended in the meantime has released all maps.
    if (!open) service.release(info.id).catch(() => {});
  }
}

/**
 * A map as CSV, in pieces, because a large one exceeds the maximum length of a string.
 *
 * @param {MapsService} service
 * @param {MapInfo} info
 * @param {Region} region
 * @param {{ queries: string[] | null, keys: string[] | null }} labels
 * @param {(share: number) => void} onProgress
 * @param {Float32Array | null} [picks] - of `picksIn`: cells that are not visible have no number
 */
export async function table(service, info, region, { queries, keys }, onProgress, picks = null) {
  const {
    rows: [start, length],
    cols,
  } = region;
  const pieces = [csvHeader(keys, cols)];
  for (let row = 0; row < length; row += BAND) {
    /** @type {[number, number]} */
    const rows = [start + row, Math.min(BAND, length - row)];
    const data = await readCells(service, info.id, 0, rows, cols);
    for (let at = 0; picks && at < data.length; at += 1) {
      const [query, key] = [rows[0] + Math.floor(at / cols[1]), cols[0] + (at % cols[1])];
      if (Number.isNaN(picks[query * info.keys + key])) data[at] = NaN;
    }
    pieces.push(csvRows({ data, cols: cols[1], rows }, queries, start === 0));
    onProgress((row + rows[1]) / length);
  }
  return pieces;
}

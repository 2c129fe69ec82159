/** The path of dynamic time warping through a map whose keys are frames of sound. */
import { boxOf, cellOf } from '../../../ui/grid.js';
/** @import { Shape } from '../../../picture/types.js' */
/** @import { MapInfo, MapSpec, MapsState } from '../types.js' */
/** @import { Region } from '../export/types.js' */
/** @import { Inks } from '../head/inks.js' */
/** @import { Viewport } from '../head/viewport.js' */

/**
 * Whether a map has a path: keys are frames, and all cells are weights at hand.
 *
 * @param {MapsState} state
 * @param {MapInfo | null} info
 * @param {Pick<MapSpec, 'minus'> | null} [spec]
 * @returns {info is MapInfo}
 */
export const hasPath = ({ frameRate, words }, info, spec = null) =>
  frameRate !== null && !words && info !== null && !info.large && !info.isDifference && !spec?.minus;

/**
 * The cells of a path that are in a part of the map.
 *
 * @param {Uint32Array} path @param {Region} region
 */
export function pathWithin(path, { rows, cols }) {
  const isIn = (/** @type {number} */ at, /** @type {[number, number]} */ [start, length]) =>
    path[at] >= start && path[at] < start + length;
  return path.filter((_, at) => isIn(at & ~1, rows) && isIn(at | 1, cols));
}

/**
 * The path as a line through the middles of its cells.
 *
 * @param {Pick<Viewport, 'cellWidth' | 'cellHeight' | 'row' | 'col'>} viewport
 * @param {Uint32Array} path - the query and the key of each cell
 * @param {Pick<Inks, 'accent' | 'paper'>} inks
 * @param {number} [thickness]
 * @returns {Shape[]}
 */
export function pathShapes(viewport, path, { accent, paper }, thickness = 2) {
  const { cellWidth, cellHeight } = viewport;
  /** @type {[number, number][]} */
  const points = [];
  for (let at = 0; at < path.length; at += 2) {
    const { left, top } = boxOf(viewport, cellOf({ query: path[at], key: path[at + 1] }));
    points.push([left + cellWidth / 2, top + cellHeight / 2]);
  }
  const line = { kind: /** @type {const} */ ('line'), x: 0, y: 0, points };
  return [
    { ...line, stroke: paper, thickness: 2 * thickness, opacity: 0.7 },
    { ...line, stroke: accent, thickness },
  ];
}

/**
 * When each query begins and ends, in seconds: from the beginning of its first frame to the end of its
 * last one.
 *
 * @param {Uint32Array} path @param {number} frameRate - frames per second
 */
export function timesOf(path, frameRate) {
  /** @type {{ from: number, to: number }[]} */
  const times = [];
  for (let at = 0; at < path.length; at += 2) {
    const [query, key] = [path[at], path[at + 1]];
    times[query] ??= { from: key / frameRate, to: 0 };
    times[query].to = (key + 1) / frameRate;
  }
  return times;
}

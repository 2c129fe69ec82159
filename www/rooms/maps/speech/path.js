/** The path of dynamic time warping through a map whose keys are frames of sound. */
import { boxOf, cellOf } from '../../../ui/grid.js';
/** @import { Shape } from '../../../picture/types.js' */
/** @import { MapInfo, MapsState } from '../types.js' */
/** @import { Inks } from '../head/inks.js' */
/** @import { Viewport } from '../head/viewport.js' */

/**
 * Whether a map has a path: keys are frames, and all cells are weights at hand.
 *
 * @param {MapsState} state @param {MapInfo | null} info @returns {info is MapInfo}
 */
export const hasPath = ({ frameRate, words }, info) =>
  frameRate !== null && !words && info !== null && !info.large && !info.isDifference;

/**
 * The path as a line through the middles of its cells.
 *
 * @param {Viewport} viewport
 * @param {Uint32Array} path - the query and the key of each cell
 * @param {Pick<Inks, 'accent' | 'paper'>} inks
 * @returns {Shape[]}
 */
export function pathShapes(viewport, path, { accent, paper }) {
  const { cellWidth, cellHeight } = viewport;
  /** @type {[number, number][]} */
  const points = [];
  for (let at = 0; at < path.length; at += 2) {
    const { left, top } = boxOf(viewport, cellOf({ query: path[at], key: path[at + 1] }));
    points.push([left + cellWidth / 2, top + cellHeight / 2]);
  }
  const line = { kind: /** @type {const} */ ('line'), x: 0, y: 0, points };
  return [
    { ...line, stroke: paper, thickness: 4, opacity: 0.7 },
    { ...line, stroke: accent, thickness: 2 },
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

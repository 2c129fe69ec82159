/** @import { MapInfo } from '../types.js' */
/** @import { Scene } from './scene.js' */

/**
 * Whether a map has the shape of the labels: another file may have been opened since it was requested.
 *
 * @param {Scene} scene
 */
export function hasShapeOf({ labels }) {
  return (/** @type {MapInfo} */ { queries, keys }) =>
    queries === labels.query.length && keys === labels.key.length;
}

/**
 * Whether a map of the shape of the labels is still being computed.
 *
 * @param {Scene} scene
 */
export function isAwaited(scene) {
  const { a, plain } = scene.shown;
  if (a?.problem || plain?.problem) return false;
  return ![a?.info, scene.numbers].every((info) => info && hasShapeOf(scene)(info));
}

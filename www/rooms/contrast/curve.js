/** @typedef {{ x: number, y: number }} Point */

/**
 * How numbers become places in a chart: features by their logarithm across, figures up from 0, or from the lowest power of two where `log` is set.
 *
 * @param {number[]} features
 * @param {number[]} figures - of both lines
 * @param {{ width: number, height: number, left: number, bottom: number, top: number, log: boolean }} box
 */
export function frameOf(features, figures, { width, height, left, bottom, top, log }) {
  const across = Math.log2(features[features.length - 1]) || 1;
  const rise = (/** @type {number} */ figure) => (log ? Math.log2(Math.max(figure, 2 ** -6)) : figure);
  const rises = figures.map(rise);
  const low = log ? Math.floor(Math.min(...rises)) : 0;
  const high = Math.max(log ? Math.ceil(Math.max(...rises)) : Math.max(...rises), low + 1e-9);
  const x = (/** @type {number} */ d) => left + (Math.log2(d) / across) * (width - left - 6);
  const y = (/** @type {number} */ figure) =>
    height - bottom - ((rise(figure) - low) / (high - low)) * (height - bottom - top);
  return { x, y, ends: log ? [2 ** low, 2 ** high] : [low, high] };
}

/** Points as the `points` of a polyline. @param {Point[]} points */
export function polyline(points) {
  return points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');
}

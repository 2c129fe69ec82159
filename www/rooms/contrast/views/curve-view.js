import { number, localized } from '../../../format/display.js';
import { html } from '../../../ui/html.js';
/** @import { ContrastModel } from '../session.js' */

const BOX = { width: 330, height: 106, left: 34, bottom: 18, top: 8 };
/** The numbers of features with a label below the chart. */
const TICKS = [1, 4, 16, 64, 256, 1024];

/** The number of features at which the lines are labeled. */
const LABEL_AT = 256;

/** The quantities that are drawn over the number of features. */
const CHARTS = /** @type {const} */ (['variance', 'entropy', 'largest']);

/**
 * Variance, entropy and saturation of both sides over the number of features.
 *
 * @param {{ model: ContrastModel }} props
 */
export function Curves({ model }) {
  const { result, t } = model;
  const isShown = result.curve.length > 0;
  const chart = (/** @type {typeof CHARTS[number]} */ figure) =>
    html`<figure>
      <figcaption>${t.contrast.indicators[figure]}</figcaption>
      <svg viewBox="0 0 ${BOX.width} ${BOX.height}" role="img" aria-label=${spoken(model, figure)}>
        ${drawing(model, figure)}
      </svg>
    </figure>`;
  return html`<div class="curves" hidden=${!isShown}>${isShown && CHARTS.map(chart)}</div>`;
}

/** @param {ContrastModel} model @param {typeof CHARTS[number]} figure */
function drawing({ result: { curve }, options, language, t }, figure) {
  const frame = frameOf(
    curve.map(({ d }) => d),
    curve.flatMap(({ wrong, right }) => [wrong[figure], right[figure]]),
    { ...BOX, log: figure === 'variance' },
  );
  const last = curve[curve.length - 1];
  const now = curve.find(({ d }) => d === Number(options.d)) ?? last;
  const floor = BOX.height - BOX.bottom;
  const [low, high] = frame.ends;
  const line = (/** @type {'wrong' | 'right'} */ side) => {
    const points = curve.map((point) => ({ x: frame.x(point.d), y: frame.y(point[side][figure]) }));
    return html`<polyline class=${side} points=${polyline(points)} />`;
  };
  const dot = (/** @type {'wrong' | 'right'} */ side) =>
    html`<circle class=${side} cx=${frame.x(now.d)} cy=${frame.y(now[side][figure])} r="3.5" />`;
  const tick = (/** @type {number} */ d) => {
    const place =
      d === 1024 ? { 'text-anchor': 'end', x: BOX.width - 2 } : { 'text-anchor': 'middle', x: frame.x(d) };
    return html`<text ...${place} y=${BOX.height - 4}>${d === 1 ? 'd = 1' : d}</text>`;
  };
  // The labels are between the lines, below the upper and above the lower one, not on the line of `now`.
  const beside = curve.find(({ d }) => d === LABEL_AT) ?? last;
  const name = (/** @type {'wrong' | 'right'} */ side, /** @type {'wrong' | 'right'} */ other) => {
    const y = frame.y(beside[side][figure]) + (last[side][figure] > last[other][figure] ? 14 : -6);
    const anchor = now.d === 2 * LABEL_AT ? 'end' : null;
    return html`<text class=${side} text-anchor=${anchor} x=${frame.x(beside.d)} y=${y}>
      ${t.contrast.sides[side]}
    </text>`;
  };
  return html`
    <line class="axis" x1=${BOX.left} y1=${floor} x2=${BOX.width - 4} y2=${floor} />
    <text text-anchor="end" x=${BOX.left - 4} y=${floor}>${localized(number(low, 2), language)}</text>
    <text text-anchor="end" x=${BOX.left - 4} y=${BOX.top + 8}>${localized(number(high, 2), language)}</text>
    ${TICKS.map(tick)}
    <line class="now" x1=${frame.x(now.d)} y1=${BOX.top} x2=${frame.x(now.d)} y2=${floor} />
    ${line('right')}${line('wrong')}${dot('right')}${dot('wrong')}${name('wrong', 'right')}${name('right', 'wrong')}
  `;
}

/**
 * A sentence with the values at the ends of both lines.
 *
 * @param {ContrastModel} model @param {typeof CHARTS[number]} figure
 */
function spoken({ result: { curve }, language, t }, figure) {
  const words = t.contrast;
  const ends = (/** @type {'wrong' | 'right'} */ side) =>
    words.curve.range({
      first: localized(number(curve[0][side][figure], 2), language),
      last: localized(number(curve[curve.length - 1][side][figure], 2), language),
    });
  return words.curve.label({ what: words.indicators[figure], wrong: ends('wrong'), right: ends('right') });
}

/**
 * The scales of a chart. The x-axis is logarithmic. The y-axis is linear from 0, or with `log` logarithmic
 * between powers of two.
 *
 * @param {number[]} features
 * @param {number[]} figures - of both lines
 * @param {{ width: number, height: number, left: number, bottom: number, top: number, log: boolean }} box
 */
function frameOf(features, figures, { width, height, left, bottom, top, log }) {
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

/** Points as the `points` of a polyline. @param {{ x: number, y: number }[]} points */
function polyline(points) {
  return points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');
}

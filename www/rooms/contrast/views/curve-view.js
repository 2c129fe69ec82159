import { number } from '../../../format/display.js';
import { element, setText } from '../../../ui/dom.js';
import { frameOf, polyline } from '../curve.js';
/** @import { ContrastModel } from '../session.js' */

const SVG = 'http://www.w3.org/2000/svg';
const BOX = { width: 330, height: 106, left: 34, bottom: 18, top: 8 };
/** Features that are named below the chart. */
const TICKS = [1, 4, 16, 64, 256, 1024];

/** Where the lines are named. */
const NAMED = 256;

/** What is drawn over the number of features. */
const CHARTS = /** @type {const} */ (['variance', 'entropy', 'largest']);

/** Variance, entropy and saturation of both sides over the number of features. */
export function curveView() {
  const charts = CHARTS.map((figure) => {
    const svg = document.createElementNS(SVG, 'svg');
    svg.setAttribute('viewBox', `0 0 ${BOX.width} ${BOX.height}`);
    svg.setAttribute('role', 'img');
    const caption = element('figcaption');
    const node = element('figure', {}, caption);
    node.append(svg);
    return { figure, svg, caption, node };
  });
  const node = element('div', { class: 'curves' }, ...charts.map((chart) => chart.node));

  return {
    node,
    /** @param {ContrastModel} model */
    update(model) {
      const { found, t } = model;
      node.hidden = found.curve.length === 0;
      if (node.hidden) return;
      for (const { figure, svg, caption } of charts) {
        setText(caption, t.contrast.tells[figure]);
        svg.setAttribute('aria-label', spoken(model, figure));
        svg.replaceChildren(...drawing(model, figure));
      }
    },
  };
}

/** @param {ContrastModel} model @param {typeof CHARTS[number]} figure */
function drawing({ found: { curve }, options, t }, figure) {
  const frame = frameOf(
    curve.map(({ d }) => d),
    curve.flatMap(({ wrong, right }) => [wrong[figure], right[figure]]),
    { ...BOX, log: figure === 'variance' },
  );
  const line = (/** @type {'wrong' | 'right'} */ side) =>
    shape('polyline', {
      class: side,
      points: polyline(curve.map((point) => ({ x: frame.x(point.d), y: frame.y(point[side][figure]) }))),
    });
  const last = curve[curve.length - 1];
  const now = curve.find(({ d }) => d === Number(options.d)) ?? last;
  const floor = BOX.height - BOX.bottom;
  const [low, high] = frame.ends;
  const right = { 'text-anchor': 'end' };
  // Between the lines, where there is room: below the upper one, above the lower one.
  const beside = curve.find(({ d }) => d === NAMED) ?? last;
  const name = (/** @type {'wrong' | 'right'} */ side, /** @type {'wrong' | 'right'} */ other) => {
    const upper = last[side][figure] > last[other][figure];
    return shape(
      'text',
      { class: side, x: frame.x(beside.d), y: frame.y(beside[side][figure]) + (upper ? 14 : -6) },
      t.contrast.sides[side],
    );
  };
  return [
    shape('line', { class: 'axis', x1: BOX.left, y1: floor, x2: BOX.width - 4, y2: floor }),
    shape('text', { ...right, x: BOX.left - 4, y: floor }, number(low, 2)),
    shape('text', { ...right, x: BOX.left - 4, y: BOX.top + 8 }, number(high, 2)),
    ...TICKS.map((d) =>
      shape(
        'text',
        {
          'text-anchor': d === 1024 ? 'end' : 'middle',
          x: d === 1024 ? BOX.width - 2 : frame.x(d),
          y: BOX.height - 4,
        },
        d === 1 ? 'd = 1' : String(d),
      ),
    ),
    shape('line', { class: 'now', x1: frame.x(now.d), y1: BOX.top, x2: frame.x(now.d), y2: floor }),
    line('right'),
    line('wrong'),
    .../** @type {const} */ (['right', 'wrong']).map((side) =>
      shape('circle', { class: side, cx: frame.x(now.d), cy: frame.y(now[side][figure]), r: 3.5 }),
    ),
    name('wrong', 'right'),
    name('right', 'wrong'),
  ];
}

/** The ends of both lines in words. @param {ContrastModel} model @param {typeof CHARTS[number]} figure */
function spoken({ found: { curve }, t }, figure) {
  const words = t.contrast;
  const ends = (/** @type {'wrong' | 'right'} */ side) =>
    words.curve.range(number(curve[0][side][figure], 2), number(curve[curve.length - 1][side][figure], 2));
  return words.curve.label(words.tells[figure], ends('wrong'), ends('right'));
}

/** @param {string} tag @param {Record<string, string | number>} attributes @param {string} [text] */
function shape(tag, attributes, text) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  if (text !== undefined) made.textContent = text;
  return made;
}

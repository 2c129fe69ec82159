import { number } from '../../../format/display.js';
import { element, setText } from '../../../ui/dom.js';
import { between, flow } from '../flow.js';
import { ticks } from '../geometry.js';
/** @import { MaskModel, Pair } from '../types.js' */

const SVG = 'http://www.w3.org/2000/svg';
const [WIDTH, HEIGHT] = [1000, 100];
/** Room for a number of its axis, also where the row is drawn narrow. */
const TICK = 72;
/** Milliseconds that the weight takes to flow. */
const LASTS = 250;

/**
 * The row that is looked at: its weights without the mask against those with it, so that one sees where the weight of the removed keys went. It flows
 * when the mask changes.
 *
 * @param {(cell: Pair | null) => void} point
 */
export function stripView(point) {
  const heading = element('h3');
  const says = element('p', { class: 'says' });
  const legend = element('p', { class: 'strip-legend', 'aria-hidden': 'true' });
  const svg = shape('svg', {
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    preserveAspectRatio: 'none',
    'aria-hidden': 'true',
  });
  const at = shape('rect', { class: 'at', y: '0', height: String(HEIGHT) });
  const paths = {
    removed: shape('path', { class: 'removed' }),
    stays: shape('path', { class: 'stays' }),
    gains: shape('path', { class: 'gains' }),
  };
  svg.append(at, ...Object.values(paths));
  const axis = element('div', { class: 'columns', 'aria-hidden': 'true' });
  const node = element(
    'section',
    { class: 'strip' },
    element('div', { class: 'head' }, heading, legend),
    svg,
    axis,
    says,
  );
  /** @type {MaskModel | null} */
  let model = null;
  /** The weights that are drawn, on their way to those of the model. @type {Float64Array | null} */
  let drawn = null;
  /** Where they are going. @type {Float64Array | null} */
  let target = null;
  let frame = 0;
  let drawnFor = '';

  svg.addEventListener('pointermove', (event) => {
    if (!model) return;
    const { left, width } = svg.getBoundingClientRect();
    const key = Math.floor(((event.clientX - left) / width) * model.state.keys);
    if (event.pointerType !== 'touch')
      point({ query: model.looked.query, key: Math.max(0, Math.min(model.state.keys - 1, key)) });
  });
  svg.addEventListener('pointerleave', () => point(null));

  /** @param {ArrayLike<number>} weights */
  function draw(weights) {
    const { unmasked, weights: end } = /** @type {MaskModel} */ (model).row;
    const high = Math.max(largest(unmasked), largest(end));
    const shapes = flow(unmasked, weights, { width: WIDTH, height: HEIGHT, high });
    for (const name of /** @type {const} */ (['removed', 'stays', 'gains']))
      paths[name].setAttribute('d', shapes[name]);
  }
  /** @param {Float64Array} from @param {Float64Array} to */
  function move(from, to) {
    cancelAnimationFrame(frame);
    const began = performance.now();
    const step = (/** @type {number} */ now) => {
      const share = Math.max(0, Math.min(1, (now - began) / LASTS));
      drawn = share < 1 ? between(from, to, share) : to;
      draw(drawn);
      if (share < 1) frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
  }

  return {
    node,
    /** @param {MaskModel} next */
    update(next) {
      model = next;
      const {
        t,
        looked: { query, key },
        row,
        state,
      } = next;
      const words = t.masks;
      setText(heading, words.rowOf(query));
      if (legend.lang !== next.language) {
        legend.lang = next.language;
        legend.replaceChildren(
          ...[
            ['stays', words.stays],
            ['gains', words.gains],
            ['removed', words.removed],
          ].map(([name, text]) => element('span', { class: name }, text)),
        );
      }
      if (axis.childElementCount === 0 || axis.dataset.keys !== String(state.keys)) {
        axis.dataset.keys = String(state.keys);
        axis.replaceChildren(
          ...ticks(state.keys, WIDTH, TICK).map((at) => {
            const span = element('span', {}, String(at));
            span.style.left = `${(100 * (at + 0.5)) / state.keys}%`;
            return span;
          }),
        );
      }
      const others = row.allowed.reduce((sum, allowed) => sum + allowed, 0);
      setText(
        says,
        others === 0
          ? words.noKey
          : others === state.keys
            ? words.nothingRemoved
            : words.flowed(number(row.removed, 2), others),
      );
      at.setAttribute('x', String((key * WIDTH) / state.keys));
      at.setAttribute('width', String(Math.max(2, WIDTH / state.keys)));
      const now = [query, state.queries, state.keys, state.seed, state.size, state.alibi].join();
      const sameRow = now === drawnFor;
      if (sameRow && same(row.weights, target)) return;
      drawnFor = now;
      target = row.weights;
      if (sameRow && drawn && !matchMedia('(prefers-reduced-motion: reduce)').matches)
        return void move(drawn, row.weights);
      cancelAnimationFrame(frame);
      drawn = row.weights;
      draw(drawn);
    },
  };
}

/** @param {string} name @param {Record<string, string>} attributes */
function shape(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

/** @param {Float64Array} weights */
function largest(weights) {
  return weights.reduce((most, weight) => Math.max(most, weight), 0);
}

/** @param {Float64Array} a @param {Float64Array | null} b */
function same(a, b) {
  return a.length === b?.length && a.every((weight, key) => weight === b[key]);
}

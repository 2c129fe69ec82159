/** Drawing a matrix of weights on 1,000 x 1,000 pixels: the first picture, a zoom, and another color map. */
import { loadScript, MODULES } from './contestants.js';
import { normals, timed } from './numbers.js';

const PIXELS = 1000;

/** @param {HTMLElement} host */
function context(host) {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = PIXELS;
  host.append(canvas);
  return /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
}

/** Waits for canvas drawing, which may be deferred. @param {CanvasRenderingContext2D} target */
const settle = (target) => target.getImageData(0, 0, 1, 1);

/** A color map as pixel values. @param {0 | 1} channel - the channel that rises: one for each map */
const colorMap = (channel) =>
  Uint32Array.from({ length: 256 }, (_, at) => 0xff000000 | (at << (8 * channel)) | ((255 - at) << 16));

/** @typedef {{ x: number, y: number, size: number }} Place - the visible square, in cells */

/** The usual way: a lookup table for all cells, then `drawImage`. */
async function lookup({ host, weights, n, most }) {
  const target = context(host);
  const whole = new OffscreenCanvas(n, n);
  const show = ({ x, y, size }) => {
    target.imageSmoothingEnabled = size > PIXELS;
    target.drawImage(whole, x, y, size, size, 0, 0, PIXELS, PIXELS);
    settle(target);
  };
  const paint = (channel) => {
    const [image, colors] = [new ImageData(n, n), colorMap(channel)];
    const pixels = new Uint32Array(image.data.buffer);
    const factor = 255 / most;
    for (let at = 0; at < weights.length; at += 1) {
      const value = weights[at] * factor;
      pixels[at] = colors[value > 255 ? 255 : value | 0];
    }
    whole.getContext('2d').putImageData(image, 0, 0);
    show({ x: 0, y: 0, size: n });
  };
  return { first: () => paint(0), zoom: show, recolor: () => paint(1) };
}

/** As the Models room draws: the levels of the map, and the visible pixels of one level. */
async function heedmap({ host, weights, n, most }) {
  const maps = await import('/www/engine/maps.js');
  await maps.load();
  const target = context(host);
  // The matrix is in the memory of the program, where it was read or computed.
  const map = maps.headMap(n, n, weights);
  /** @type {import('../../www/engine/maps.js').MapView} */
  let view;
  let levels;
  const show = ({ x, y, size }, colors = 'ember') => {
    const level = Math.max(0, Math.min(levels.length - 1, Math.floor(Math.log2(size / PIXELS))));
    const cells = Math.round(size / 2 ** level);
    const [left, top] = [x, y].map((start) => Math.floor(start / 2 ** level));
    const data = view.tile(level, [top, cells], [left, cells]);
    const scale = { kind: 'sequential', low: 0, high: most };
    const pixels = maps.paintMap({ rows: cells, cols: cells, data, map: colors, theme: 'light', scale });
    const part = new OffscreenCanvas(cells, cells);
    part.getContext('2d').putImageData(new ImageData(pixels, cells, cells), 0, 0);
    target.drawImage(part, 0, 0, PIXELS, PIXELS);
    settle(target);
  };
  return {
    first() {
      view = maps.view(map, { perRow: false, leaveOut: 0, reach: null, minus: null });
      levels = view.info().levels;
      show({ x: 0, y: 0, size: n });
    },
    zoom: (place) => show(place),
    recolor: () => show({ x: 0, y: 0, size: n }, 'viridis'),
    free: () => view.free(),
  };
}

async function plotly({ host, weights, n, most }) {
  await loadScript(`${MODULES}/plotly.js-dist-min/plotly.min.js`);
  const { Plotly } = /** @type {any} */ (globalThis);
  const z = Array.from({ length: n }, (_, i) => weights.subarray(i * n, (i + 1) * n));
  const trace = { z, type: 'heatmap', colorscale: 'Viridis', showscale: false, zmin: 0, zmax: most };
  return {
    first: () =>
      Plotly.newPlot(host, [trace], {
        width: PIXELS,
        height: PIXELS,
        margin: { l: 0, r: 0, t: 0, b: 0 },
        yaxis: { autorange: 'reversed' },
      }),
    zoom: ({ x, y, size }) =>
      Plotly.relayout(host, { 'xaxis.range': [x, x + size], 'yaxis.range': [y + size, y] }),
    recolor: () => Plotly.restyle(host, { colorscale: 'Greys' }),
  };
}

async function echarts({ host, weights, n, most }) {
  await loadScript(`${MODULES}/echarts/dist/echarts.min.js`);
  const library = /** @type {any} */ (globalThis).echarts;
  const chart = library.init(host, null, { renderer: 'canvas', width: PIXELS, height: PIXELS });
  const finished = (act) =>
    new Promise((resolve) => {
      chart.off('finished');
      chart.on('finished', resolve);
      act();
    });
  const data = Array.from(weights, (weight, at) => [at % n, Math.floor(at / n), weight]);
  const axis = { type: 'category', data: Array.from({ length: n }, (_, at) => at), show: false };
  return {
    first: () =>
      finished(() =>
        chart.setOption({
          animation: false,
          grid: { left: 0, top: 0, right: 0, bottom: 0 },
          xAxis: axis,
          yAxis: { ...axis, inverse: true },
          visualMap: { show: false, min: 0, max: most },
          dataZoom: [
            { type: 'inside', xAxisIndex: 0 },
            { type: 'inside', yAxisIndex: 0 },
          ],
          series: [{ type: 'heatmap', data, progressive: 0, silent: true }],
        }),
      ),
    zoom: ({ x, y, size }) =>
      finished(() =>
        chart.dispatchAction({
          type: 'dataZoom',
          batch: [x, y].map((start, index) => ({
            dataZoomIndex: index,
            startValue: Math.floor(start),
            endValue: Math.floor(start + size),
          })),
        }),
      ),
  };
}

async function d3({ host, weights, n, most }) {
  await loadScript(`${MODULES}/d3/dist/d3.min.js`);
  const library = /** @type {any} */ (globalThis).d3;
  const side = PIXELS / n;
  let group;
  return {
    first() {
      const root = library.select(host).append('svg').attr('width', PIXELS).attr('height', PIXELS);
      group = root.append('g');
      group
        .selectAll('rect')
        .data(weights)
        .join('rect')
        .attr('x', (_, at) => (at % n) * side)
        .attr('y', (_, at) => Math.floor(at / n) * side)
        .attr('width', side)
        .attr('height', side)
        .attr('fill', (weight) => library.interpolateViridis(weight / most));
      // Forces the layout.
      host.getBoundingClientRect();
    },
    zoom({ x, y, size }) {
      const factor = n / size;
      group.attr('transform', `scale(${factor}) translate(${-x * side},${-y * side})`);
      host.getBoundingClientRect();
    },
  };
}

const DRAWERS = { lookup, heedmap, plotly, echarts, d3 };

/** One drawer in this page. @param {{ name: keyof typeof DRAWERS, n: number }} given */
export async function draw({ name, n }) {
  const weights = normals(n * n, 5).map((each) => Math.abs(each) / 4);
  const host = document.createElement('div');
  document.body.append(host);
  const drawer = await DRAWERS[name]({ host, weights, n, most: 1 });
  const first = await timed(drawer.first);
  const zooms = [];
  for (let step = 1; step <= 5; step += 1) {
    const size = n / (1 + step * 0.35);
    zooms.push(await timed(() => drawer.zoom({ x: n * 0.1, y: n * 0.15, size: Math.floor(size) })));
  }
  const recolors = [];
  if (drawer.recolor) for (let round = 0; round < 3; round += 1) recolors.push(await timed(drawer.recolor));
  drawer.free?.();
  host.remove();
  return { first, zooms, recolors };
}

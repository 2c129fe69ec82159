import { paintMap } from '../../../engine/maps.js';
import { Canvas } from '../../../ui/controls.js';
import { html, useMemo } from '../../../ui/html.js';
import { longValue } from './figures.js';
import { barOf } from '../head/scale.js';
import { scaleOf } from './atlas.js';
import { wraps } from './order.js';
/** @import { MapsModel } from '../types.js' */

const [WIDTH, HEIGHT] = [84, 9];
/** The number of colors of the bar. */
const STOPS = 64;

/** The legend of the thumbnails. @param {{ model: MapsModel }} props */
export function Legend({ model: { state, data, t, appearance } }) {
  const words = t.maps.overview;
  const { map } = state;
  const { theme } = appearance;
  const scale = scaleOf(state.scale, /** @type {NonNullable<MapsModel['data']>} */ (data));
  const image = useMemo(() => {
    const pixels = paintMap({ rows: 1, cols: STOPS, data: barOf(scale, STOPS), map, theme, scale });
    return new ImageData(/** @type {Uint8ClampedArray<ArrayBuffer>} */ (pixels), STOPS, 1);
  }, [map, theme, scale.kind, scale.high]);
  const { reading } = /** @type {NonNullable<MapsModel['data']>} */ (data);
  const isGrid = state.sort === 'layer' && !state.alike && !wraps(reading);
  const axes = isGrid ? words.axes : words.flowAxes;
  const shown = scale.kind === 'log' ? words.shownLog : words.shown;
  const kept = state.scale === 'row' || state.scale === 'percentile' ? ` ${words.unitKept}` : '';
  return html`<div class="legend">
    <span class="axes">${`${axes} ${shown}${kept}`}</span>
    <span class="scale">
      <span>${longValue(scale.low)}</span>
      <${Canvas} image=${image} width=${WIDTH} height=${HEIGHT} />
      <span>${longValue(scale.high)}</span>
    </span>
  </div>`;
}

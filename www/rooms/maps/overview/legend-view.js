import { paintMap } from '../../../engine/maps.js';
import { Canvas } from '../../../ui/controls.js';
import { html, useMemo } from '../../../ui/html.js';
import { longValue } from './figures.js';
import { barOf } from '../head/scale.js';
import { thumbnailScale } from './atlas.js';
/** @import { MapsData, MapsModel } from '../types.js' */

/** The size of the color bar, in CSS pixels. */
const [WIDTH, HEIGHT] = [84, 9];
/** The number of colors of the bar. */
const COLORS = 64;

/**
 * The legend of the thumbnails.
 *
 * @param {{ model: MapsModel, data: MapsData, isGrid: boolean }} props - `isGrid`: layers down, heads across
 */
export function Legend({ model: { state, t, appearance }, data, isGrid }) {
  const words = t.maps.overview;
  const { map } = state;
  const { theme } = appearance;
  const scale = thumbnailScale(state.scale, data);
  const image = useMemo(() => {
    const pixels = paintMap({ rows: 1, cols: COLORS, data: barOf(scale, COLORS), map, theme, scale });
    return new ImageData(/** @type {Uint8ClampedArray<ArrayBuffer>} */ (pixels), COLORS, 1);
  }, [map, theme, scale.kind, scale.high]);
  const axes = isGrid ? words.axes : words.flowAxes;
  const plain = scale.kind === 'diverging' ? t.maps.head.differenceOf : words.shown;
  const shown = scale.kind === 'log' ? words.shownLog : plain;
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

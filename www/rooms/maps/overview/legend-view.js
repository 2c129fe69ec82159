import { element, setText } from '../../../ui/dom.js';
import { longValue } from './figures.js';
import { barOf } from '../head/scale.js';
import { scaleOf } from './atlas.js';
/** @import { MapsModel } from '../types.js' */

const [WIDTH, HEIGHT] = [84, 9];
/** Colours in the bar. */
const STOPS = 64;

/**
 * What the colours of the thumbnails mean.
 *
 * @param {typeof import('../../../engine/maps.js').paintMap} paint
 */
export function legendView(paint) {
  const canvas = element('canvas', { 'aria-hidden': 'true', width: String(STOPS), height: '1' });
  Object.assign(canvas.style, { width: `${WIDTH}px`, height: `${HEIGHT}px` });
  const [low, high, says] = [element('span'), element('span'), element('span', { class: 'axes' })];
  const node = element(
    'div',
    { class: 'legend' },
    says,
    element('span', { class: 'scale' }, low, canvas, high),
  );
  let painted = '';

  return {
    node,
    /** @param {MapsModel} model */
    update({ state, data, t, appearance }) {
      const words = t.maps.overview;
      if (!data) return;
      const scale = scaleOf(state.scale, data);
      const { map } = state;
      const now = [map, appearance.theme, scale.kind, scale.high].join(' ');
      if (now !== painted) {
        painted = now;
        const pixels = paint({
          rows: 1,
          cols: STOPS,
          data: barOf(scale, STOPS),
          map,
          theme: appearance.theme,
          scale,
        });
        canvas
          .getContext('2d')
          ?.putImageData(
            new ImageData(/** @type {Uint8ClampedArray<ArrayBuffer>} */ (pixels), STOPS, 1),
            0,
            0,
          );
      }
      setText(low, longValue(scale.low));
      setText(high, longValue(scale.high));
      const kept = state.scale === 'row' || state.scale === 'percentile' ? ` ${words.unitKept}` : '';
      setText(
        says,
        `${state.sort === 'layer' && !state.alike ? words.axes : words.flowAxes} ${scale.kind === 'log' ? words.shownLog : words.shown}${kept}`,
      );
    },
  };
}

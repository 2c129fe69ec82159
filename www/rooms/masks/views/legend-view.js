import { legend, maskDraw } from '../../../engine/masks.js';
import { number } from '../../../format/display.js';
import { Canvas } from '../../../ui/controls.js';
import { html, useMemo } from '../../../ui/html.js';
import { drawOptions } from '../session.js';
/** @import { MaskDrawing } from '../../../engine/masks.js' */
/** @import { Appearance } from '../../../element/appearance.js' */
/** @import { FigureModel, MapName, MaskState } from '../types.js' */

const [WIDTH, HEIGHT, SAMPLE] = [110, 10, 14];

/**
 * The legend of a map's colors. Masked cells are hatched; no color of a scale means masked.
 *
 * @param {object} props
 * @param {MapName} props.name
 * @param {FigureModel} props.model
 * @param {MaskDrawing['scale']} props.ends
 * @param {Appearance} props.appearance
 * @param {(patch: Partial<MaskState>) => void} props.look
 */
export function Legend({ name, model: { state, t }, ends, appearance: { theme, ratio }, look }) {
  const words = t.masks;
  const { map, scale } = state;
  const images = useMemo(() => {
    if (name !== 'pattern') {
      const kind = name === 'scores' ? 'diverging' : 'sequential';
      const size = { width: Math.round(WIDTH * ratio), height: Math.round(HEIGHT * ratio) };
      return [legend({ map, kind, theme, ...size }).image];
    }
    const side = Math.round(SAMPLE * ratio);
    // With the options of the maps, the engine keeps their scores in its cache. Computing them takes long for
    // many tokens.
    const one = { ...drawOptions(state), queries: 1, keys: 1, cellWidth: side, cellHeight: side, map, theme };
    return ['all', 'none'].map((text) => maskDraw({ ...one, text }).pattern);
  }, [map, theme, ratio]);
  const sample = (/** @type {ImageData} */ image, /** @type {string} */ text) =>
    html`<span class="sample">
      <${Canvas} image=${image} width=${SAMPLE} height=${SAMPLE} /><span>${text}</span>
    </span>`;
  if (name === 'pattern')
    return html`<div class="legend" part="legend">
      ${sample(images[0], words.allowed)}${sample(images[1], words.maskedSample)}
    </div>`;
  const { low, high } = ends[name];
  const decimals = name === 'scores' ? 2 : 4;
  return html`<div class="legend" part="legend">
    <span class="scale">
      <span>${number(low, decimals)}</span>
      <${Canvas} class=${name} image=${images[0]} width=${WIDTH} height=${HEIGHT} />
      <span>${number(high, decimals)}</span>
    </span>
    ${
      name === 'weights' &&
      html`<button
        type="button"
        class="link"
        value=${scale}
        onClick=${() => look({ scale: scale === 'one' ? 'largest' : 'one' })}
      >
        ${scale === 'one' ? words.toLargest : words.toOne}
      </button>`
    }
  </div>`;
}

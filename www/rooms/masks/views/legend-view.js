import { legend, maskDraw } from '../../../engine/masks.js';
import { Canvas } from '../../../ui/controls.js';
import { html, useMemo } from '../../../ui/html.js';
import { sampleOptions } from '../scene.js';
/** @import { Appearance } from '../../../element/surroundings.js' */
/** @import { sceneOfMap } from '../scene.js' */
/** @import { FigureModel, MapName, MaskState } from '../types.js' */

const [WIDTH, HEIGHT, SAMPLE] = [110, 10, 14];

/**
 * The legend of a map's colors. Masked cells are hatched; no color of a scale means masked.
 *
 * @param {object} props
 * @param {MapName} props.name
 * @param {FigureModel} props.model
 * @param {ReturnType<typeof sceneOfMap>['legend']} props.content
 * @param {Appearance} props.appearance
 * @param {(patch: Partial<MaskState>) => void} props.show
 */
export function Legend({ name, model: { state, t }, content, appearance: { theme, ratio }, show }) {
  const words = t.masks;
  const { map, scale } = state;
  const images = useMemo(() => {
    if (content.kind) {
      const size = { width: Math.round(WIDTH * ratio), height: Math.round(HEIGHT * ratio) };
      return [legend({ map, kind: content.kind, theme, ...size }).image];
    }
    const side = Math.round(SAMPLE * ratio);
    const size = { cellWidth: side, cellHeight: side };
    return /** @type {const} */ (['all', 'none']).map(
      (text) => maskDraw(sampleOptions(state, theme, text, size)).pattern,
    );
  }, [map, theme, ratio]);
  const sample = (/** @type {ImageData} */ image, /** @type {string} */ text) =>
    html`<span class="sample">
      <${Canvas} image=${image} width=${SAMPLE} height=${SAMPLE} /><span>${text}</span>
    </span>`;
  if (!content.kind)
    return html`<div class="legend" part="legend">
      ${sample(images[0], content.allowed)}${sample(images[1], content.masked)}
    </div>`;
  return html`<div class="legend" part="legend">
    <span class="scale">
      <span>${content.low}</span>
      <${Canvas} class=${name} image=${images[0]} width=${WIDTH} height=${HEIGHT} />
      <span>${content.high}</span>
    </span>
    ${
      name === 'weights' &&
      html`<button
        type="button"
        class="link"
        value=${scale}
        onClick=${() => show({ scale: scale === 'one' ? 'largest' : 'one' })}
      >
        ${scale === 'one' ? words.toLargest : words.toOne}
      </button>`
    }
  </div>`;
}

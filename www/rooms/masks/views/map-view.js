import { Canvas } from '../../../ui/controls.js';
import { framesOf } from '../../../ui/grid.js';
import { html, useLayoutEffect, useRef } from '../../../ui/html.js';
import { bindBrush, bindPointer, pressMap } from '../map-input.js';
import { MAPS, sceneOfMap } from '../scene.js';
import { Legend } from './legend-view.js';
/** @import { MaskDrawing } from '../../../engine/masks.js' */
/** @import { Appearance } from '../../../element/surroundings.js' */
/** @import { MaskGeometry } from '../geometry.js' */
/** @import { FigureModel, MapActions, MapName } from '../types.js' */

/** The space for a number at an axis, in CSS pixels. */
const TICK = { across: 22, down: 14 };

/** @typedef {{ model: FigureModel, geometry: MaskGeometry, drawing: MaskDrawing, appearance: Appearance, actions: MapActions }} MapsProps */

/** The three maps. @param {MapsProps} props */
export function Maps(props) {
  return MAPS.map((name) => html`<${MaskMap} key=${name} ...${props} name=${name} />`);
}

/** One map: its pixels, axes, frames and legend. @param {MapsProps & { name: MapName }} props */
function MaskMap({ name, model, geometry, drawing, appearance, actions }) {
  const words = model.t.masks;
  const { state, activeCell } = model;
  const { width, height } = geometry;
  const map = useRef(/** @type {HTMLElement | null} */ (null));
  const latest = useRef(geometry);
  latest.current = geometry;
  useLayoutEffect(() => {
    if (!map.current) return;
    bindPointer(map.current, () => latest.current, actions);
    if (name === 'pattern') bindBrush(map.current, () => latest.current, actions);
  }, [actions]);

  const scene = sceneOfMap(name, geometry, drawing.scale, model.t, TICK);
  const frames = Object.entries(framesOf(geometry, activeCell)).map(([of, { isThin, box }]) => {
    const [x, y, wide, high] = [box.left, box.top, box.width, box.height].map((length) => `${length}px`);
    const style = { transform: `translate(${x}, ${y})`, width: wide, height: high };
    return html`<div class=${isThin ? `${of} thin` : of} style=${style}></div>`;
  });
  const isBrush = name === 'pattern' && state.brush !== 'none';
  return html`<figure class="mask-map" data-map=${name}>
    <figcaption>
      <h3 role=${actions.table ? null : 'presentation'}>${scene.heading}</h3>
      ${
        actions.table &&
        html`<button
          type="button"
          class="link"
          aria-label=${`${scene.heading} ${words.asTable}`}
          aria-pressed=${String(state.table === name)}
          onClick=${() => actions.table?.(name)}
        >
          ${words.asTable}
        </button>`
      }
    </figcaption>
    <span class="axis across" aria-hidden="true">${words.axes.key}</span>
    <div class="columns" aria-hidden="true">
      ${scene.across.map(({ text, at }) => html`<span style=${{ left: `${at}px` }}>${text}</span>`)}
    </div>
    <span class="axis down" aria-hidden="true">${words.axes.query}</span>
    <div class="rows" aria-hidden="true">
      ${scene.down.map(({ text, at }) => html`<span style=${{ top: `${at}px` }}>${text}</span>`)}
    </div>
    <div
      class=${isBrush ? 'map brush' : 'map'}
      ref=${map}
      tabindex="0"
      role="application"
      aria-roledescription=${words.heatmap}
      aria-label=${words.mapLabel({ name: scene.heading, queries: state.queries, keys: state.keys })}
      style=${{ width: `${width}px`, height: `${height}px` }}
      onKeyDown=${(/** @type {KeyboardEvent} */ event) => pressMap(event, actions, name)}
      onFocus=${actions.speak}
    >
      <${Canvas} image=${drawing[name]} width=${width} height=${height} />
      <div class="over">${frames}</div>
    </div>
    <${Legend}
      name=${name}
      model=${model}
      content=${scene.legend}
      appearance=${appearance}
      show=${actions.show}
    />
  </figure>`;
}

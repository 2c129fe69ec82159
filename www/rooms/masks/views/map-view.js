import { Canvas } from '../../../ui/controls.js';
import { boxOf, cellOf } from '../../../ui/grid.js';
import { html, useLayoutEffect, useRef } from '../../../ui/html.js';
import { ticks } from '../../../ui/labels.js';
import { bindBrush } from '../map-brush.js';
import { pressMap } from '../map-keys.js';
import { bindPointer } from '../map-pointer.js';
import { Legend } from './legend-view.js';
/** @import { MaskDrawing } from '../../../engine/masks.js' */
/** @import { Appearance } from '../../../element/appearance.js' */
/** @import { MaskGeometry } from '../geometry.js' */
/** @import { FigureModel, MapActions, MapName } from '../types.js' */

/** The space for a number at an axis, in CSS pixels. */
const TICK = { across: 22, down: 14 };

/** The frame of a row or column thinner than this, in CSS pixels, is one line: two would hide its cells. */
const THIN = 3;
/** The smallest frame of a cell, in CSS pixels. */
const SMALLEST = 7;

/** @typedef {{ model: FigureModel, geometry: MaskGeometry, drawing: MaskDrawing, appearance: Appearance, actions: MapActions }} MapsProps */

/** The three maps. @param {MapsProps} props */
export function Maps(props) {
  return ['pattern', 'scores', 'weights'].map(
    (name) => html`<${MaskMap} key=${name} ...${props} name=${name} />`,
  );
}

/** One map: its pixels, axes, frames and legend. @param {MapsProps & { name: MapName }} props */
function MaskMap({ name, model, geometry, drawing, appearance, actions }) {
  const words = model.t.masks;
  const { state, activeCell } = model;
  const { rows, cols, cellWidth, cellHeight, width, height } = geometry;
  const map = useRef(/** @type {HTMLElement | null} */ (null));
  const latest = useRef(geometry);
  latest.current = geometry;
  useLayoutEffect(() => {
    if (!map.current) return;
    bindPointer(map.current, () => latest.current, actions);
    if (name === 'pattern') bindBrush(map.current, () => latest.current, actions);
  }, [actions]);

  const across = ticks(cols, width, TICK.across).map(
    (at) => html`<span style=${{ left: `${(at + 0.5) * cellWidth}px` }}>${at}</span>`,
  );
  const down = ticks(rows, height, TICK.down).map(
    (at) => html`<span style=${{ top: `${(at + 0.5) * cellHeight}px` }}>${at}</span>`,
  );
  const isBrush = name === 'pattern' && state.brush !== 'none';
  return html`<figure class="mask-map" data-map=${name}>
    <figcaption>
      <h3 role=${actions.table ? null : 'presentation'}>${words.maps[name]}</h3>
      ${
        actions.table &&
        html`<button
          type="button"
          class="link"
          aria-label=${`${words.maps[name]} ${words.asTable}`}
          aria-pressed=${String(state.table === name)}
          onClick=${() => actions.table?.(name)}
        >
          ${words.asTable}
        </button>`
      }
    </figcaption>
    <span class="axis across" aria-hidden="true">${words.axes.key}</span>
    <div class="columns" aria-hidden="true">${across}</div>
    <span class="axis down" aria-hidden="true">${words.axes.query}</span>
    <div class="rows" aria-hidden="true">${down}</div>
    <div
      class=${isBrush ? 'map brush' : 'map'}
      ref=${map}
      tabindex="0"
      role="application"
      aria-roledescription=${words.heatmap}
      aria-label=${words.mapLabel({ name: words.maps[name], queries: state.queries, keys: state.keys })}
      style=${{ width: `${width}px`, height: `${height}px` }}
      onKeyDown=${(/** @type {KeyboardEvent} */ event) => pressMap(event, actions, name)}
      onFocus=${actions.speak}
    >
      <${Canvas} image=${drawing[name]} width=${width} height=${height} />
      <div class="over">${marks(geometry, activeCell)}</div>
    </div>
    <${Legend}
      name=${name}
      model=${model}
      ends=${drawing.scale}
      appearance=${appearance}
      look=${actions.look}
    />
  </figure>`;
}

/**
 * Frames around the selected row, column and cell.
 *
 * @param {MaskGeometry} geometry @param {FigureModel['activeCell']} activeCell
 */
function marks(geometry, activeCell) {
  const { width, height } = geometry;
  const { left, top, width: wide, height: high } = boxOf(geometry, cellOf(activeCell));
  const [broad, tall] = [Math.max(wide, SMALLEST), Math.max(high, SMALLEST)];
  const frame = (
    /** @type {string} */ kind,
    /** @type {[number, number]} */ [x, y],
    /** @type {[number, number]} */ [across, down],
  ) => {
    const style = { transform: `translate(${x}px, ${y}px)`, width: `${across}px`, height: `${down}px` };
    return html`<div class=${kind} style=${style}></div>`;
  };
  // A frame smaller than a pixel would be invisible.
  return [
    frame(high < THIN ? 'row thin' : 'row', [0, top], [width, Math.max(high, 1)]),
    frame(wide < THIN ? 'column thin' : 'column', [left, 0], [Math.max(wide, 1), height]),
    frame('cell', [left + (wide - broad) / 2, top + (high - tall) / 2], [broad, tall]),
  ];
}

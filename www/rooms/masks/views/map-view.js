import { element, setText } from '../../../ui/dom.js';
import { ticks } from '../geometry.js';
import { pressMap } from '../map-keys.js';
import { bindPointer } from '../map-pointer.js';
/** @import { MaskGeometry } from '../geometry.js' */
/** @import { FigureModel, MapName, MaskState, Pair } from '../types.js' */

/**
 * What a map asks of what it stands in. A figure may have neither a brush nor tables.
 *
 * @typedef {object} MapActions
 * @property {() => MaskState} state - of now: keys may come faster than it is drawn
 * @property {(cell: Pair | null) => void} point
 * @property {(cell: Pair) => void} select
 * @property {((cells: Set<number> | null, phase: 'drag' | 'commit' | 'cancel') => void) | null} paint - null: the cell under the cursor
 * @property {((map: MapName) => void) | null} table
 * @property {() => void} speak
 */

/** Room that a number at an axis takes, CSS pixels. */
const TICK = { across: 22, down: 14 };

/** Two lines around less than this, in CSS pixels, would hide it. */
const THIN = 3;
/** A smaller frame around a cell would not be seen. */
const SMALLEST = 7;

/**
 * One of the three canvases: its pixels, numbered axes, and the cell that is looked at.
 *
 * @param {MapName} name
 * @param {MapActions} actions
 */
export function mapView(name, actions) {
  // A figure in a text has no tables either, and no heading among those of the text.
  const caption = element('h3', { role: !actions.table && 'presentation' });
  const toggle =
    actions.table &&
    element('button', { type: 'button', class: 'link', onclick: () => actions.table?.(name) });
  const columns = element('div', { class: 'columns', 'aria-hidden': 'true' });
  const rows = element('div', { class: 'rows', 'aria-hidden': 'true' });
  const [across, down] = ['across', 'down'].map((axis) =>
    element('span', { class: `axis ${axis}`, 'aria-hidden': 'true' }),
  );
  const canvas = element('canvas', { 'aria-hidden': 'true' });
  const [row, column, cell] = ['row', 'column', 'cell'].map((kind) => element('div', { class: kind }));
  const map = element(
    'div',
    { class: 'map', tabindex: 0, role: 'application' },
    canvas,
    element('div', { class: 'over' }, row, column, cell),
  );
  const node = element(
    'figure',
    { class: 'mask-map', 'data-map': name },
    element('figcaption', {}, caption, toggle),
    across,
    columns,
    down,
    rows,
    map,
  );
  /** @type {MaskGeometry | null} */
  let geometry = null;
  let laid = '';

  map.addEventListener('keydown', (event) => pressMap(event, actions, name));
  map.addEventListener('focus', () => actions.speak());
  bindPointer(map, () => geometry, actions);

  /** @param {MaskGeometry} now @param {number} ratio */
  function lay(now, ratio) {
    geometry = now;
    const { queries, keys, width, height } = now;
    const key = [queries, keys, width, height, ratio].join();
    if (key === laid) return;
    laid = key;
    for (const each of [map, canvas]) {
      each.style.width = `${width}px`;
      each.style.height = `${height}px`;
    }
    columns.replaceChildren(
      ...ticks(keys, width, TICK.across).map((at) => tick(at, 'left', ((at + 0.5) * width) / keys)),
    );
    rows.replaceChildren(
      ...ticks(queries, height, TICK.down).map((at) => tick(at, 'top', ((at + 0.5) * height) / queries)),
    );
  }

  return {
    node,
    map,
    geometry: () => geometry,
    lay,
    /** @param {ImageData} image */
    put(image) {
      canvas.width = image.width;
      canvas.height = image.height;
      canvas.getContext('2d')?.putImageData(image, 0, 0);
    },
    /** @param {FigureModel} model */
    update({ state, t, looked }) {
      const words = t.masks;
      setText(caption, words.maps[name]);
      const { width, height } = /** @type {MaskGeometry} */ (geometry);
      if (toggle) {
        setText(toggle, words.asTable);
        toggle.setAttribute('aria-label', `${words.maps[name]} ${words.asTable}`);
        toggle.setAttribute('aria-pressed', String(state.table === name));
      }
      map.setAttribute('aria-roledescription', words.heatmap);
      map.setAttribute('aria-label', words.mapLabel(words.maps[name], state.queries, state.keys));
      map.classList.toggle('brush', name === 'pattern' && actions.paint !== null && state.brush !== 'none');
      setText(across, words.axes.key);
      setText(down, words.axes.query);
      const [high, wide] = [height / state.queries, width / state.keys];
      // What is smaller than a line would be seen as none.
      box(row, 0, looked.query * high, width, Math.max(high, 1));
      box(column, looked.key * wide, 0, Math.max(wide, 1), height);
      row.classList.toggle('thin', high < THIN);
      column.classList.toggle('thin', wide < THIN);
      const [broad, tall] = [Math.max(wide, SMALLEST), Math.max(high, SMALLEST)];
      box(cell, (looked.key + 0.5) * wide - broad / 2, (looked.query + 0.5) * high - tall / 2, broad, tall);
    },
  };
}

/** @param {number} at @param {'left' | 'top'} side @param {number} place */
function tick(at, side, place) {
  const span = element('span', {}, String(at));
  span.style[side] = `${place}px`;
  return span;
}

/** @param {HTMLElement} target @param {number} left @param {number} top @param {number} width @param {number} height */
function box(target, left, top, width, height) {
  target.style.transform = `translate(${left}px, ${top}px)`;
  target.style.width = `${width}px`;
  target.style.height = `${height}px`;
}

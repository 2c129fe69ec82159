import { element } from '../ui/dom.js';
import { pixelGrid } from '../ui/grid.js';
import { icon, TABLE } from '../ui/icons.js';
import { mapName, tableOf } from './scene.js';
import { drawOutlines, paintMap, pointLabels, writeColumns, writeRows, writeTable } from './screen.js';
/** @import { Appearance } from '../element/surroundings.js' */
/** @import { Complete } from './figure.js' */
/** @import { PixelGrid } from '../ui/grid.js' */
/** @import { Painted } from './screen.js' */

/** @typedef {ReturnType<typeof buildShadow>} Parts */

/** Builds the shadow tree of a heatmap. */
export function buildShadow() {
  const fallback = element('span');
  const slot = element('slot', { name: 'caption' }, fallback);
  const toggle = element('button', { class: 'switch', type: 'button' }, icon('table', TABLE));
  const caption = element('div', { class: 'caption', part: 'caption' }, slot, toggle);
  const columns = element('div', { class: 'columns', part: 'columns', 'aria-hidden': 'true' });
  const rows = element('div', { class: 'rows', part: 'rows', 'aria-hidden': 'true' });
  const canvas = element('canvas', { part: 'canvas', 'aria-hidden': 'true' });
  const over = element('div', { class: 'over', 'aria-hidden': 'true' });
  const map = element('div', { class: 'map', tabindex: 0, role: 'application' }, canvas, over);
  const table = element('table', { part: 'table' });
  const tablebox = element('div', { class: 'tablebox', tabindex: 0, role: 'group', hidden: true }, table);
  const problem = element('p', { class: 'problem', role: 'status', hidden: true });
  const figure = element('div', { class: 'figure' }, caption, columns, rows, map, tablebox, problem);
  const said = element('div', { class: 'said', 'aria-live': 'polite' });
  return { figure, fallback, toggle, columns, rows, map, canvas, over, table, tablebox, problem, said };
}

/**
 * Renders figures into a shadow tree. Unchanged parts are not rendered again, so that sixteen maps can be
 * updated within a frame.
 *
 * @param {Parts} parts
 */
export function viewOf(parts) {
  const { figure: box, fallback, toggle, columns, rows, map, canvas, over, table, tablebox, problem } = parts;
  /** The last content of each part, serialized. @type {Map<string, string>} */
  const written = new Map();
  /** @type {Painted | null} */
  let painted = null;
  /** The input of the next call of `paint`. @type {Omit<Painted, 'image' | 'inks' | 'texts'> | null} */
  let next = null;
  box.hidden = true;

  /** Whether a part must be rendered again. @param {string} part @param {unknown} content */
  function differs(part, content) {
    const serialized = JSON.stringify(content);
    if (written.get(part) === serialized) return false;
    written.set(part, serialized);
    return true;
  }

  /** @param {Complete} figure */
  function drawFrame({ name, strings, table: tabular, quiet, editable, rowLabels, colLabels }) {
    box.hidden = false;
    map.hidden = tabular;
    tablebox.hidden = !tabular;
    rows.hidden = tabular || !rowLabels?.length;
    columns.hidden = tabular || !colLabels?.length;
    // A hidden table is emptied, so that searching the page does not find its text.
    if (!tabular && written.delete('table')) table.replaceChildren();
    if (!differs('frame', [name, strings, tabular, quiet, editable])) return;
    box.classList.toggle('quiet', quiet);
    box.classList.toggle('tabular', tabular);
    map.classList.toggle('editable', editable);
    map.setAttribute('aria-roledescription', strings.heatmap);
    fallback.textContent = name;
    const action = `${name} ${tabular ? strings.asHeatmap : strings.asTable}`;
    toggle.setAttribute('aria-label', action);
    toggle.title = action;
    tablebox.setAttribute('aria-label', `${name} ${strings.asTable}`);
  }

  /** @param {Complete} figure */
  function drawTable(figure) {
    const content = tableOf(figure);
    problem.hidden = true;
    if (differs('table', content)) writeTable(table, content);
  }

  /** @param {Complete} figure @param {PixelGrid} geometry @param {Appearance} appearance */
  function drawMap(figure, geometry, appearance) {
    const { width, height, cellWidth, cellHeight, ratio } = geometry;
    if (differs('size', [width, height, ratio])) {
      box.style.setProperty('--width', `${width}px`);
      for (const each of [map, canvas]) {
        each.style.width = `${width}px`;
        each.style.height = `${height}px`;
      }
      // Not in `paint`, because setting the size of a canvas invalidates the page's layout.
      canvas.width = geometry.cols * geometry.deviceCellWidth;
      canvas.height = geometry.rows * geometry.deviceCellHeight;
      // With a fractional ratio, the browser's smoothing would blur digits.
      canvas.style.imageRendering = Number.isInteger(ratio) ? '' : 'pixelated';
    }
    const label = mapName(figure);
    if (differs('name', label)) map.setAttribute('aria-label', label);
    if (differs('rows', [figure.rowLabels, cellHeight])) writeRows(rows, figure, geometry);
    if (differs('columns', [figure.colLabels, cellWidth])) writeColumns(columns, figure, geometry);
    next = { figure, geometry, appearance };
    drawOutlines(over, figure, geometry);
    pointLabels(rows, columns, figure);
  }

  return {
    /** The texts of the cells, row by row. */
    texts: () => painted?.texts ?? [],
    /**
     * Draws all but the pixels.
     *
     * @param {Complete} figure @param {Appearance} appearance @returns {PixelGrid}
     */
    draw(figure, appearance) {
      const { matrix, cellWidth, cellHeight, cellGap } = figure;
      const geometry = pixelGrid(matrix, cellWidth, cellHeight, appearance.ratio, cellGap);
      drawFrame(figure);
      if (figure.table) drawTable(figure);
      else drawMap(figure, geometry, appearance);
      return geometry;
    },
    /** Paints the pixels of the last `draw`. */
    paint() {
      if (!next) return;
      try {
        painted = paintMap(canvas, next.figure, next.geometry, next.appearance, painted);
        problem.hidden = true;
      } catch (error) {
        // The message replaces the pixels. Labels, cursor and table stay.
        painted = null;
        problem.textContent = error instanceof Error ? error.message : String(error);
        problem.hidden = false;
      }
      next = null;
    },
    clear() {
      box.hidden = true;
    },
  };
}

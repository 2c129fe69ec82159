import { pointLabels, writeColumns, writeRows } from './axes.js';
import { pixelGrid } from '../ui/grid.js';
import { drawOutlines } from './marks.js';
import { paintMap } from './paint.js';
import { mapName } from './speech.js';
import { tableCells, writeTable } from './table.js';
/** @import { Appearance } from '../element/appearance.js' */
/** @import { Complete } from './figure.js' */
/** @import { PixelGrid } from '../ui/grid.js' */
/** @import { Painted } from './paint.js' */
/** @import { Parts } from './shadow.js' */

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
    const { name, rowAxis, colAxis, tableRowLabels, tableColLabels, matrix, states } = figure;
    const cells = tableCells(figure);
    problem.hidden = true;
    const content = [name, rowAxis, colAxis, tableRowLabels, tableColLabels, matrix.rows, cells, [...states]];
    if (differs('table', content)) writeTable(table, figure, cells);
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
    if (differs('rows', [figure.rowLabels, cellHeight])) writeRows(rows, figure.rowLabels, geometry);
    if (differs('columns', [figure.colLabels, cellWidth])) writeColumns(columns, figure.colLabels, geometry);
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

import { element } from '../ui/dom.js';
import { columnLayout, plainLabel, SLOPE, WIDEST_ROW_LABEL } from '../ui/labels.js';
import { widthOf } from '../ui/text-width.js';
/** @import { Cell, Complete } from './figure.js' */
/** @import { PixelGrid } from '../ui/grid.js' */

/** The font of the column labels, as in the style sheet. */
const COLUMN_FONT = '12px ui-sans-serif, system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';

/**
 * Writes the row labels to the left of the matrix, each as high as its row.
 *
 * @param {HTMLElement} host
 * @param {string[] | null} labels
 * @param {PixelGrid} geometry
 */
export function writeRows(host, labels, { cellHeight }) {
  host.replaceChildren(
    ...(labels ?? []).map((label) => {
      const span = labelled(label);
      span.style.height = span.style.lineHeight = `${cellHeight}px`;
      span.style.maxWidth = `${WIDEST_ROW_LABEL}px`;
      return span;
    }),
  );
}

/**
 * Writes the column labels above the matrix: flat if they fit, otherwise all sloping.
 *
 * @param {HTMLElement} host
 * @param {string[] | null} labels
 * @param {PixelGrid} geometry
 */
export function writeColumns(host, labels, { cellWidth }) {
  const texts = labels ?? [];
  const widths = texts.map((text) => widthOf(plainLabel(text), COLUMN_FONT));
  const { sloping, height, clip } = columnLayout(widths, cellWidth);
  host.style.height = `${height}px`;
  host.classList.toggle('sloping', sloping);
  host.replaceChildren(
    ...texts.map((label, col) => {
      const span = labelled(label);
      const middle = (col + 0.5) * cellWidth;
      if (sloping) {
        span.style.left = `${middle}px`;
        span.style.maxWidth = `${clip}px`;
        // The lower left corner is at the middle of the column, shifted by half the slanted line height.
        span.style.transform = `translateX(6px) rotate(-${SLOPE}deg)`;
      } else {
        const width = Math.max(cellWidth, Math.ceil(widths[col]) + 1);
        span.style.left = `${middle - width / 2}px`;
        span.style.width = `${width}px`;
      }
      return span;
    }),
  );
}

/**
 * Labels are isolated, so that their writing direction does not affect others. The title has the full text of
 * a clipped label.
 *
 * @param {string} label
 */
function labelled(label) {
  const text = plainLabel(label);
  return element('span', { title: text }, element('bdi', {}, text));
}

/**
 * Highlights the labels of the row and column in focus.
 *
 * @param {HTMLElement} rows
 * @param {HTMLElement} columns
 * @param {Complete} figure
 */
export function pointLabels(rows, columns, { cursor, marks }) {
  /** @type {Cell | null | undefined} */
  const at = marks.find(({ level }) => level === 'focus') ?? cursor;
  Array.from(rows.children).forEach((label, row) => label.classList.toggle('at', row === at?.row));
  Array.from(columns.children).forEach((label, col) => label.classList.toggle('at', col === at?.col));
}

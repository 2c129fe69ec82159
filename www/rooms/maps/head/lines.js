import { truncated } from '../../../ui/labels.js';
import { guttersFor, textShape } from './map-scene.js';
/** @import { Measure, Shape } from '../../../picture/types.js' */
/** @import { Label } from './labels.js' */
/** @import { Inks } from './map-scene.js' */

/**
 * `ink` is the color of a head, if several heads have lines.
 *
 * @typedef {{ query: number, key: number, weight: number, ink?: string }} Line
 */

/**
 * The lines from queries to keys with at least a weight. If there are too many, the strongest are kept.
 *
 * @param {{ query: number, row: Float32Array, ink?: string }[]} rows
 * @param {number} threshold - 0 keeps every weight above 0
 * @param {number} max - the maximum number of lines
 * @returns {{ lines: Line[], total: number }} the weakest first, so that the strongest are drawn over them
 */
export function linesOf(rows, threshold, max) {
  /** @type {Line[]} */
  const lines = [];
  for (const { query, row, ink } of rows) {
    for (let key = 0; key < row.length; key += 1)
      if (row[key] >= threshold && row[key] > 0)
        lines.push({ query, key, weight: row[key], ...(ink !== undefined && { ink }) });
  }
  lines.sort((a, b) => a.weight - b.weight);
  return { lines: lines.slice(-max), total: lines.length };
}

/**
 * The visible range of a scrolled list, both ends included.
 *
 * @param {number} scrollTop - pixels
 * @param {number} height - of the visible part
 * @param {number} itemHeight
 * @param {number} count - of items
 */
export function visibleRange(scrollTop, height, itemHeight, count) {
  return {
    first: Math.max(0, Math.min(count - 1, Math.floor(scrollTop / itemHeight))),
    last: Math.min(count - 1, Math.floor((scrollTop + height - 1) / itemHeight)),
  };
}

/** The height of a token, and the space above the first, in CSS pixels. */
export const [LINE, PAD] = [19, 4];
/** The font size of tokens, and their distance from the lines. */
const [LABEL, GAP] = [12, 6];
/** The maximum width of the tokens: in CSS pixels, and as a share of the view. */
const [MAX_LABEL, MAX_SHARE] = [118, 0.3];
/** The width of a line of weight 1, in CSS pixels. */
const MAX_WIDTH = 6;
/** The opacity of the lines of other queries while a query is selected. */
const FAINT = 0.12;

/**
 * Lines from queries to keys and the tokens of both, as shapes. The selected query is highlighted.
 *
 * @param {{ lines: Line[], labels: { query: Label[], key: Label[] }, selected: number | null }} content
 * @param {{ width: number, height: number, scrollTop: number }} view - CSS pixels
 * @param {{ inks: Inks, measure: Measure, name: string }} look - `name` is that of the queries
 * @returns {Shape[]}
 */
export function lineShapes({ lines, labels, selected }, view, { inks, measure, name }) {
  const { width, height, scrollTop } = view;
  const max = { width: Math.min(MAX_LABEL, width * MAX_SHARE), height: 0 };
  const [left, right] = [labels.query, labels.key].map(
    (query) => guttersFor({ query, key: labels.key }, [name], max, measure).left,
  );
  const yOf = (/** @type {number} */ index) => PAD + (index + 0.5) * LINE - scrollTop;
  const curves = lines.map(({ query, key, weight, ink }) => {
    const opacity = selected === null || selected === query ? 1 : FAINT;
    return /** @type {Shape} */ ({
      kind: 'curve',
      x: left,
      y: yOf(query),
      dx: width - right - left,
      dy: yOf(key) - yOf(query),
      stroke: ink ?? inks.accent,
      thickness: Math.max(0.5, Math.min(MAX_WIDTH, MAX_WIDTH * weight)),
      opacity: opacity * Math.min(1, 0.15 + 0.85 * weight),
    });
  });
  const tokens = (
    /** @type {Label[]} */ list,
    /** @type {'start' | 'end'} */ anchor,
    /** @type {(index: number) => boolean} */ isSelected,
  ) => {
    const [x, gutter] = anchor === 'end' ? [left - GAP, left] : [width - right + GAP, right];
    const { first, last } = visibleRange(scrollTop, height, LINE, list.length);
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => {
      const text = truncated(list[first + at].text, gutter - 8, (part) => measure(part, LABEL));
      const fill = isSelected(first + at) ? inks.accent : inks.ink;
      return textShape(text, x, yOf(first + at) + 0.36 * LABEL, fill, { size: LABEL, anchor });
    });
  };
  const keys = new Set(lines.filter(({ query }) => query === selected).map(({ key }) => key));
  return [
    ...curves,
    ...tokens(labels.query, 'end', (query) => query === selected),
    ...tokens(labels.key, 'start', (key) => keys.has(key)),
  ];
}

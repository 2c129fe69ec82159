import { columnLayout, SLOPE } from '../../../ui/labels.js';
import { COLOURS } from '../../../picture/colours.js';
import { STEPS } from '../../../picture/legend.js';
import { PAD, sheetOf, SMALL, TEXT } from '../../../picture/scene.js';
import { fitted, LEADING } from '../../../picture/text.js';
import { numbered, SPARSE, thinned } from '../head/labels.js';
import { barOf, scaleTicks } from '../head/scale.js';
import { gapsOf } from './ground.js';
/** @import { Label } from '../head/labels.js' */
/** @import { Measure, Scene, Shape } from '../../../picture/types.js' */
/** @import { Paint, Picture } from './types.js' */

const GAP = 30;
/** The space that a label takes along its axis. */
const ROOM = 14;
/** The least gap between two labels. */
const APART = 6;
const WIDEST = 120;
/** The longer side of a single map, and of each of three, and the largest side of a cell. */
const [ALONE, AMONG, LARGEST] = [580, 420, 54];
/** The least share of the space that a map of few rows and many keys takes. */
const LEAST_SHARE = 1 / 3;
/** Sloping labels of the last keys extend beyond their map. */
const OVERHANG = 22;
/** Smaller cells are not rounded to whole pixels, which would make them much too small. */
const LEAST_WHOLE = 4;
/** The least width of a picture, so that its texts fit. */
const NARROWEST = 540;

/**
 * The preferred size of a cell, in units: a square, or stretched if the map is much wider than high.
 *
 * @param {{ rows: number, cols: number }} shape
 * @param {number} maps - their number
 */
export function cellOf({ rows, cols }, maps) {
  const side = maps > 1 ? AMONG : ALONE;
  const square = Math.min(side / rows, side / cols, LARGEST);
  const stretched = (/** @type {number} */ count) =>
    Math.max(square, Math.min(LARGEST, (side * LEAST_SHARE) / count));
  return { x: stretched(cols), y: stretched(rows) };
}

/**
 * The width of a picture, in units, which does not depend on its resolution.
 *
 * @param {{ rows: number, cols: number }} shape
 * @param {number} maps
 * @param {number} rowLabels - their width
 */
export function widthOf(shape, maps, rowLabels) {
  const wide = cellOf(shape, maps).x * shape.cols;
  return Math.ceil(
    Math.max(NARROWEST, 2 * PAD + SMALL + 10 + rowLabels + maps * wide + (maps - 1) * GAP + OVERHANG),
  );
}

/**
 * The width of the widest label of a query, with its margin.
 *
 * @param {Label[]} labels @param {Measure} measure
 */
export function rowLabelsWidth(labels, measure) {
  return Math.min(WIDEST, Math.max(0, ...labels.slice(0, 2048).map(({ text }) => measure(text, SMALL)))) + 8;
}

/**
 * Computes the layout of a picture, in units.
 *
 * @param {Picture} picture
 * @param {{ measure: Measure, paint: Paint, pixels: number }} tools - `pixels`: the width in pixels; large
 *   cells get a whole number of pixels
 * @returns {Scene}
 */
export function sceneOf(picture, { measure, paint, pixels }) {
  const { panels, labels, words, theme, map } = picture;
  const colours = COLOURS[theme];
  const [first] = panels;
  const beside = rowLabelsWidth(labels.query, measure);
  const width = widthOf(first, panels.length, beside);
  const cell = cellOf(first, panels.length);
  const whole = (/** @type {number} */ size) =>
    size * pixels >= LEAST_WHOLE * width
      ? (Math.floor((size * pixels) / width + 1e-9) * width) / pixels
      : size;
  const [x, y] = [whole(cell.x), whole(cell.y)];
  const [wide, high] = [x * first.cols, y * first.rows];
  /** @type {Shape[]} */
  const shapes = [];
  const write = (/** @type {string} */ text, /** @type {Partial<Shape> & { x: number, y: number }} */ how) =>
    shapes.push(
      /** @type {Shape} */ ({ kind: 'text', text, size: SMALL, fill: colours.ink, anchor: 'start', ...how }),
    );
  const left = SMALL + 10 + beside;
  const named = panels.length > 1 ? TEXT * LEADING : 0;
  const columns = axis(labels.key, first.sight.cols, x / first.pooled.cols, labels.tokens, measure);
  const top = named + SMALL * LEADING + columns.height + 4;
  panels.forEach((panel, at) => {
    const from = left + at * (wide + GAP);
    if (named > 0)
      write(fitted(panel.title, wide, TEXT, measure), { x: from, y: TEXT, size: TEXT, bold: true });
    write(words.key, { x: from, y: named + SMALL, fill: colours.soft });
    for (const { text, place } of columns.labels) {
      if (columns.sloping)
        write(fitted(text, columns.clip, SMALL, measure), { x: from + place + 4, y: top - 5, turn: -SLOPE });
      else write(text, { x: from + place, y: top - 5, anchor: 'middle' });
    }
    const box = { x: from, y: top, width: wide, height: high };
    shapes.push({ kind: 'rect', ...box, fill: colours.ground });
    for (const gap of gapsOf(panel))
      shapes.push({
        kind: gap.kind,
        x: from + gap.col * x,
        y: top + gap.row * y,
        width: gap.cols * x,
        height: gap.rows * y,
        ground: colours.ground,
        line: colours[gap.kind],
      });
    const { rows, cols, data, scale } = panel;
    shapes.push(
      { kind: 'cells', ...box, rows, cols, pixels: paint({ rows, cols, data, map, theme, scale }) },
      { kind: 'frame', ...box, stroke: colours.line },
    );
  });
  for (const { text, place } of axis(labels.query, first.sight.rows, y / first.pooled.rows, true, measure)
    .labels) {
    write(fitted(text, WIDEST, SMALL, measure), {
      x: left - 7,
      y: top + place + SMALL * 0.35,
      anchor: 'end',
    });
  }
  write(words.query, {
    x: SMALL * 0.8,
    y: top + Math.max(high / 2, measure(words.query, SMALL) / 2),
    anchor: 'middle',
    turn: -90,
    fill: colours.soft,
  });
  const bars = picture.legends.map(({ text, scale }) => ({
    text,
    pixels: paint({ rows: 1, cols: STEPS, data: barOf(scale, STEPS), map, theme, scale }),
    ticks: scaleTicks(scale),
  }));
  const samples = [...new Set(panels.flatMap((panel) => gapsOf(panel).map(({ kind }) => kind)))].map(
    (kind) => ({ kind, text: kind === 'hatch' ? words.gone : words.missing }),
  );
  const body = {
    shapes,
    width: width - 2 * PAD,
    height: Math.max(top + high, top + measure(words.query, SMALL)),
  };
  return sheetOf(
    { title: picture.title, body, legend: { bars, samples }, captions: picture.captions },
    { theme, measure, narrowest: NARROWEST },
  );
}

/**
 * The positions of the labels of an axis; labels that would touch are omitted.
 *
 * @param {Label[]} labels
 * @param {[start: number, length: number]} part
 * @param {number} size - of a cell of the map, also if it is pooled
 * @param {boolean} slopes - whether long labels may slope; numbers are thinned out instead
 * @param {Measure} measure
 */
function axis(labels, [start, length], size, slopes, measure) {
  if (slopes && thinned({ first: start, last: start + length - 1, size }, ROOM, null).step >= SPARSE)
    return axis(numbered(labels.length), [start, length], size, false, measure);
  const part = labels.slice(start, start + length);
  const widths = part.slice(0, 2048).map(({ text }) => measure(text, SMALL));
  const { sloping, height, clip } = slopes
    ? columnLayout(
        widths.map((width) => width + APART),
        size,
      )
    : { sloping: false, height: SMALL * LEADING, clip: Infinity };
  const { at } = thinned(
    { first: start, last: start + length - 1, size },
    slopes ? ROOM : Math.max(ROOM, ...widths) + APART,
    null,
  );
  const shown = at.flatMap((place) => {
    const label = labels[place];
    // Several tokens that form one character share a label.
    return !label || (label.first !== place && label.first >= start)
      ? []
      : [{ text: label.text, place: (label.first - start + label.count / 2) * size }];
  });
  return { labels: shown, sloping, height, clip };
}

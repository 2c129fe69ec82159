import { legendPixels, maskPixels, maskRow } from '../../engine/masks.js';
import { number } from '../../format/display.js';
import { stackPiece } from '../../picture/arrange.js';
import { legendPiece, STEPS } from '../../picture/legend.js';
import { COLORS, moved, sheetOf, SMALL, TEXT, written } from '../../picture/scene.js';
import { MOST_SHAPES } from '../../picture/svg.js';
import { LEADING, measure as measureText } from '../../picture/text.js';
import { areasIn } from '../../ui/grid.js';
import { ticks } from '../../ui/labels.js';
import { layOut } from './geometry.js';
import { drawOptions } from './session.js';
/** @import { MaskPixels } from '../../engine/masks.js' */
/** @import { Bar, Measure, Piece, Sample, Shape, Theme } from '../../picture/types.js' */
/** @import { Strings } from '../../words/languages.js' */
/** @import { MapName, MaskState } from './types.js' */

/** The longer side of a map, in units, and the largest side of its image, in pixels. */
const [SIDE, MAX_PIXELS] = [340, 1020];
/** The height of a line of text above or beside a map. */
const AXIS = SMALL * LEADING;
const LEAST_LEGEND = 150;
/** Smaller cells have no gaps between them. */
const LEAST_WITH_GAP = 6;
/** The space for a number at an axis. */
const TICK = { across: 24, down: 14 };
const NAMES = /** @type {MapName[]} */ (['pattern', 'scores', 'weights']);

/**
 * A mask as a picture: its pattern, the masked scores and the weights, side by side.
 *
 * @param {MaskState} state
 * @param {{ theme: Theme, t: Strings, measure?: Measure }} how
 */
export function sceneOf(state, { theme, t: { masks: words }, measure = measureText }) {
  const { text, queries, keys, map } = state;
  const isSmall = Math.max(queries, keys) <= MOST_SHAPES;
  const image = isSmall
    ? { width: keys, height: queries }
    : { width: Math.min(keys, MAX_PIXELS), height: Math.min(queries, MAX_PIXELS) };
  const drawn = maskPixels({
    ...drawOptions(state),
    rows: state.rows ?? queries,
    map,
    theme,
    ...image,
    ...(state.scale === 'one' ? { weightsHigh: 1 } : {}),
  });
  const masked = isSmall ? maskedAreas(state) : [];
  const pieces = NAMES.map((name) => {
    const cells = { rows: image.height, cols: image.width, pixels: drawn[name].pixels };
    const piece = mapPiece(state, cells, masked, {
      name: words.maps[name],
      axes: words.axes,
      theme,
      measure,
    });
    const legend = legendPiece(legendOf(name, state, drawn, theme, words), {
      width: Math.max(piece.width - piece.left, LEAST_LEGEND),
      size: SMALL,
      colors: COLORS[theme],
      measure,
    });
    return stackPiece(
      [piece, { ...legend, shapes: moved(legend.shapes, piece.left, 0), width: piece.left + legend.width }],
      'below',
      12,
    );
  });
  return sheetOf(
    { title: text, body: stackPiece(pieces, 'beside', 20), captions: [`${queries} × ${keys}`] },
    { theme, measure },
  );
}

/**
 * One map with its name and its numbered axes.
 *
 * @param {MaskState} state
 * @param {{ rows: number, cols: number, pixels: Uint8ClampedArray | Uint8Array }} cells
 * @param {ReturnType<typeof maskedAreas>} masked
 * @param {{ name: string, axes: { query: string, key: string }, theme: Theme, measure: Measure }} how
 * @returns {Piece & { left: number }} `left` is the offset of its cells
 */
function mapPiece(state, cells, masked, { name, axes, theme, measure }) {
  const { queries, keys } = state;
  const colors = COLORS[theme];
  const { width, height, cellWidth: wide, cellHeight: high } = layOut(state, SIDE, 1);
  // Cells start at whole units, so that their edges are sharp.
  const [x, y] = [
    Math.ceil(AXIS + measure(String(queries - 1), SMALL) + 10),
    Math.ceil(TEXT * LEADING + 2 * AXIS),
  ];
  const tall = Math.max(height, measure(axes.query, SMALL));
  const fill = colors.soft;
  const pixels = cells.pixels.slice();
  /** @type {Shape[]} */
  const shapes = [
    written(name, x, TEXT, { size: TEXT, fill: colors.ink, bold: true }),
    written(axes.key, x, TEXT * LEADING + SMALL, { fill }),
    written(axes.query, SMALL * 0.2, y + tall / 2, { fill, anchor: 'middle', turn: 90 }),
    ...ticks(keys, width, TICK.across).map((at) =>
      written(String(at), x + (at + 0.5) * wide, y - 5, { fill, anchor: 'middle' }),
    ),
    ...ticks(queries, height, TICK.down).map((at) =>
      written(String(at), x - 6, y + (at + 0.5) * high + SMALL * 0.35, { fill, anchor: 'end' }),
    ),
  ];
  for (const { row, col, rows, cols, kind } of masked) {
    shapes.push({
      kind,
      x: x + col * wide,
      y: y + row * high,
      width: cols * wide,
      height: rows * high,
      ground: colors.ground,
      line: colors.hatch,
    });
    for (let at = row; at < row + rows; at += 1)
      for (let key = col; key < col + cols; key += 1) pixels[4 * (at * keys + key) + 3] = 0;
  }
  const gap = Math.min(wide, high) < LEAST_WITH_GAP ? 0 : 1;
  shapes.push(
    { kind: 'cells', x, y, width, height, ...cells, pixels, gap },
    { kind: 'frame', x, y, width, height, stroke: colors.line },
  );
  return { shapes, left: x, width: x + width, height: y + tall };
}

/** The forbidden cells of the visible rows, as rectangles. @param {MaskState} state */
function maskedAreas(state) {
  const { queries, keys, rows } = state;
  const shown = rows ?? queries;
  const allowed = Array.from({ length: shown }, (_, query) => maskRow(drawOptions(state), query).allowed);
  return areasIn({ rows: shown, cols: keys }, (row, col) => (allowed[row][col] ? null : 'hatch'));
}

/**
 * The legend below a map: its color bar, or samples of allowed and forbidden for the pattern.
 *
 * @param {MapName} name
 * @param {MaskState} state
 * @param {MaskPixels} drawn
 * @param {Theme} theme
 * @param {Strings['masks']} words
 * @returns {{ bars: Bar[], samples: Sample[] }}
 */
function legendOf(name, state, { scale }, theme, words) {
  const { map } = state;
  if (name === 'pattern') {
    // With the options of the maps, the engine keeps their scores in its cache. Computing them takes long for
    // many tokens.
    const { pixels } = maskPixels({
      ...drawOptions(state),
      text: 'all',
      queries: 1,
      keys: 1,
      width: 1,
      height: 1,
      map,
      theme,
    }).pattern;
    return {
      bars: [],
      samples: [
        { kind: 'fill', text: words.allowed, fill: `rgb(${pixels.slice(0, 3).join()})` },
        { kind: 'hatch', text: words.maskedSample },
      ],
    };
  }
  const { low, high } = scale[name];
  const isScores = name === 'scores';
  const { pixels } = legendPixels({
    map,
    kind: isScores ? 'diverging' : 'sequential',
    theme,
    width: STEPS,
    height: 1,
  });
  const ends = [low, high].map((end) => number(end, isScores ? 2 : 4));
  return {
    bars: [{ text: words.maps[name], pixels, ticks: ends.map((text, at) => ({ at, text })) }],
    samples: [],
  };
}

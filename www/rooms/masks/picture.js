import { legendPixels, maskPixels, maskRow } from '../../engine/masks.js';
import { stackPiece } from '../../picture/arrange.js';
import { cellImage, cellShapes } from '../../picture/cells.js';
import { legendPiece, STEPS, COLORS, moved, sheetOf, SMALL, TEXT, written } from '../../picture/scene.js';
import { MOST_SHAPES } from '../../picture/svg.js';
import { LEADING } from '../../picture/lines.js';
import { measure as measureText } from '../../picture/text.js';
import { layOut } from './geometry.js';
import { imageOptions, MAPS, sampleOptions, sceneOfMap } from './scene.js';
import { drawOptions } from './session.js';
/** @import { Bar, Measure, Piece, Sample, Shape, Theme } from '../../picture/types.js' */
/** @import { Strings } from '../../words/languages.js' */
/** @import { Grid } from '../../ui/grid.js' */
/** @import { MaskState } from './types.js' */

/** The longer side of a map, in units, and the largest side of its image, in pixels. */
const [SIDE, MAX_PIXELS] = [340, 1020];
/** The height of a line of text above or beside a map. */
const AXIS = SMALL * LEADING;
const LEAST_LEGEND = 150;
/** The space for a number at an axis. */
const TICK = { across: 24, down: 14 };

/**
 * A mask as a picture: its pattern, the masked scores and the weights, side by side.
 *
 * @param {MaskState} state
 * @param {{ theme: Theme, t: Strings, measure?: Measure }} how
 */
export function sceneOf(state, { theme, t, measure = measureText }) {
  const words = t.masks;
  const { text, queries, keys } = state;
  const isSmall = Math.max(queries, keys) <= MOST_SHAPES;
  const image = isSmall
    ? { width: keys, height: queries }
    : { width: Math.min(keys, MAX_PIXELS), height: Math.min(queries, MAX_PIXELS) };
  const drawn = maskPixels(imageOptions(state, theme, image));
  const grid = layOut(state, SIDE, 1);
  // The engine paints the hatch of a mask that is too large for shapes.
  const isMasked = isSmall ? maskedIn(state) : () => null;
  const pieces = MAPS.map((name) => {
    const scene = sceneOfMap(name, grid, drawn.scale, t, TICK);
    const cells = { rows: image.height, cols: image.width, pixels: drawn[name].pixels };
    const piece = mapPiece(scene, grid, cells, isMasked, { axes: words.axes, theme, measure });
    const legend = legendPiece(legendOf(scene, state, theme), {
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
 * One map with its heading and its numbered axes.
 *
 * @param {ReturnType<typeof sceneOfMap>} scene
 * @param {Grid} grid
 * @param {{ rows: number, cols: number, pixels: Uint8ClampedArray | Uint8Array }} cells
 * @param {ReturnType<typeof maskedIn>} isMasked
 * @param {{ axes: { query: string, key: string }, theme: Theme, measure: Measure }} how
 * @returns {Piece & { left: number }} `left` is the offset of its cells
 */
function mapPiece(scene, grid, cells, isMasked, { axes, theme, measure }) {
  const { width, height } = grid;
  const colors = COLORS[theme];
  // Cells start at whole units, so that their edges are sharp.
  const [x, y] = [
    Math.ceil(AXIS + measure(String(grid.rows - 1), SMALL) + 10),
    Math.ceil(TEXT * LEADING + 2 * AXIS),
  ];
  const tall = Math.max(height, measure(axes.query, SMALL));
  const fill = colors.soft;
  /** @type {Shape[]} */
  const shapes = [
    written(scene.heading, x, TEXT, { size: TEXT, fill: colors.ink, bold: true }),
    written(axes.key, x, TEXT * LEADING + SMALL, { fill }),
    written(axes.query, SMALL * 0.2, y + tall / 2, { fill, anchor: 'middle', turn: 90 }),
    ...scene.across.map(({ text, at }) => written(text, x + at, y - 5, { fill, anchor: 'middle' })),
    ...scene.down.map(({ text, at }) => written(text, x - 6, y + at + SMALL * 0.35, { fill, anchor: 'end' })),
  ];
  const image = cellShapes(
    cellImage(cells, cells.pixels, isMasked),
    { cellWidth: width / cells.cols, cellHeight: height / cells.rows },
    colors,
  );
  shapes.push(...moved(image.shapes, x, y), { kind: 'frame', x, y, width, height, stroke: colors.line });
  return { shapes, left: x, width: x + width, height: y + tall };
}

/** Which cells are hatched: the forbidden ones of the visible rows. @param {MaskState} state */
function maskedIn(state) {
  const shown = state.rows ?? state.queries;
  const allowed = Array.from({ length: shown }, (_, query) => maskRow(drawOptions(state), query).allowed);
  return (/** @type {number} */ row, /** @type {number} */ col) =>
    row < shown && !allowed[row][col] ? 'hatch' : null;
}

/**
 * The legend below a map: its color bar, or samples of allowed and forbidden for the pattern.
 *
 * @param {ReturnType<typeof sceneOfMap>} scene
 * @param {MaskState} state
 * @param {Theme} theme
 * @returns {{ bars: Bar[], samples: Sample[] }}
 */
function legendOf({ heading, legend }, state, theme) {
  if (!legend.kind) {
    const { pixels } = maskPixels(sampleOptions(state, theme, 'all', { width: 1, height: 1 })).pattern;
    return {
      bars: [],
      samples: [
        { kind: 'fill', text: legend.allowed, fill: `rgb(${pixels.slice(0, 3).join()})` },
        { kind: 'hatch', text: legend.masked },
      ],
    };
  }
  const { kind, low, high } = legend;
  const { pixels } = legendPixels({ map: state.map, kind, theme, width: STEPS, height: 1 });
  return {
    bars: [{ text: heading, pixels, ticks: [low, high].map((text, at) => ({ at, text })) }],
    samples: [],
  };
}

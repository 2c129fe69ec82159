import { legendPixels, maskPixels, maskRow } from '../engine/masks.js';
import { number } from '../format/display.js';
import { COLOURS } from '../picture/colours.js';
import { gapsIn } from '../picture/gaps.js';
import { stackPiece } from '../picture/grid.js';
import { legendPiece, STEPS } from '../picture/legend.js';
import { measure as measured } from '../picture/measure.js';
import { sheetOf, SMALL, TEXT } from '../picture/scene.js';
import { MOST_SHAPES } from '../picture/svg.js';
import { LEADING } from '../picture/text.js';
import { layOut, ticks } from './geometry.js';
import { drawnFrom } from './session.js';
/** @import { Measure, Piece, Shape, Theme } from '../picture/types.js' */
/** @import { Strings } from '../strings/en.js' */
/** @import { MapName, MaskState } from './types.js' */

/** The longer side of a map, units, and of the picture of a large one, pixels. */
const [SIDE, FINEST] = [340, 1020];
/** A line of text above a map, or beside it. */
const AXIS = SMALL * LEADING;
/** Room that a number takes at an axis. */
const TICK = { across: 24, down: 14 };
const NAMES = /** @type {MapName[]} */ (['pattern', 'scores', 'weights']);

/**
 * A mask as a picture: its pattern, what it leaves of the scores, and their weights, side by side.
 *
 * @param {MaskState} state
 * @param {{ theme: Theme, t: Strings, measure?: Measure }} how
 */
export function sceneOf(state, { theme, t: { masks: words }, measure = measured }) {
  const { text, queries, keys, map } = state;
  const colours = COLOURS[theme];
  const small = Math.max(queries, keys) <= MOST_SHAPES;
  const geometry = layOut(state, SIDE, 1);
  const [width, height] = [geometry.width, geometry.height];
  const image = small ? { width: keys, height: queries } : { width: Math.min(keys, FINEST), height: Math.min(queries, FINEST) };
  const drawn = maskPixels({ ...drawnFrom(state), rows: state.rows ?? queries, map, theme, ...image, ...(state.scale === 'one' ? { weightsHigh: 1 } : {}) });
  const masked = small ? maskedIn(state) : null;
  const gap = width / keys < 6 || height / queries < 6 ? 0 : 1;
  /** @param {MapName} name @returns {Piece} */
  const mapPiece = (name) => {
    const { pixels } = drawn[name];
    const [x, y] = [Math.ceil(AXIS + measure(String(queries - 1), SMALL) + 10), Math.ceil(TEXT * LEADING + 2 * AXIS)];
    /** @type {Shape[]} */
    const shapes = [
      { kind: 'text', x, y: TEXT, text: words.maps[name], size: TEXT, fill: colours.ink, anchor: 'start', bold: true },
      { kind: 'text', x, y: TEXT * LEADING + SMALL, text: words.axes.key, size: SMALL, fill: colours.soft, anchor: 'start' },
      { kind: 'text', x: SMALL * 0.2, y: y + Math.max(height, measure(words.axes.query, SMALL)) / 2, text: words.axes.query, size: SMALL, fill: colours.soft, anchor: 'middle', turn: 90 },
      ...ticks(keys, width, TICK.across).map((at) => /** @type {Shape} */ ({ kind: 'text', x: x + ((at + 0.5) * width) / keys, y: y - 5, text: String(at), size: SMALL, fill: colours.soft, anchor: 'middle' })),
      ...ticks(queries, height, TICK.down).map((at) => /** @type {Shape} */ ({ kind: 'text', x: x - 6, y: y + ((at + 0.5) * height) / queries + SMALL * 0.35, text: String(at), size: SMALL, fill: colours.soft, anchor: 'end' })),
    ];
    const left = pixels.slice();
    for (const { row, col, rows, cols } of masked ?? []) {
      shapes.push({ kind: 'hatch', x: x + (col * width) / keys, y: y + (row * height) / queries, width: (cols * width) / keys, height: (rows * height) / queries, ground: colours.ground, line: colours.hatch });
      for (let at = row; at < row + rows; at += 1) for (let key = col; key < col + cols; key += 1) left[4 * (at * keys + key) + 3] = 0;
    }
    shapes.push({ kind: 'cells', x, y, width, height, rows: image.height, cols: image.width, pixels: left, gap }, { kind: 'frame', x, y, width, height, stroke: colours.line });
    const room = { width: Math.max(width, 150), size: SMALL, colours, measure };
    const legend = legendPiece(legendOf(name, state, drawn, theme, words), room);
    const whole = stackPiece([{ shapes, width: x + width, height: y + Math.max(height, measure(words.axes.query, SMALL)) }, { ...legend, shapes: legend.shapes.map((shape) => ({ ...shape, x: shape.x + x })), width: x + legend.width }], 'below', 12);
    return whole;
  };
  const body = stackPiece(NAMES.map(mapPiece), 'beside', 20);
  return sheetOf({ title: text, body, captions: [`${queries} × ${keys}`] }, { theme, measure });
}

/** The cells that the mask forbids, of the rows that are shown. @param {MaskState} state */
function maskedIn(state) {
  const { queries, keys, rows } = state;
  const shown = rows ?? queries;
  const allowed = Array.from({ length: shown }, (_, query) => maskRow(drawnFrom(state), query).allowed);
  return gapsIn({ rows: shown, cols: keys }, (row, col) => (allowed[row][col] ? null : 'hatch'));
}

/** What stands below a map: its bar, or samples of both that a pattern has. @param {MapName} name @param {MaskState} state @param {import('../engine/masks.js').MaskPixels} drawn @param {Theme} theme @param {Strings['masks']} words */
function legendOf(name, state, { scale }, theme, words) {
  const { map } = state;
  if (name === 'pattern') {
    // Asked for as the maps are: other scores would take the place of theirs, which take long to work out for many tokens.
    const { pixels } = maskPixels({ ...drawnFrom(state), text: 'all', queries: 1, keys: 1, width: 1, height: 1, map, theme }).pattern;
    return { bars: [], samples: [{ kind: /** @type {const} */ ('fill'), text: words.allowed, fill: `rgb(${pixels.slice(0, 3).join()})` }, { kind: /** @type {const} */ ('hatch'), text: words.maskedSample }] };
  }
  const { low, high } = scale[name];
  const { pixels } = legendPixels({ map, kind: name === 'scores' ? 'diverging' : 'sequential', theme, width: STEPS, height: 1 });
  const digits = name === 'scores' ? 2 : 4;
  return { bars: [{ text: words.maps[name], pixels, ticks: [{ at: 0, text: number(low, digits) }, { at: 1, text: number(high, digits) }] }], samples: [] };
}

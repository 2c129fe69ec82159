import { formulaWidth } from '../../../figure/formula.js';
import { shortLabels } from '../../../figure/axes.js';
import { notation } from '../../../figure/matrices.js';
import { plainLabel } from '../../../ui/labels.js';
import { textsOf } from '../numbers.js';
import { columnLabels, columnTexts, rowLabelSize, rowTexts } from './labels.js';
import {
  ADVANCE,
  digitsIn,
  isShort,
  LEAST_DIGITS,
  nameLine,
  sizesFor,
  TIGHT_GROUND,
  widthFor,
} from './layout.js';
/** @import { Model } from '../../../types.js' */
/** @import { TextWidth } from '../text-widths.js' */
/** @import { Placed, Size } from './layout.js' */
/** @import { MatrixScene } from './scene.js' */
/** @import { Board, Block } from './spec.js' */
/** @import { Space } from './stage.js' */

/**
 * The layout of a board: matrices in stacks. Stacks stand side by side, and on a phone below one another.
 * Equal columns of different matrices can stand below one another, so that a sum is straight down.
 *
 * @typedef {object} BoardParts - what a board has besides matrices, names and signs
 * @property {BoardText[]} texts
 * @property {{ x: number, y: number, width: number, row: number, count: number, size: number } | null} bars
 *
 * @typedef {{ text: string, x: number, y: number, width: number, size: number, kind: 'title' | 'note' }} BoardText
 */

/** Lengths in CSS pixels, at the sizes of the design: between lines and stacks, and at names and bars. */
const GAPS = { line: 14, stack: 30, name: 14, sign: 32, bar: 10, bars: 120 };
/** The scale of these lengths. @type {Record<Size, number>} */
const SCALE = { page: 1, narrow: 0.8, present: 1.25 };
/** The height of a cell by its width, and the width of a cell at most. */
const RATIO = 0.84;
const MOST = { page: 58, narrow: 60, present: 90 };
/** The horizontal padding of a number, both sides together: some cells have a border. */
const GROUND = 8;
/** The length of bars on a phone, upright and lying down, and the smallest digits there. */
const NARROW_BARS = 88;
const LYING_BARS = 40;
/** The scale of gaps on a phone that lies down. */
const LYING = 0.6;
const PHONE_DIGITS = 11.5;
/** Digits of this size are large enough beside words. */
const LEAST_WANTED = 14;
/** The space between a title or labels and the cells below, and line heights. */
const BELOW_LABELS = 5;
const LINE = 1.35;
/** The height of a row divided by the size of the name beside it, at least. */
const NAME_LINE = 1.4;
/** Row labels are cut here at most. */
const WIDEST_LABEL = 130;

/**
 * The layout of a board in a space: the widest cells that fit, then the highest.
 *
 * @param {Model} model @param {Board} spec @param {Space} room @param {TextWidth} widthOf
 * @returns {MatrixScene & { parts: BoardParts }}
 */
export function boardScene(model, spec, room, widthOf) {
  const { width, height, size, large = 1 } = room;
  const sizes = sizesFor({ ...room, rowLabel: 0 });
  const length = longest(model, spec, size === 'narrow');
  const draw = (/** @type {number} */ cell, /** @type {number} */ row) =>
    boardIn(model, spec, { ...room, cell, row }, widthOf);
  const least =
    size === 'narrow' ? widthFor(length, PHONE_DIGITS, 1) : widthFor(length, LEAST_DIGITS + 1, TIGHT_GROUND);
  const isFree = !Number.isFinite(height);
  const highest = () => Math.max(sizes.row, Math.round(cell * (isFree ? 0.7 : RATIO)));
  let cell = Math.round(MOST[size] * large);
  while (cell > least && draw(cell, highest()).width > width) cell -= 1;
  let row = highest();
  while (row > sizes.row && !isFree && draw(cell, row).height > height) row -= 1;
  const scene = draw(cell, row);
  // On a phone, rows are as low as digits allow.
  if (scene.height <= height) return scene;
  const low = sizesFor({ ...room, rowLabel: 0, isLow: true }).row;
  while (row > low && draw(cell, row).height > height) row -= 1;
  return draw(cell, row);
}

/**
 * The width of a board whose digits can be read well.
 *
 * @param {Model} model @param {Board} spec @param {TextWidth} widthOf
 */
export function boardWidth(model, spec, widthOf) {
  const room = /** @type {const} */ ({ width: Infinity, height: Infinity, size: 'page' });
  const cell = widthFor(longest(model, spec, false), LEAST_WANTED, TIGHT_GROUND);
  return boardIn(model, spec, { ...room, cell, row: cell }, widthOf).width;
}

/**
 * The characters of the longest number.
 *
 * @param {Model} model @param {Board} spec @param {boolean} isNarrow
 */
function longest(model, spec, isNarrow) {
  const blocks = spec.stacks(isNarrow).flatMap(({ lines }) => lines.flat());
  return Math.max(...blocks.map(({ id }) => lengthOf(model, id)));
}

/** The characters of the longest number of a matrix. @param {Model} model @param {string} id */
const lengthOf = (model, id) =>
  Math.max(...textsOf(model, id, model.matrices[id]).map((text) => text.length));

/**
 * @param {Model} model @param {Board} spec
 * @param {Space & { cell: number, row: number }} room - `cell` is the width of a cell, and `row` its height
 * @param {TextWidth} widthOf
 * @returns {MatrixScene & { parts: BoardParts }}
 */
function boardIn(model, spec, { width, height, size, large = 1, cell, row }, widthOf) {
  const isNarrow = size === 'narrow';
  const isLying = !isNarrow && isShort({ width, height });
  const sizes = sizesFor({ width, height, size, large, rowLabel: 0 });
  const scale = SCALE[size] * large;
  const gap = (/** @type {keyof typeof GAPS} */ name) =>
    Math.round(GAPS[name] * scale * (isLying ? LYING : 1));
  const lineHeight = Math.ceil(sizes.label * LINE);
  // Names stand beside one another's rows, which may be low.
  const nameSize = Math.min(sizes.name, Math.floor(row / NAME_LINE));
  const nameHeight = nameLine(size, nameSize);
  const digitsOf = (/** @type {string} */ id) => {
    const length = lengthOf(model, id);
    const inside = Math.max(isNarrow ? PHONE_DIGITS : LEAST_DIGITS, (cell - GROUND) / (length * ADVANCE));
    return Math.min(digitsIn({ width: cell, height: row }, length, size, large), Math.floor(2 * inside) / 2);
  };
  const nameWidth = (/** @type {string} */ id) =>
    formulaWidth(notation(id, model.switches), nameSize, (text, each, italic) =>
      widthOf(text, each, italic ? 'italic' : 'name'),
    );
  /** @type {Placed[]} */
  const matrices = [];
  /** @type {MatrixScene['names']} */
  const names = [];
  /** @type {MatrixScene['signs']} */
  const signs = [];
  /** @type {MatrixScene['columnLabels']} */
  const heads = [];
  /** @type {MatrixScene['rowLabels']} */
  const rowLabels = [];
  /** @type {BoardParts} */
  const parts = { texts: [], bars: null };
  let [right, bottom] = [0, 0];
  const reach = (/** @type {number} */ x, /** @type {number} */ y) => {
    right = Math.max(right, x);
    bottom = Math.max(bottom, y);
  };
  const labelsOf = (/** @type {Block} */ { id, rows }) => {
    const texts = rows ? rowTexts(model, id) : [];
    return isLying ? shortLabels(texts) : texts;
  };
  const measure = (/** @type {string} */ text) => widthOf(plainLabel(text), sizes.label, 'label');
  const headsOf = (/** @type {Block} */ { id, columns }) =>
    columns ? columnLabels(columnTexts(model, id) ?? [], cell, sizes.label, widthOf) : null;

  let origin = { x: 0, y: 0 };
  for (const stack of spec.stacks(isNarrow)) {
    const all = stack.lines.flat();
    const widest = Math.max(0, ...all.flatMap(labelsOf).map(measure));
    const labels = widest > 0 ? Math.ceil(Math.min(WIDEST_LABEL * large, widest)) + 10 : 0;
    const lead = Math.max(
      labels,
      ...all.map(({ id, x, name }) =>
        name === 'left' ? Math.ceil(nameWidth(id)) + gap('bar') - x * cell : 0,
      ),
    );
    let y = origin.y;
    stack.lines.forEach((line, index) => {
      const above = Math.max(...line.map(heightAbove));
      const aligned = index === 0 && !isNarrow && matrices.find(({ id }) => id === stack.align);
      if (aligned) y = aligned.y - above;
      if (index > 0) y += line[0].isClose ? Math.round(gap('line') / 3) : gap('line');
      y += above;
      let end = y;
      let ahead = 0;
      for (const block of line) {
        const { id, name, note, title, sign } = block;
        const { rows, cols } = model.matrices[id];
        const own = origin.x + lead + Math.round(block.x * cell) + gap('name') * (block.gaps ?? 0);
        const x = (block.follows ? ahead + gap('name') : own) + (sign ? gap('sign') : 0);
        ahead = x + cols * cell + (name === 'right' ? gap('name') + Math.ceil(nameWidth(id)) : 0);
        const down = y + rows * row;
        matrices.push({ id, x, y, rows, cols, cell: { width: cell, height: row }, digits: digitsOf(id) });
        reach(x + cols * cell, down);
        end = Math.max(end, down);
        placeLabels(block, { x, y, labels });
        if (title)
          placeTitle(title, block === line[0] && !isNarrow ? origin.x + lead - labels : x, y - above);
        if (name) placeName(block, { x, y, rows, cols });
        if (note) end = Math.max(end, placeNote(note, { x, y: down + 6, width: cols * cell }));
        if (sign)
          signs.push({ text: sign, x: x - gap('sign') / 2, y: y + (rows * row) / 2, size: sizes.name });
        if (name === 'below') end = Math.max(end, down + nameHeight);
        if (block.bars) end = Math.max(end, placeBars({ x: x + cols * cell + gap('bar'), y, rows }));
      }
      y = end;
    });
    reach(0, y);
    origin = isNarrow ? { x: 0, y: bottom + gap('line') + 4 } : { x: right + gap('stack'), y: 0 };
  }
  return {
    matrices,
    names,
    signs,
    labels: 0,
    label: sizes.label,
    rowsOf: '',
    colsOf: [],
    width: right,
    height: bottom,
    rowLabels,
    columnLabels: heads,
    digits: Math.min(...matrices.map(({ digits }) => digits)),
    row,
    isTurned: heads.some(({ isTurned }) => isTurned),
    parts,
  };

  /** The height of what is above the cells of a block. @param {Block} block */
  function heightAbove(block) {
    const { title, columns, name } = block;
    return (
      (title ? lineHeight : 0) +
      (headsOf(block)?.height ?? 0) +
      (title || columns ? BELOW_LABELS : 0) +
      (name === 'above' ? nameHeight : 0)
    );
  }

  /** @param {Block} block @param {{ x: number, y: number, labels: number }} place - with the width of row labels */
  function placeLabels(block, { x, y, labels }) {
    const { id } = block;
    const head = headsOf(block);
    if (head)
      heads.push({
        id,
        x,
        y: y - BELOW_LABELS,
        width: cell,
        texts: columnTexts(model, id) ?? [],
        isMarked: true,
        ...head,
      });
    const texts = labelsOf(block);
    if (texts.length === 0) return;
    const width = labels - 10;
    const type = rowLabelSize(texts, width, sizes.label, widthOf);
    rowLabels.push({ id, x: x - labels, y, width, row, texts, size: type });
  }

  /** @param {string} text @param {number} x @param {number} y */
  function placeTitle(text, x, y) {
    const long = Math.ceil(widthOf(text, sizes.label, 'label') * 1.1);
    parts.texts.push({ text, kind: 'title', x, y, width: long, size: sizes.label });
    reach(x + long, 0);
  }

  /** Gives its end. @param {string} text @param {{ x: number, y: number, width: number }} place */
  function placeNote(text, place) {
    const noteSize = sizes.label * 0.95;
    const lines = text
      .split('\n')
      .reduce((sum, part) => sum + Math.ceil((widthOf(part, noteSize, 'label') * 1.05) / place.width), 0);
    parts.texts.push({ text, kind: 'note', size: noteSize, ...place });
    return place.y + lines * lineHeight;
  }

  /** Gives their end. @param {{ x: number, y: number, rows: number }} place */
  function placeBars({ x, y, rows }) {
    const long = isNarrow ? NARROW_BARS : isLying ? LYING_BARS : gap('bars');
    parts.bars = { x, y, width: long, row, count: rows, size: sizes.label };
    const end = y + rows * row + lineHeight;
    reach(x + long + 6, end);
    return end;
  }

  /** @param {Block} block @param {{ x: number, y: number, rows: number, cols: number }} place */
  function placeName({ id, name }, { x, y, rows, cols }) {
    const long = Math.ceil(nameWidth(id));
    const [middle, end] = [y + (rows * row) / 2, x + cols * cell];
    const by = {
      right: { x: end + gap('name'), y: middle, align: 'start' },
      left: { x: x - gap('bar'), y: middle, align: 'end' },
      above: { x: x + 1, y: y - nameHeight / 2 - 2, align: 'start' },
      below: { x: x + 1, y: y + rows * row + nameHeight / 2 + 2, align: 'start' },
    };
    const place = /** @type {typeof by.right & { align: 'start' | 'end' }} */ (
      by[/** @type {'right'} */ (name)]
    );
    names.push({ id, ...place, size: nameSize });
    reach(place.align === 'start' ? place.x + long : 0, name === 'below' ? place.y + nameHeight / 2 : 0);
  }
}

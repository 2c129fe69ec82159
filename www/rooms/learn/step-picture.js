import { complete } from '../../heatmap/figure.js';
import { barOf, matrixPiece } from '../../heatmap/picture.js';
import { matrixName } from '../../figure/heads.js';
import { notation } from '../../figure/matrices.js';
import { estimate, lines } from '../../picture/lines.js';
import { COLORS, moved, written } from '../../picture/scene.js';
import { lineWidth } from '../../picture/text.js';
import { plainLabel } from '../../ui/labels.js';
import { valueAt } from './operations/operation.js';
import { spans } from './spans.js';
import { markedCells } from './stage/board-parts.js';
import { boxIn } from './stage/box.js';
import { operandsIn } from './stage/outlines.js';
import { placedFigure } from './stage/placed-figure.js';
import {
  asDrawn,
  chosenCell,
  currentRow,
  scaleGroups,
  scalesOf,
  shownMatrix,
  stepScene,
} from './stage/scene.js';
import { sumOf } from './stage/sum.js';
/** @import { Kind, Measure, Piece, Shape, Span, Theme } from '../../picture/types.js' */
/** @import { Model } from '../../types.js' */
/** @import { Place } from './stage/motion.js' */
/** @import { MatrixScene } from './stage/scene.js' */
/** @import { Board, MatrixSpec } from './stage/spec.js' */
/** @import { Term } from './stage/sum.js' */
/** @import { TextWidth } from './text-widths.js' */

/** The space of the figure, in CSS pixels, so that the picture of a state does not depend on the screen. */
const ROOM = /** @type {const} */ ({ width: 1072, height: 520, size: 'page' });
/** The font size of a sum, the height of a line, and the distance from the figure to its baseline. */
const [SUM, SUM_LINE, SUM_BELOW] = [19, 30, 40];
/** The width in which a sum need not break. */
const LEAST_SUM = 480;
/** The height of a line, and the distance from its middle to its baseline, as shares of the font size. */
const [LINE, MIDDLE] = [1.35, 0.35];
/** The distance between a name and the size of its matrix. */
const SIZE_GAP = 9;
/** How far outlines exceed their cells, and their thickness. */
const [OUTSIDE, THICKNESS] = [1, 2.5];

/** Estimated widths, so that the layout does not depend on the installed fonts. @type {TextWidth} */
const widthOf = (text, size) => estimate(text, size);

/**
 * The figure of a step as shapes: its scene as on the stage, the outlines of the cells in the sum, and the
 * sum. `has` are the marks that the legend must explain.
 *
 * @param {Model} model @param {MatrixSpec} stepSpec @param {{ theme: Theme, measure: Measure }} how
 * @returns {Piece & { has: Set<'hatch' | 'cross'> }}
 */
export function stepPiece(model, stepSpec, { theme, measure }) {
  const colors = COLORS[theme];
  const spec = asMatrices(stepSpec);
  const scene = /** @type {MatrixScene} */ (stepScene(model, spec, ROOM, widthOf));
  const chosen = chosenCell(model, spec, model.state.cursor);
  const scales = scalesOf(model, spec);
  /** @type {Set<'hatch' | 'cross'>} */
  const has = new Set();
  const cells = scene.matrices.flatMap((place) => {
    const at = { chosen, asked: null, moment: null };
    const piece = heatmapPiece(placedFigure(model, spec, place, scales[place.id], at), { theme, measure });
    for (const mark of piece.has) has.add(mark);
    return moved(piece.shapes, place.x - piece.left, place.y - piece.top);
  });
  const sumRoom = Math.max(LEAST_SUM, scene.width - scene.labels);
  const sum = sumLines(sumOf(asDrawn(model, spec, scene), spec, chosen), sumRoom, measure);
  const shapes = [
    ...cells,
    ...labelShapes(scene, currentRow(spec, chosen), chosen.col, colors),
    ...nameShapes(model, spec, scene, { colors, measure }),
    ...(spec.form === 'board' ? boardShapes(model, spec, scene, chosen, { colors, measure }) : []),
    ...outlineShapes(model, spec, scene, chosen, colors),
    ...sum.map((line, at) =>
      written(line, scene.labels, scene.height + SUM_BELOW + at * SUM_LINE, { size: SUM, fill: colors.ink }),
    ),
  ];
  const widths = sum.map((line) => scene.labels + lineWidth(line, SUM, measure));
  const height = scene.height + (sum.length > 0 ? SUM_BELOW + 10 + (sum.length - 1) * SUM_LINE : 4);
  return { shapes, width: Math.max(scene.width, ...widths), height, has };
}

/**
 * A heatmap as shapes, without its cursor.
 *
 * @param {{ name: string }} figure @param {Parameters<typeof matrixPiece>[1]} how
 */
export function heatmapPiece(figure, how) {
  const whole = complete(/** @type {any} */ (figure));
  if (!whole) throw new Error(`${figure.name} cannot be drawn`);
  return matrixPiece({ ...whole, cursor: null }, how);
}

/**
 * The color scales of a step: a bar for each, with the names of its matrices.
 *
 * @param {Model} model @param {MatrixSpec} stepSpec @param {Theme} theme
 */
export function stepBars(model, stepSpec, theme) {
  const list = new Intl.ListFormat(model.language);
  return scaleGroups(model, asMatrices(stepSpec)).map(({ scale: { kind }, ends, ids, name }) => {
    const names = ids.map((id) => matrixName(model.t, id));
    return barOf(name || list.format(names), { map: model.state.map, kind, theme }, ends);
  });
}

/** Rows of bars as the two heatmaps that they stand for. @param {MatrixSpec} spec @returns {MatrixSpec} */
function asMatrices(spec) {
  if (spec.form !== 'bars') return spec;
  const { from, result, node } = spec;
  return { form: 'line', parts: [from, result], signs: ['→'], result, ...(node ? { node } : {}) };
}

/** @typedef {typeof COLORS['light']} Colors */

/**
 * The row and column labels.
 *
 * @param {MatrixScene} scene @param {number} current - the highlighted row @param {number} chosen - and column
 * @param {Colors} colors
 */
function labelShapes({ rowLabels, columnLabels }, current, chosen, colors) {
  const look = (/** @type {boolean} */ isOn) => ({ fill: isOn ? colors.ink : colors.soft, bold: isOn });
  const rows = rowLabels.flatMap(({ x, y, width, row, texts, size }) =>
    texts.map((text, at) =>
      written(plainLabel(text), x + width, y + (at + 0.5) * row + MIDDLE * size, {
        ...look(at === current),
        ...{ size, anchor: 'end' },
      }),
    ),
  );
  const columns = columnLabels.flatMap(({ x, y, width, lines, size, line, isTurned, isMarked }) =>
    lines.flatMap((texts, col) => {
      const middle = x + (col + 0.5) * width;
      const how = { ...look(isMarked && col === chosen), size };
      if (isTurned) return written(texts[0], middle + MIDDLE * size, y, { ...how, turn: -90 });
      return texts.map((text, at) =>
        written(text, middle, y - (texts.length - at - 0.5) * line + MIDDLE * size, {
          ...how,
          anchor: 'middle',
        }),
      );
    }),
  );
  return [...rows, ...columns];
}

/**
 * The names of the matrices with their sizes, and the operators between them.
 *
 * @param {Model} model @param {MatrixSpec} spec @param {MatrixScene} scene
 * @param {{ colors: Colors, measure: Measure }} how @returns {Shape[]}
 */
function nameShapes(model, spec, { names, signs }, { colors, measure }) {
  const named = names.flatMap(({ id, x, y, align, size }) => {
    const { rows, cols } = shownMatrix(model, spec, id);
    const name = spans(notation(id, model.switches));
    const hasSize = spec.form !== 'board' && !(id === spec.result && spec.form === 'product');
    const small = { text: `${rows}×${cols}`, size: Math.max(12.5, 0.42 * size) };
    const nameWidth = lineWidth(name, size, measure);
    const width = nameWidth + (hasSize ? SIZE_GAP + measure(small.text, small.size, true) : 0);
    const left = align === 'end' ? x - width : x;
    const shape = written(name, left, y + MIDDLE * size, { size, fill: colors.ink });
    const end = left + nameWidth + SIZE_GAP;
    const beside = { size: small.size, fill: colors.soft, mono: true };
    return hasSize ? [shape, written(small.text, end, y + MIDDLE * size, beside)] : [shape];
  });
  const operators = signs.map(({ text, x, y, size }) =>
    written(text, x, y + MIDDLE * size, { size, fill: colors.soft, anchor: 'middle' }),
  );
  return [...named, ...operators];
}

/**
 * The outlines of the cells in the sum: the operands, and the cell of the result.
 *
 * @param {Model} model @param {MatrixSpec} spec @param {MatrixScene} scene @param {Place} chosen
 * @param {Colors} colors @returns {Kind<'frame'>[]}
 */
function outlineShapes(model, spec, { matrices }, chosen, colors) {
  return matrices.flatMap((place) => {
    /** @type {ReturnType<typeof operandsIn>} */
    const parts =
      place.id === spec.result ? [{ part: 'q', rect: chosen }] : operandsIn(model, spec, place, chosen);
    return parts.map(({ part, rect }) => ({
      kind: /** @type {const} */ ('frame'),
      ...boxIn(place, rect, OUTSIDE),
      stroke: part === 'k' ? colors.ink : colors.frame,
      thickness: THICKNESS,
    }));
  });
}

/**
 * The titles, notes and bars of a board, and the frames of picked cells.
 *
 * @param {Model} model @param {Board & MatrixSpec} spec @param {MatrixScene} scene @param {Place} chosen
 * @param {{ colors: Colors, measure: Measure }} how @returns {Shape[]}
 */
function boardShapes(model, spec, { parts, matrices }, chosen, { colors, measure }) {
  const { texts = [], bars = null } = parts ?? {};
  const current = currentRow(spec, chosen);
  const labels = texts.flatMap(({ text, kind, x, y, width, size }) => {
    const parts =
      kind === 'note' ? text.split('\n').flatMap((part) => lines(part, width, size, measure)) : [text];
    return parts.map((part, at) =>
      written(part, x, y + (at + 0.5) * LINE * size + MIDDLE * size, { size, fill: colors.soft }),
    );
  });
  const filled = Array.from({ length: bars?.count ?? 0 }, (_, at) => {
    const { x, y, width, row } = /** @type {NonNullable<typeof bars>} */ (bars);
    const share = Math.min(1, Math.max(0, valueAt(model, spec.result, at, 0)));
    const box = { x, y: y + row * (at + 0.2), width, height: row * 0.6 };
    return [
      { kind: /** @type {const} */ ('rect'), ...box, fill: colors.ground },
      {
        kind: /** @type {const} */ ('rect'),
        ...box,
        width: width * share,
        fill: at === current ? colors.frame : colors.soft,
      },
    ];
  }).flat();
  const frames = matrices.flatMap((place) =>
    markedCells(model, spec, place).map(({ isPicked, ...cell }) => ({
      kind: /** @type {const} */ ('frame'),
      ...boxIn(place, cell, -2),
      ...{ stroke: isPicked ? colors.frame : colors.soft, dashed: !isPicked },
    })),
  );
  return [...labels, ...filled, ...frames];
}

/**
 * A sum in lines, which break between its terms.
 *
 * @param {Term[]} terms @param {number} width @param {Measure} measure @returns {Span[][]}
 */
function sumLines(terms, width, measure) {
  /** @type {Span[][]} */
  const broken = [];
  for (const term of terms) {
    const longer = [...(broken.at(-1) ?? []), { text: '\u2009 ' }, ...termSpans(term)];
    if (broken.length > 0 && lineWidth(longer, SUM, measure) <= width) broken[broken.length - 1] = longer;
    else broken.push(termSpans(term));
  }
  return broken;
}

/** @param {Term} term @returns {Span[]} */
function termSpans(term) {
  if (typeof term === 'string') return [{ text: term }];
  if ('formula' in term) return spans(term.formula);
  if ('exp' in term)
    return [
      { text: 'e', italic: true },
      { text: term.exp, at: 'sup' },
    ];
  if ('factors' in term) return [{ text: term.factors.map(([, text]) => text).join('·') }];
  return [{ text: Object.values(term)[0] }];
}

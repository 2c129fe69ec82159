import { complete } from '../../heatmap/figure.js';
import { barOf, matrixPiece } from '../../heatmap/picture.js';
import { scaleOf } from '../../figure/scale.js';
import { number } from '../../format/display.js';
import { bandPiece, stackPiece } from '../../picture/arrange.js';
import { COLORS, moved, sheetOf, SMALL, written } from '../../picture/scene.js';
import { fitted, LEADING, measure as measureText } from '../../picture/text.js';
import { WORDS } from '../../picture/words.js';
import { MATRICES } from './figures.js';
import { bothOutputs, figureOf, headingOf } from './map-figure.js';
import { indicatorsOf } from './indicators.js';
/** @import { Mark } from '../../heatmap/figure.js' */
/** @import { Matrix } from '../../heatmap/picture.js' */
/** @import { Measure, Piece, Sample, Shape, Theme } from '../../picture/types.js' */
/** @import { SideName } from './map-figure.js' */
/** @import { ContrastModel } from './session.js' */

/** The size of a cell, in CSS pixels. It does not depend on the screen. */
const CELL = { width: 34, height: 26 };
/** The line height of the indicators. */
const LINE = SMALL * LEADING * 1.1;
/**
 * A mistake and the correct computation, side by side, as a picture.
 *
 * @param {ContrastModel} model
 * @param {{ theme: Theme, measure?: Measure }} how
 */
export function sceneOf(model, { theme, measure = measureText }) {
  const { state, figure, result, t, language } = model;
  const words = WORDS[language];
  /** @type {Set<Sample['kind']>} */
  const kinds = new Set();
  const pieces = /** @type {const} */ (['wrong', 'right']).map(
    (side) => /** @type {const} */ ([side, sidePiece(model, side, { theme, measure }, kinds)]),
  );
  const height = Math.max(...pieces.map(([, piece]) => piece.height));
  const sides = pieces.map(([side, piece]) =>
    bandPiece(t.contrast.headings[side], { ...piece, height }, { theme, measure }),
  );
  const { low, high } = scaleOf('output', bothOutputs(result));
  const bars = [
    barOf(t.legend.weights, { map: state.map, kind: 'sequential', theme }, ['0', '1']),
    barOf(t.legend.values({ name: t.contrast.names.output }), { map: state.map, kind: 'diverging', theme }, [
      number(low, 3),
      number(high, 3),
    ]),
  ];
  const meanings = {
    hatch: t.contrast.masked,
    cross: words.missing,
    frame: t.contrast.outlined,
    dashed: t.contrast.dashed,
  };
  const samples = /** @type {const} */ (['hatch', 'cross', 'frame', 'dashed'])
    .filter((kind) => kinds.has(kind))
    .map((kind) => ({ kind, text: meanings[kind] }));
  const { title, happens } = t.contrast.figures[figure.id];
  return sheetOf(
    {
      title,
      body: stackPiece(sides, 'beside', 14),
      legend: { bars, samples },
      captions: [happens, t.legend.axes],
    },
    { theme, measure },
  );
}

/**
 * One side: its matrices in a row, and its indicators.
 *
 * @param {ContrastModel} model
 * @param {SideName} side
 * @param {{ theme: Theme, measure: Measure }} how
 * @param {Set<Sample['kind']>} kinds - collects the kinds of cells and outlines, for the legend
 * @returns {Piece}
 */
function sidePiece(model, side, { theme, measure }, kinds) {
  const colors = COLORS[theme];
  const pieces = MATRICES.map((id) => {
    const figure = complete(figureOf(model, side, id, { ...CELL, activeCell: null }));
    if (!figure) throw new Error(`${id} cannot be drawn`);
    const piece = matrixPiece(figure, {
      theme,
      measure,
      name: [{ text: headingOf(id, model.t) }],
    });
    piece.has.forEach((kind) => kinds.add(kind));
    return {
      ...piece,
      shapes: [...piece.shapes, ...figure.marks.map((mark) => outline(mark, piece, figure, colors, kinds))],
    };
  });
  // The rows of one query are aligned across the matrices.
  const top = Math.max(...pieces.map((piece) => piece.top));
  const line = stackPiece(
    pieces.map((piece) => ({
      ...piece,
      shapes: moved(piece.shapes, 0, top - piece.top),
      height: piece.height + top - piece.top,
    })),
    'beside',
  );
  const indicators = indicatorsOf(model, side).map(([label, value], at) =>
    written(fitted(`${label}: ${value}`, line.width, SMALL, measure), 0, SMALL + at * LINE, {
      fill: colors.ink,
    }),
  );
  return stackPiece([line, { shapes: indicators, width: 0, height: indicators.length * LINE }], 'below', 14);
}

/**
 * @param {Mark} mark
 * @param {Matrix} piece
 * @param {{ cellWidth: number, cellHeight: number }} cell
 * @param {typeof COLORS['light']} colors
 * @param {Set<Sample['kind']>} kinds
 * @returns {Shape}
 */
function outline({ row, col, rows, cols, level }, { left, top }, { cellWidth, cellHeight }, colors, kinds) {
  const dashed = level === 'downstream';
  kinds.add(dashed ? 'dashed' : 'frame');
  return {
    kind: 'frame',
    x: left + col * cellWidth,
    y: top + row * cellHeight,
    width: cols * cellWidth,
    height: rows * cellHeight,
    stroke: colors.frame,
    dashed,
  };
}

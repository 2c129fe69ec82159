import { complete } from '../../heatmap/figure.js';
import { scaleOf } from '../../figure/scale.js';
import { number } from '../../format/display.js';
import { bandPiece, stackPiece } from '../../picture/grid.js';
import { COLOURS } from '../../picture/colours.js';
import { matrixPiece } from '../../picture/matrix.js';
import { measure as measured } from '../../picture/measure.js';
import { barOf } from '../../picture/scales.js';
import { moved, sheetOf, SMALL, written } from '../../picture/scene.js';
import { fitted, LEADING } from '../../picture/text.js';
import { WORDS } from '../../picture/words.js';
import { MATRICES } from './fragment.js';
import { bothOutputs, figureOf } from './map-figure.js';
import { indicatorsOf } from './indicators.js';
/** @import { Mark } from '../../heatmap/figure.js' */
/** @import { Matrix } from '../../picture/matrix.js' */
/** @import { Measure, Piece, Sample, Shape, Theme } from '../../picture/types.js' */
/** @import { MatrixName, SideName } from './map-figure.js' */
/** @import { ContrastModel } from './session.js' */

/** The size of a cell, in CSS pixels. It does not depend on the screen. */
const CELL = { width: 34, height: 26 };
/** The distance between two lines of indicators. */
const LINE = SMALL * LEADING * 1.1;
/**
 * The heading of a column of sums is a sum sign, because the column is too narrow for words.
 *
 * @type {Record<string, string>}
 */
const SIGNS = { sums: 'Σ' };

/**
 * A mistake and the correct computation, side by side, as a picture.
 *
 * @param {ContrastModel} model
 * @param {{ theme: Theme, measure?: Measure }} how
 */
export function sceneOf(model, { theme, measure = measured }) {
  const { state, figure, result, t, language } = model;
  const words = WORDS[language];
  /** @type {Set<Sample['kind']>} */
  const has = new Set();
  const pieces = /** @type {const} */ (['wrong', 'right']).map(
    (side) => /** @type {const} */ ([side, sidePiece(model, side, { theme, measure }, has)]),
  );
  const height = Math.max(...pieces.map(([, piece]) => piece.height));
  const sides = pieces.map(([side, piece]) =>
    bandPiece(t.contrast.headings[side], { ...piece, height }, { theme, measure }),
  );
  const { low, high } = scaleOf('output', bothOutputs(result));
  const bars = [
    barOf(t.legend.weights, { map: state.map, kind: 'sequential', theme }, ['0', '1']),
    barOf(t.legend.values(t.contrast.names.output), { map: state.map, kind: 'diverging', theme }, [
      number(low, 3),
      number(high, 3),
    ]),
  ];
  const says = {
    hatch: t.contrast.masked,
    cross: words.missing,
    frame: t.contrast.outlined,
    dashed: t.contrast.dashed,
  };
  const samples = /** @type {const} */ (['hatch', 'cross', 'frame', 'dashed'])
    .filter((kind) => has.has(kind))
    .map((kind) => ({ kind, text: says[kind] }));
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
 * @param {Set<Sample['kind']>} has - collects what the legend has to explain
 * @returns {Piece}
 */
function sidePiece(model, side, { theme, measure }, has) {
  const colours = COLOURS[theme];
  const pieces = /** @type {MatrixName[]} */ (MATRICES).map((id) => {
    const figure = complete(figureOf(model, side, id, { ...CELL, activeCell: null }));
    if (!figure) throw new Error(`${id} cannot be drawn`);
    const piece = matrixPiece(figure, {
      theme,
      measure,
      name: [{ text: SIGNS[id] ?? model.t.contrast.names[id] }],
    });
    piece.has.forEach((kind) => has.add(kind));
    return {
      ...piece,
      shapes: [...piece.shapes, ...figure.marks.map((mark) => outline(mark, piece, figure, colours, has))],
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
      fill: colours.ink,
    }),
  );
  return stackPiece([line, { shapes: indicators, width: 0, height: indicators.length * LINE }], 'below', 14);
}

/**
 * @param {Mark} mark
 * @param {Matrix} piece
 * @param {{ cellWidth: number, cellHeight: number }} cell
 * @param {typeof COLOURS['light']} colours
 * @param {Set<Sample['kind']>} has
 * @returns {Shape}
 */
function outline({ row, col, rows, cols, level }, { left, top }, { cellWidth, cellHeight }, colours, has) {
  const dashed = level === 'downstream';
  has.add(dashed ? 'dashed' : 'frame');
  return {
    kind: 'frame',
    x: left + col * cellWidth,
    y: top + row * cellHeight,
    width: cols * cellWidth,
    height: rows * cellHeight,
    stroke: colours.frame,
    dashed,
  };
}

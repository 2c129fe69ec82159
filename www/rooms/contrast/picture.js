import { complete } from '../../heatmap/figure.js';
import { barOf, matrixPiece } from '../../heatmap/picture.js';
import { bandPiece, stackPiece } from '../../picture/arrange.js';
import { placed } from '../../picture/cells.js';
import { COLORS, moved, sheetOf, SMALL, written } from '../../picture/scene.js';
import { fitted, LEADING } from '../../picture/lines.js';
import { measure as measureText } from '../../picture/text.js';
import { boxOf } from '../../ui/grid.js';
import { MATRICES } from './figures.js';
import { legendOf } from './legend.js';
import { figureOf, headingOf } from './map-figure.js';
import { indicatorsOf } from './indicators.js';
/** @import { Complete, Mark } from '../../heatmap/figure.js' */
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
  const { figure, t } = model;
  /** @type {Set<Sample['kind']>} */
  const kinds = new Set();
  const pieces = /** @type {const} */ (['wrong', 'right']).map(
    (side) => /** @type {const} */ ([side, sidePiece(model, side, { theme, measure }, kinds)]),
  );
  const height = Math.max(...pieces.map(([, piece]) => piece.height));
  const sides = pieces.map(([side, piece]) =>
    bandPiece(t.contrast.headings[side], { ...piece, height }, { theme, measure }),
  );
  const { map, ...legend } = legendOf(model);
  const bars = legend.bars.map(({ kind, low, high, text }) => barOf(text, { map, kind, theme }, [low, high]));
  /** @returns {Sample[]} */
  const sampleOf = (/** @type {typeof legend.samples[number]} */ { kind, text }) => {
    if (kind === 'unpicked') return [{ kind: 'fill', text, fill: COLORS[theme].unpicked }];
    return kinds.has(kind) ? [{ kind, text }] : [];
  };
  const samples = legend.samples.flatMap(sampleOf);
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
 * @param {Complete} figure
 * @param {typeof COLORS['light']} colors
 * @param {Set<Sample['kind']>} kinds
 * @returns {Shape}
 */
function outline(mark, piece, figure, colors, kinds) {
  const dashed = mark.level === 'downstream';
  kinds.add(dashed ? 'dashed' : 'frame');
  const [frame] = moved(
    [{ kind: 'frame', ...placed(boxOf(figure, mark)), stroke: colors.frame, dashed }],
    piece.left,
    piece.top,
  );
  return frame;
}

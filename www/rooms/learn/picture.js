import { barOf, NAME } from '../../heatmap/picture.js';
import { BESIDE, cellHeight, cellWidth, columnWidths } from './views/bands-layout.js';
import { wideEnough } from '../../ui/cell-digits.js';
import { notation, scaleIn } from '../../figure/matrices.js';
import { spans } from './spans.js';
import { bandPiece, GAP, gridPiece, stackPiece } from '../../picture/arrange.js';
import { sheetOf, SMALL, WORDS } from '../../picture/scene.js';
import { estimate } from '../../picture/lines.js';
import { lineWidth, measure as measured } from '../../picture/text.js';
import { bandsOf } from './views/bands.js';
import { figureOf } from './figure-of.js';
import { isStory } from './lessons/index.js';
import { plain } from './stage/sentence.js';
import { heatmapPiece, stepBars, stepPiece } from './step-picture.js';
/** @import { TextWidths } from './views/bands-layout.js' */
/** @import { MapOptions } from './figure-of.js' */
/** @import { Bar, Measure, Piece, Theme } from '../../picture/types.js' */
/** @import { MatrixSpec } from './stage/spec.js' */
/** @import { StageStep } from './stage/stage.js' */
/** @import { Model } from '../../types.js' */

/**
 * The size for which the bands are laid out, in CSS pixels: a typical screen, so that the picture of a state
 * does not depend on the reader's screen.
 */
const SIZE = { width: 1072, height: 672 };

/** The maximum height of a cell, in CSS pixels. */
const MAX_CELL_HEIGHT = 32;
/** The height of a cell in a line, in CSS pixels. */
const LOW_CELL = 22;

/**
 * Estimated widths of titles and labels, so that the layout does not depend on the installed fonts.
 *
 * @type {TextWidths}
 */
const WIDTHS = {
  formula: (formula) => lineWidth(spans(formula), NAME, estimate),
  size: (text) => estimate(text, SMALL, true),
  label: (text) => estimate(text, SMALL),
};

/**
 * The picture of a lesson: the figure of a step, or all matrices in bands, with a legend.
 *
 * @param {Model} model
 * @param {{ theme: Theme, measure?: Measure, step?: Pick<StageStep, 'spec' | 'sentence'> }} how - `step` is the
 *   one on the stage. Without it, or if its figure has no matrices, the picture has those of the lesson
 */
export function sceneOf(model, { theme, measure = measured, step }) {
  const { lesson, state, t } = model;
  const { body, has, bars } = step?.spec
    ? stepBody(model, step.spec, { theme, measure })
    : wholeBody(model, { theme, measure });
  const samples = /** @type {const} */ (['hatch', 'cross'])
    .filter((kind) => has.has(kind))
    .map((kind) => ({ kind, text: kind === 'hatch' ? t.legend.masked : t.legend.missing }));
  const name = lesson.steps[state.step];
  /** @type {Record<string, string>} */
  const names = isStory(lesson.id) ? t.stories.stepNames : t.stepNames;
  const lead = WORDS[model.language].step({ step: state.step + 1, name: names[name] });
  return sheetOf(
    {
      title: t.lessons[lesson.id].title,
      lead,
      body,
      legend: { bars, samples },
      captions: step?.spec ? [plain(step.sentence)] : has.has('sequential') ? [t.legend.axes] : [],
    },
    { theme, measure },
  );
}

/** What a picture has besides its texts. @typedef {{ body: Piece, has: Set<string>, bars: Bar[] }} Body */

/** @param {Model} model @param {MatrixSpec} spec @param {{ theme: Theme, measure: Measure }} how @returns {Body} */
function stepBody(model, spec, how) {
  const { has, ...body } = stepPiece(model, spec, how);
  return { body, has, bars: stepBars(model, spec, how.theme) };
}

/** @param {Model} model @param {{ theme: Theme, measure: Measure }} how @returns {Body} */
function wholeBody(model, { theme, measure }) {
  const { state, t, language } = model;
  const words = WORDS[language];
  const bands = bandsOf(model);
  const fitted = bands.filter(({ width }) => width === undefined);
  const common = wideEnough(state.digits, cellWidth(fitted, model, SIZE.width - BESIDE, GAP, WIDTHS));
  const height = Math.min(MAX_CELL_HEIGHT, cellHeight(fitted, model, SIZE.height));
  /** The entries of the legend. @type {Set<'hatch' | 'cross' | 'sequential' | 'diverging'>} */
  const has = new Set();
  const drawn = bands.map((band) => {
    const widths = columnWidths(band, model, common);
    const cells = band.height ?? (band.width === undefined ? height : LOW_CELL);
    const placed = band.places.map(({ matrix, row, column, rowLabels, colLabels }) => {
      const options = { cellWidth: widths[column - 1], cellHeight: cells, rowLabels, colLabels };
      const piece = pieceOf(model, matrix, options, theme, measure);
      for (const kind of [...piece.has, scaleIn(model, matrix).kind]) has.add(kind);
      return { row, column, piece };
    });
    return { heading: band.heading, piece: gridPiece(placed) };
  });
  const width = Math.max(
    ...drawn.map(({ heading, piece }) => bandPiece(heading, piece, { theme, measure }).width),
  );
  const body = stackPiece(
    drawn.map(({ heading, piece }) => bandPiece(heading, piece, { theme, measure, width })),
    'below',
    14,
  );
  const { map } = state;
  const bars = [
    ...(has.has('sequential')
      ? [barOf(t.legend.weights, { map, kind: 'sequential', theme }, ['0', '1'])]
      : []),
    ...(has.has('diverging')
      ? [barOf(words.each, { map, kind: 'diverging', theme }, [words.ends.low, words.ends.high])]
      : []),
  ];
  return { body, has, bars };
}

/**
 * @param {Model} model @param {string} id @param {MapOptions} options @param {Theme} theme @param {Measure} measure
 */
function pieceOf(model, id, options, theme, measure) {
  const name = spans(notation(id, model.switches));
  return heatmapPiece(figureOf(model, id, options), { theme, measure, name, shape: true });
}

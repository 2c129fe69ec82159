import { complete } from '../../heatmap/figure.js';
import { barOf, matrixPiece, NAME } from '../../heatmap/picture.js';
import { baseOf } from '../../figure/heads.js';
import { BESIDE, cellHeight, cellWidth, columnWidths, hasRowLabels } from './views/bands-layout.js';
import { wideEnough } from '../../ui/cell-digits.js';
import { notation } from '../../figure/matrices.js';
import { scaleIn } from '../../figure/scale.js';
import { spans } from './spans.js';
import { bandPiece, GAP, gridPiece, stackPiece } from '../../picture/arrange.js';
import { sheetOf, SMALL } from '../../picture/scene.js';
import { estimate } from '../../picture/lines.js';
import { lineWidth, measure as measured } from '../../picture/text.js';
import { WORDS } from '../../picture/words.js';
import { INPUTS, SCHEMES, SCORES, WEIGHTS } from '../../figure/schemes.js';
import { bandsOf, headingOf, lineBands } from './views/bands.js';
import { figureOf } from './figure-of.js';
import { ATTENTION_STEPS } from './lessons/steps.js';
import { isStory } from './lessons/index.js';
/** @import { TextWidths } from './views/bands-layout.js' */
/** @import { Matrix } from '../../heatmap/picture.js' */
/** @import { Measure, Theme } from '../../picture/types.js' */
/** @import { Model } from '../../types.js' */

/**
 * The size for which the bands are laid out, in CSS pixels: a typical screen, so that the picture of a state
 * does not depend on the reader's screen.
 */
const SIZE = { width: 1072, height: 672 };

/** The maximum height of a cell, in CSS pixels. */
const MAX_CELL_HEIGHT = 32;
/** The height of a cell of concepts and of compared encodings, in CSS pixels. */
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
 * A matrix of a band, with its position in the grid and the size of its cells in CSS pixels.
 *
 * @typedef {{ id: string, row: number, column: number, width: number, height: number, rowLabels: boolean, colLabels?: boolean }} Place
 * @typedef {{ heading: string, places: Place[] }} Band
 */

/**
 * The picture of a lesson's step: its matrices with their names, and a legend.
 *
 * @param {Model} model
 * @param {{ theme: Theme, measure?: Measure }} how
 */
export function sceneOf(model, { theme, measure = measured }) {
  const { lesson, state, t, language } = model;
  const words = WORDS[language];
  /** The entries of the legend. @type {Set<'hatch' | 'cross' | 'sequential' | 'diverging'>} */
  const has = new Set();
  /** @param {Band} band */
  const gridOf = ({ places }) =>
    gridPiece(
      places.map((place) => {
        const piece = pieceOf(model, place, theme, measure);
        for (const kind of [...piece.has, scaleIn(model, place.id).kind]) has.add(kind);
        return { ...place, piece };
      }),
    );
  const drawn = bandsIn(model).map((band) => ({ heading: band.heading, piece: gridOf(band) }));
  const width = Math.max(
    ...drawn.map(({ heading, piece }) => bandPiece(heading, piece, { theme, measure }).width),
  );
  const body = stackPiece(
    drawn.map(({ heading, piece }) => bandPiece(heading, piece, { theme, measure, width })),
    'below',
    14,
  );
  const name = lesson.steps[state.step];
  const samples = /** @type {const} */ (['hatch', 'cross'])
    .filter((kind) => has.has(kind))
    .map((kind) => ({ kind, text: kind === 'hatch' ? t.legend.masked : t.legend.missing }));
  const bars = [
    ...(has.has('sequential')
      ? [barOf(t.legend.weights, { map: state.map, kind: 'sequential', theme }, ['0', '1'])]
      : []),
    ...(has.has('diverging')
      ? [barOf(words.each, { map: state.map, kind: 'diverging', theme }, [words.ends.low, words.ends.high])]
      : []),
  ];
  /** @type {Record<string, string>} */
  const names = isStory(lesson.id) ? t.stories.stepNames : t.stepNames;
  const lead = words.step({ step: state.step + 1, name: names[name] });
  return sheetOf(
    {
      title: t.lessons[lesson.id].title,
      lead,
      body,
      legend: { bars, samples },
      captions: has.has('sequential') ? [t.legend.axes] : [],
    },
    { theme, measure },
  );
}

/**
 * @param {Model} model @param {Place} place @param {Theme} theme @param {Measure} measure @returns {Matrix}
 */
function pieceOf(model, { id, width, height, rowLabels, colLabels }, theme, measure) {
  const figure = complete(
    /** @type {any} */ (
      figureOf(model, id, {
        cellWidth: width,
        cellHeight: height,
        rowLabels,
        colLabels,
        cursor: null,
      })
    ),
  );
  if (!figure) throw new Error(`${id} cannot be drawn`);
  return matrixPiece(figure, { theme, measure, name: spans(notation(id, model.switches)), shape: true });
}

/** The bands that the page shows at this step. @param {Model} model @returns {Band[]} */
function bandsIn(model) {
  if (model.compared) return schemeBands(model);
  const { lesson, state } = model;
  const isPastAttention = lesson.ratings && state.step >= ATTENTION_STEPS.length;
  if (lesson.layer || lesson.picks || isPastAttention) return bandsInLines(model);
  return isStory(lesson.id) ? [weightsBand(model)] : attentionBands(model);
}

/** A picture of a story shows only its weights. @param {Model} model @returns {Band} */
function weightsBand({ t }) {
  const place = { id: 'weights', row: 1, column: 1, width: 46, height: 34, rowLabels: true, colLabels: true };
  return { heading: t.figure.bands.attend, places: [place] };
}

/** @param {Model} model @returns {Band[]} */
function attentionBands(model) {
  const { state } = model;
  const bands = bandsOf(model);
  const common = wideEnough(state.digits, cellWidth(bands, model, SIZE.width - BESIDE, GAP, WIDTHS));
  const height = Math.min(MAX_CELL_HEIGHT, cellHeight(bands, model, SIZE.height));
  return bands.map((band) => {
    const widths = columnWidths(band, model, common);
    return {
      heading: headingOf(model, band.name),
      places: band.places.map(({ matrix, row, column }) => ({
        id: matrix,
        row,
        column,
        width: widths[column - 1],
        height,
        rowLabels: hasRowLabels({ matrix, row, column }),
        colLabels: band.name === 'heads' && baseOf(matrix) === 'weights',
      })),
    };
  });
}

/**
 * A place with low cells.
 *
 * @param {Model} model @param {string} id @param {number} row @param {number} column @param {number} width
 * @param {boolean} rowLabels
 * @returns {Place}
 */
const low = ({ state }, id, row, column, width, rowLabels) => ({
  id,
  row,
  column,
  width: wideEnough(state.digits, width),
  height: LOW_CELL,
  rowLabels,
});

/** @param {Model} model @returns {Band[]} */
const bandsInLines = (model) =>
  lineBands(model)
    .filter(({ places }) => places.length > 0)
    .map(({ heading, places, width }) => ({
      heading,
      places: places.map(({ matrix, rowLabels }, at) => low(model, matrix, 1, at + 1, width, rowLabels)),
    }));

/** @param {Model} model @returns {Band[]} */
function schemeBands(model) {
  const { heading, inputs } = model.t.positions;
  const compared = SCHEMES.flatMap((scheme, at) => [
    low(model, SCORES[scheme], 1, at + 1, 40, true),
    low(model, WEIGHTS[scheme], 2, at + 1, 40, true),
  ]);
  const shared = INPUTS.map(([id, row, column]) => low(model, id, row, column, 26, id === 'x'));
  return [
    { heading, places: compared },
    { heading: inputs, places: shared },
  ];
}

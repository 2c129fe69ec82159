import { wideEnough } from '../../../ui/cell-digits.js';
import { element } from '../../../ui/dom.js';
import { inNextFrame } from '../../../ui/idle.js';
import { html, render } from '../../../ui/html.js';
import { Setting } from '../../../ui/setting.js';
import { SWITCHES } from '../settings.js';
import { heightLeft, isFitted } from '../views/first-screen.js';
import { Band, focusFold, Grid } from '../views/matrix.js';
import { RANGES } from '../lessons/by-hand.js';
import { Curve, fittedHeight, isDistance } from './curve-view.js';
import { SchemeCard } from './scheme-card.js';
import { INPUTS, SCHEMES, SCORES, WEIGHTS, schemeOf } from '../../../figure/schemes.js';
import { marksOf } from '../marks.js';
import { linear, logarithmic, Slider } from './slider.js';
/** @import { Cell, Distance, Model, Switches } from '../../../types.js' */
/** @import { MapActions } from '../views/matrix.js' */
/** @import { Place } from '../views/bands.js' */
/** @import { SliderProps } from './slider.js' */

/** The size of a cell of an input, in CSS pixels. */
const CELL = { width: 26, height: 22 };

/** Estimated heights of the inputs, of folded inputs, and of the curves, in CSS pixels. */
const [INPUTS_HEIGHT, FOLDED, CURVES] = [400, 30, 230];
/** The estimated height of a card in addition to its cells, in CSS pixels, and its rows of cells. */
const CARD = 200;
const CARD_ROWS = 10;
/** The least and greatest height of a cell of a card, and its height in a scrolled page, in CSS pixels. */
const [LOWEST, HIGHEST, SCROLLED] = [18, 30, 22];

/** The scales of the sliders. */
const BASES = logarithmic(RANGES.base);
const SHIFTS = linear(RANGES.shift[1]);

/** Below this width there is one column of cards, in CSS pixels; as in the style. */
const NARROW = 560;

/**
 * @typedef {object} SchemeActions
 * @property {(patch: Partial<Distance>, phase?: 'drag' | 'commit') => string | null} change - null if the
 *   patch was accepted, else the error
 * @property {(mask: Switches['mask']) => void} mask
 */

/**
 * The whole view of the lesson on position encodings: four encodings side by side, one score over distance,
 * and the inputs that they share.
 *
 * @param {MapActions} mapActions
 * @param {SchemeActions} actions
 * @param {boolean} isEmbedded - an embedded figure is scrolled
 */
export function schemesView(mapActions, actions, isEmbedded) {
  const node = element('div', { class: 'schemes' });
  /** The height of the curves on the first screen. @type {number | null} */
  let fitted = null;
  /** The inputs that the reader unfolded. @type {Set<string>} */
  const unfolded = new Set();
  /** The arguments of the last update. @type {[Model, Cell | null] | null} */
  let last = null;

  /** @param {string} id @param {boolean} isFolded */
  function fold(id, isFolded) {
    if (isFolded) unfolded.delete(id);
    else unfolded.add(id);
    if (last) update(...last);
    focusFold(node, id);
  }

  /** @param {Model} model @param {Cell | null} activeCell */
  function update(model, activeCell) {
    last = [model, activeCell];
    const { state } = model;
    node.classList.toggle('tables', state.tables === 'all');
    const available = !isEmbedded && isFitted(node) && state.tables !== 'all' ? heightLeft(node) : Infinity;
    const isFolding = available < INPUTS_HEIGHT + CURVES + CARD + CARD_ROWS * LOWEST;
    const forCells = available - CURVES - CARD - (isFolding ? FOLDED : INPUTS_HEIGHT);
    const cellHeight = Number.isFinite(available)
      ? Math.max(LOWEST, Math.min(HIGHEST, Math.floor(forCells / CARD_ROWS)))
      : SCROLLED;
    const isNarrow = node.clientWidth > 0 && node.clientWidth < NARROW;
    const places = INPUTS.map(([id, row, column]) => {
      const isSelected = state.cursor?.matrix === id || state.tables.includes(id);
      const isFolded = isFolding && !isSelected && !unfolded.has(id);
      return { id, matrix: id, row, column, isFolded, isUnfolded: isFolding && !isFolded && !isSelected };
    });
    const marks = linkedMarks(model, activeCell);
    const compared = /** @type {Parameters<typeof Curve>[0]['model']} */ (model);
    const curve = { model: compared, fitted, width: node.clientWidth, change: actions.change };
    const props = { model, marks, mapActions, actions, curve, places, fold, isFolding, isNarrow, cellHeight };
    render(html`<${Whole} ...${props} />`, node);
    // The cards have their heights after they are drawn.
    if (Number.isFinite(available))
      inNextFrame(() => {
        const height = fittedHeight(node);
        if (!last || height === fitted) return;
        fitted = height;
        update(...last);
      });
  }

  return { node, update };
}

/**
 * Folded inputs are above the cards, where they are visible at once; otherwise they are at the end.
 *
 * @param {{ model: Model, marks: ReturnType<typeof marksOf>, mapActions: MapActions, actions: SchemeActions, curve: Parameters<typeof Curve>[0], places: Place[], fold: (id: string, isFolded: boolean) => void, isFolding: boolean, isNarrow: boolean, cellHeight: number }} props
 */
function Whole(props) {
  const { model, marks, mapActions, actions, curve, places, fold, isFolding, isNarrow, cellHeight } = props;
  const { state, t } = model;
  const inputs = html`<${Band}
    key="inputs"
    name=${isFolding ? 'inputs all-folded' : 'inputs'}
    heading=${t.positions.inputs}
  >
    <${Grid}
      ...${{ model, places, fold, actions: mapActions }}
      optionsOf=${(/** @type {Place} */ { matrix }) => ({
        cellWidth: wideEnough(state.digits, CELL.width),
        cellHeight: CELL.height,
        rowLabels: matrix === 'x',
        marks: marks[matrix],
      })}
    />
  <//>`;
  return html`${isFolding && inputs}
    <section key="cards" class="band">
      <div class="head">
        <h3>${t.positions.heading}</h3>
        <div class="tools"><${Tools} model=${model} actions=${actions} /></div>
      </div>
      <div class="cards">
        ${SCHEMES.map(
          (scheme) =>
            html`<${SchemeCard}
              key=${scheme}
              ...${{ scheme, model, marks, isNarrow, cellHeight, actions: mapActions, change: actions.change }}
            />`,
        )}
      </div>
    </section>
    <${Curve} key="curve" ...${curve} />
    ${!isFolding && inputs}`;
}

/** The settings of all encodings. @param {{ model: Model, actions: SchemeActions }} props */
function Tools({ model: { state, switches, language, t }, actions }) {
  const { base, shift, errors } = t.positions;
  const { mask, choices } = t.controls;
  const maxShift = RANGES.shift[1];
  /** @type {SliderProps['change']} */
  const changeBase = (value, phase) => (value > 0 ? actions.change({ base: value }, phase) : errors.base);
  /** @type {SliderProps['change']} */
  const changeShift = (value, phase) =>
    isDistance(value, maxShift)
      ? actions.change({ shift: value }, phase)
      : errors.shift({ most: String(maxShift) });
  const notANumber = t.errors.wants;
  return html`
    <${Slider}
      key=${`base ${language}`}
      ...${{ language, label: base, value: state.distance.base, scale: BASES, change: changeBase, notANumber }}
    />
    <${Slider}
      key=${`shift ${language}`}
      ...${{ language, label: shift, value: state.distance.shift, scale: SHIFTS, change: changeShift, notANumber }}
    />
    <${Setting}
      field=${SWITCHES.mask}
      label=${mask}
      value=${switches.mask}
      texts=${choices.mask}
      change=${actions.mask}
    />
  `;
}

/**
 * The highlights for the active cell, and the same query and key in the other encodings.
 *
 * @param {Model} model
 * @param {Cell | null} cell
 */
function linkedMarks(model, cell) {
  const marks = marksOf(model, cell);
  const scheme = cell && schemeOf(cell.matrix);
  if (!cell || !scheme) return marks;
  const names = cell.matrix === SCORES[scheme] ? SCORES : WEIGHTS;
  for (const other of SCHEMES) {
    if (other !== scheme)
      marks[names[other]] = [{ row: cell.row, col: cell.col, rows: 1, cols: 1, level: 'focus' }];
  }
  return marks;
}

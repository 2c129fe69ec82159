import { wideEnough } from '../../../figure/layout.js';
import { element, segments, setText } from '../../../ui/dom.js';
import { heightLeft, isFitted } from '../views/first-screen.js';
import { mapView } from '../views/map-view.js';
import { row } from '../../../ui/row.js';
import { RANGES } from '../lessons/distance.js';
import { curveView, isPlace } from './curve-view.js';
import { schemeCard } from './scheme-card.js';
import { INPUTS, SCHEMES, SCORES, WEIGHTS, schemeOf } from '../../../figure/schemes.js';
import { marksOf } from '../marks.js';
import { logarithmic, slider } from './slider.js';
/** @import { Cell, Distance, Model, Switches } from '../../../types.js' */
/** @import { MapActions } from '../views/map-view.js' */

const CELL = { width: 26, height: 22 };

/**
 * The height of the inputs, of the curves, and of what else the cards have in addition to their cells, CSS
 * pixels.
 */
const [INPUTS_HEIGHT, FOLDED, CURVES, CARDS] = [400, 30, 230, 200];
/** The rows of cells of a card: scores and weights. */
const CARD_ROWS = 10;
/**
 * The height of a cell of a card, at least and at most, and where the page is scrolled anyway, CSS pixels.
 */
const [LOWEST, HIGHEST, SCROLLED] = [18, 30, 22];

/** As in the style: below this width the cards stand one below the other, CSS pixels. */
const NARROW = 560;

/**
 * What the reader does here.
 *
 * @typedef {object} SchemeActions
 * @property {(patch: Partial<Distance>, phase?: 'drag' | 'commit') => string | null} change - null when it
 *   was taken, else a sentence that says why not
 * @property {(mask: Switches['mask']) => void} mask
 */

/**
 * The lesson on ways of telling positions: four schemes side by side, one score over distance, and what all
 * of them begin with.
 *
 * @param {MapActions} actions
 * @param {SchemeActions} does
 * @param {boolean} [inText] - whether it is in a text, which is scrolled
 */
export function schemesView(actions, does, inText = false) {
  const heading = element('h3');
  const tools = element('div', { class: 'tools' });
  const cards = SCHEMES.map((scheme) => schemeCard(scheme, actions, does.change));
  const curve = curveView(does.change);
  const inputsHeading = element('h3');
  const inputs = INPUTS.map(([id, at, column]) => {
    const view = mapView(id, { ...actions, unfold, fold });
    for (const each of [view.node, view.unfold]) each.style.gridArea = `${at} / ${column}`;
    return { id, view };
  });
  const inputsBand = element(
    'section',
    { class: 'band inputs' },
    element('div', { class: 'head' }, inputsHeading),
    element(
      'div',
      { class: 'scroller' },
      element('div', { class: 'grid' }, ...inputs.flatMap(({ view }) => [view.node, view.unfold])),
    ),
  );
  const node = element(
    'div',
    { class: 'schemes' },
    element(
      'section',
      { class: 'band' },
      element('div', { class: 'head' }, heading, tools),
      element('div', { class: 'cards' }, ...cards.map((card) => card.node)),
    ),
    curve.node,
    inputsBand,
  );
  /** The inputs that the reader unfolded. @type {Set<string>} */
  const unfolded = new Set();
  /** What was drawn last. @type {[Model, Cell | null] | null} */
  let last = null;
  /** @type {(model: Model) => void} */
  let update = () => {};
  let built = '';

  /** @param {Model} model */
  function build({ t }) {
    const words = t.positions;
    const most = RANGES.shift[1];
    const base = slider(
      words.base,
      logarithmic(RANGES.base),
      (value, phase) => (value > 0 ? does.change({ base: value }, phase) : words.errors.base),
      t.errors.wants,
    );
    const shift = slider(
      words.shift,
      { max: most },
      (value, phase) =>
        isPlace(value, most) ? does.change({ shift: value }, phase) : words.errors.shift(String(most)),
      t.errors.wants,
    );
    const mask = segments(
      t.controls.mask,
      [
        ['none', t.controls.maskNone],
        ['causal', t.controls.maskCausal],
      ],
      (value) => does.mask(/** @type {Switches['mask']} */ (value)),
    );
    update = ({ state, switches }) => {
      base.update(state.distance.base);
      shift.update(state.distance.shift);
      mask.update(switches.mask);
    };
    tools.replaceChildren(base.node, shift.node, row(t.controls.mask, mask.node));
  }

  /** @param {string} id */
  function unfold(id) {
    unfolded.add(id);
    if (last) draw(...last);
    inputs.find((each) => each.id === id)?.view.fold.focus();
  }

  /** @param {string} id */
  function fold(id) {
    unfolded.delete(id);
    if (last) draw(...last);
    inputs.find((each) => each.id === id)?.view.unfold.focus();
  }

  /** @param {Model} model @param {Cell | null} activeCell */
  function draw(model, activeCell) {
    last = [model, activeCell];
    const { state, language, t } = model;
    if (language !== built) build(model);
    built = language;
    update(model);
    node.classList.toggle('tables', state.tables === 'all');
    setText(heading, t.positions.heading);
    setText(inputsHeading, t.positions.inputs);
    const marks = linkedMarks(model, activeCell);
    const narrow = node.clientWidth > 0 && node.clientWidth < NARROW;
    const room = !inText && isFitted(node) && state.tables !== 'all' ? heightLeft(node) : Infinity;
    const isFolding = room < INPUTS_HEIGHT + CURVES + CARDS + CARD_ROWS * LOWEST;
    const height = Math.floor((room - CURVES - CARDS - (isFolding ? FOLDED : INPUTS_HEIGHT)) / CARD_ROWS);
    const cellHeight = Number.isFinite(room) ? Math.max(LOWEST, Math.min(HIGHEST, height)) : SCROLLED;
    for (const card of cards) card.update(model, marks, { narrow, cellHeight });
    curve.update(model);
    // The cards have their heights after they are drawn.
    if (Number.isFinite(room))
      requestAnimationFrame(() => {
        if (last && curve.fit()) curve.update(last[0]);
      });
    place(isFolding);
    for (const { id, view } of inputs) {
      const isAsked = state.cursor?.matrix === id || state.tables.includes(id);
      const isFolded = isFolding && !isAsked && !unfolded.has(id);
      view.update(
        model,
        {
          cellWidth: wideEnough(state.digits, CELL.width),
          cellHeight: CELL.height,
          rowLabels: id === 'x',
          cursor: state.cursor,
          marks: marks[id] ?? [],
        },
        { isFolded, isUnfolded: isFolding && !isFolded && !isAsked },
      );
    }
  }

  /**
   * Folded inputs are above the cards, where they are visible at once; otherwise they are the last.
   *
   * @param {boolean} isFirst
   */
  function place(isFirst) {
    inputsBand.classList.toggle('all-folded', isFirst);
    if (isFirst === (node.firstElementChild === inputsBand)) return;
    if (isFirst) node.prepend(inputsBand);
    else node.append(inputsBand);
  }

  return { node, update: draw };
}

/**
 * Which cells light up for the cell that is looked at: what made it, and the same query and key under every
 * other scheme.
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

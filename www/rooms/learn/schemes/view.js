import { wideEnough } from '../../../figure/layout.js';
import { element, segments, setText } from '../../../ui/dom.js';
import { mapView } from '../views/map-view.js';
import { row } from '../../../ui/row.js';
import { RANGES } from '../lessons/distance.js';
import { curveView, isPlace } from './curve-view.js';
import { linkedMarks } from './marks.js';
import { schemeCard } from './scheme-card.js';
import { INPUTS, SCHEMES } from '../../../figure/schemes.js';
import { logarithmic, slider } from './slider.js';
/** @import { Cell, Distance, Model, Switches } from '../../../types.js' */
/** @import { MapActions } from '../views/map-view.js' */

const CELL = { width: 26, height: 22 };

/** As in the style: below this width the cards stand one below the other, CSS pixels. */
const NARROW = 560;

/**
 * What the reader does here.
 *
 * @typedef {object} SchemeActions
 * @property {(patch: Partial<Distance>, phase?: 'drag' | 'commit') => string | null} change - null when it was taken, else a sentence that says why not
 * @property {(mask: Switches['mask']) => void} mask
 */

/**
 * The lesson on ways of telling positions: four schemes side by side, one score over distance, and what all of them begin with.
 *
 * @param {MapActions} actions
 * @param {SchemeActions} does
 */
export function schemesView(actions, does) {
  const heading = element('h3');
  const tools = element('div', { class: 'tools' });
  const cards = SCHEMES.map((scheme) => schemeCard(scheme, actions, does.change));
  const curve = curveView(does.change);
  const inputsHeading = element('h3');
  const inputs = INPUTS.map(([id, at, column]) => {
    const view = mapView(id, actions);
    view.node.style.gridRow = String(at);
    view.node.style.gridColumn = String(column);
    return { id, view };
  });
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
    element(
      'section',
      { class: 'band inputs' },
      element('div', { class: 'head' }, inputsHeading),
      element(
        'div',
        { class: 'scroller' },
        element('div', { class: 'grid' }, ...inputs.map(({ view }) => view.node)),
      ),
    ),
  );
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

  return {
    node,
    /** @param {Model} model @param {Cell | null} looked */
    update(model, looked) {
      const { state, language, t } = model;
      if (language !== built) build(model);
      built = language;
      update(model);
      node.classList.toggle('tables', state.tables === 'all');
      setText(heading, t.positions.heading);
      setText(inputsHeading, t.positions.inputs);
      const marks = linkedMarks(model, looked);
      const narrow = node.clientWidth > 0 && node.clientWidth < NARROW;
      for (const card of cards) card.update(model, marks, narrow);
      curve.update(model);
      for (const { id, view } of inputs) {
        view.update(model, {
          cellWidth: wideEnough(state.digits, CELL.width),
          cellHeight: CELL.height,
          rowLabels: id === 'x',
          cursor: state.cursor,
          marks: marks[id] ?? [],
        });
      }
    },
  };
}

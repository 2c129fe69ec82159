import { inSum } from '../../../figure/digits.js';
import { formulaElement } from '../../../figure/formula.js';
import { wideEnough } from '../../../figure/layout.js';
import { element, segments, setText } from '../../../ui/dom.js';
import { mapView } from '../views/map-view.js';
import { choices, row } from '../../../ui/row.js';
import { SCORES, WEIGHTS } from '../../../figure/schemes.js';
/** @import { Distance, Model } from '../../../types.js' */
/** @import { Formula } from '../../../figure/notation.js' */
/** @import { MapActions } from '../views/map-view.js' */
/** @import { Scheme } from '../../../figure/schemes.js' */

/** Widths of a cell, in CSS pixels. */
const CELL = { width: 40, narrow: 27 };

/** Smaller changes are rounding errors, for scores near 1 and angles of a few thousand radians. */
const ROUNDING = 1e-9;

const ROOT = ['sqrt', ['sub', 'd', 'k']];

/** The formula of a score in each encoding. @type {Record<Scheme, Formula>} */
const FORMULAS = {
  none: ['row', ['sub', 'q', 'i'], '·', ['sub', 'k', 'j'], '/', ROOT],
  sinusoidal: [
    'row',
    ['group', ['sub', 'x', 'i'], '+', ['sub', 'p', 'i']],
    ['sub', 'W', 'Q'],
    '·',
    ['group', ['sub', 'x', 'j'], '+', ['sub', 'p', 'j']],
    ['sub', 'W', 'K'],
    '/',
    ROOT,
  ],
  rope: ['row', ['sub', 'R', 'i'], ['sub', 'q', 'i'], '·', ['sub', 'R', 'j'], ['sub', 'k', 'j'], '/', ROOT],
  alibi: ['row', ['sub', 'q', 'i'], '·', ['sub', 'k', 'j'], '/', ROOT, '−', 'm', '·', ['abs', 'i', '−', 'j']],
};

/**
 * One way of telling positions: its formula, its scores and weights, what may be set, and whether a score
 * follows the first position.
 *
 * @param {Scheme} scheme
 * @param {MapActions} actions
 * @param {(patch: Partial<Distance>) => string | null} change
 */
export function schemeCard(scheme, actions, change) {
  const title = element('h4');
  const formula = element('p', { class: 'equation' });
  const maps = [SCORES[scheme], WEIGHTS[scheme]].map((id) => ({ id, view: mapView(id, actions) }));
  const tools = element('div', { class: 'tools' });
  const moved = element('p', { class: 'moved' });
  const node = element(
    'section',
    { class: `scheme ${scheme}` },
    element('div', { class: 'name' }, title, formula),
    element('div', { class: 'maps' }, ...maps.map(({ view }) => view.node)),
    moved,
    tools,
  );
  /** @type {(model: Model) => void} */
  let update = () => {};
  let built = '';

  /** @param {Model} model */
  function build(model) {
    const made =
      scheme === 'rope' ? ropeTools(model, change) : scheme === 'alibi' ? alibiTools(model, change) : null;
    tools.replaceChildren(...(made?.nodes ?? []));
    formula.replaceChildren(formulaElement(FORMULAS[scheme], model.t.figure.formula));
    update = made?.update ?? (() => {});
  }

  return {
    node,
    /**
     * @param {Model} model
     * @param {Record<string, any[]>} marks
     * @param {{ narrow: boolean, cellHeight: number }} how - `narrow`: on a phone, the weights are beside the
     *   scores
     */
    update(model, marks, { narrow, cellHeight }) {
      const { state, language, compared, t } = model;
      const now = `${language} ${compared?.slopes.join()} ${model.matrices.q.cols}`;
      if (now !== built) build(model);
      built = now;
      update(model);
      setText(title, t.positions.titles[scheme]);
      setText(moved, movedText(model, scheme));
      for (const { id, view } of maps) {
        view.update(model, {
          cellWidth: wideEnough(state.digits, narrow ? CELL.narrow : CELL.width),
          cellHeight,
          rowLabels: !narrow || id === SCORES[scheme],
          cursor: state.cursor,
          marks: marks[id] ?? [],
        });
      }
    },
  };
}

/** @param {Model} model @param {Scheme} scheme */
function movedText({ state, compared, t }, scheme) {
  const words = t.positions.moved;
  const most = compared?.moved[scheme] ?? 0;
  if (state.distance.shift === 0) return scheme === 'none' ? words.at : '';
  if (most === 0) return words.same;
  return most < ROUNDING ? words.rounding(inSum(state, most)) : words.by(inSum(state, most));
}

/**
 * Which features RoPE turns, and how many.
 *
 * @param {Model} model @param {(patch: Partial<Distance>) => string | null} change
 */
function ropeTools({ matrices, t }, change) {
  const words = t.positions;
  const pairs = segments(
    words.pairs,
    [
      ['half', words.half, words.halfTitle],
      ['interleaved', words.interleaved, words.interleavedTitle],
    ],
    (value) => change({ pairs: /** @type {Distance['pairs']} */ (value) }),
  );
  const even = Array.from({ length: matrices.q.cols / 2 }, (_, pair) => String(2 * pair));
  const turned = choices(
    words.turned,
    [
      ['', words.turnedAll],
      ...even.reverse().map((n) => /** @type {[string, string]} */ ([n, words.turnedSome(n)])),
    ],
    (value) => change({ turned: value === '' ? null : Number(value) }),
  );
  return {
    nodes: [row(words.pairs, pairs.node), row(words.turned, turned)],
    /** @param {Model} model */
    update({ state }) {
      pairs.update(state.distance.pairs);
      turned.value = String(state.distance.turned ?? '');
    },
  };
}

/**
 * Which head's slope ALiBi has.
 *
 * @param {Model} model @param {(patch: Partial<Distance>) => string | null} change
 */
function alibiTools({ state, compared, t }, change) {
  const words = t.positions;
  const heads = Array.from(
    compared?.slopes ?? [],
    (slope, head) =>
      /** @type {[string, string]} */ ([
        String(head),
        words.slopeOf(String(head + 1), inSum({ ...state, digits: 'full' }, slope)),
      ]),
  );
  const slope = choices(words.slope, heads, (value) => change({ slopeHead: Number(value) }));
  return {
    nodes: [row(words.slope, slope)],
    /** @param {Model} model */
    update(model) {
      slope.value = String(model.state.distance.slopeHead);
    },
  };
}

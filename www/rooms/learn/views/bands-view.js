import { baseOf, headOf, ofHead } from '../../../figure/heads.js';
import { headBands, openedHead } from '../../../figure/heads-layout.js';
import {
  bandsOf,
  BESIDE,
  cellHeight,
  cellWidth,
  columnWidths,
  GAP,
  hasRowLabels,
  labelWidth,
  overhang,
  wideEnough,
} from '../../../figure/layout.js';
import { stepOf } from '../lessons/steps.js';
import { bandView } from './band-view.js';
import { element, setText } from '../../../ui/dom.js';
import { marksOf } from '../marks.js';
import { textWidths } from '../text-widths.js';
/** @import { Band } from '../../../figure/layout.js' */
/** @import { Cell, Model } from '../../../types.js' */
/** @import { MapActions } from './map-view.js' */

/** The room of its matrices where a figure stands in a text, CSS pixels a row: as much as can be pointed at with a finger. */
const IN_TEXT = 26;

/** What stands above the bands: the head of a page, the title, the steps and their text. */
const ABOVE = 228;

/**
 * Something that stands beside matrices and follows the model.
 *
 * @typedef {{ node: HTMLElement, update: (model: Model, head: number) => void }} Beside
 */

/**
 * The steps as bands of matrices: two with one head, three with several.
 *
 * @param {MapActions} actions
 * @param {object} beside - what a figure in a text may do without
 * @param {Beside | null} [beside.queries] - the control over which queries are shown; it stands in the last band's head
 * @param {Beside | null} [beside.control] - over how many heads of keys and values there are
 * @param {Beside | null} [beside.picker] - of the head that is opened
 * @param {{ nodes: HTMLElement[], update: (model: Model, head: number, width: number) => void } | null} [beside.sharing] - which heads read which keys and values
 * @param {boolean} [inText] - whether it stands in a text, which is read by scrolling, and does not have the height of a window to itself
 */
export function bandsView(
  actions,
  { queries = null, control = null, picker = null, sharing = null },
  inText = false,
) {
  const node = element('div', { class: 'bands' });
  const note = element('p', { class: 'note', role: 'status' });
  const figures = element('p', { class: 'figures' });
  const over = element('div', { class: 'over-opened' }, picker?.node);
  /** What stands around the grid of a band. @type {Partial<Record<Band['name'], Parameters<typeof bandView>[2]>>} */
  const beside = {
    attend: { head: queries?.node, below: [note, figures] },
    heads: { head: control?.node, above: sharing?.nodes },
    opened: { head: over, below: [note, figures] },
  };
  /** @type {Map<Band['name'], ReturnType<typeof bandView>>} */
  let views = new Map();
  /** The step that was brought into sight last. */
  let followed = '';

  /** @param {Band[]} bands */
  function build(bands) {
    views = new Map(bands.map(({ name }) => [name, bandView(name, actions, beside[name] ?? {}, inText)]));
    if (views.has('opened') && queries) over.append(queries.node);
    node.replaceChildren(...[...views.values()].map((view) => view.node));
  }

  /** Brings what a step works out into sight, in the box that its band scrolls in. @param {Model} model @param {Band[]} bands */
  function follow({ lesson, state }, bands) {
    const now = `${lesson.id} ${state.step}`;
    if (now === followed) return;
    followed = now;
    // The matrices have their widths once they are drawn.
    requestAnimationFrame(() =>
      bands.forEach((band) => {
        const here = band.places.filter(
          ({ matrix }) => stepOf(lesson, baseOf(matrix), headOf(matrix) !== null) === state.step,
        );
        if (here.length > 0) views.get(band.name)?.reveal(here.map(({ id }) => id));
      }),
    );
  }

  return {
    node,
    /** @param {Model} model @param {Cell | null} looked - the cell that is looked at */
    update(model, looked) {
      const { head, kvHead } = openedHead(model);
      const bands = model.heads
        ? headBands(model.lesson, model.graph, head, kvHead)
        : bandsOf(model.lesson, model.graph);
      if (bands.map(({ name }) => name).join() !== [...views.keys()].join()) build(bands);
      const texts = textWidths(node);
      const width = wideEnough(model.state.digits, cellWidth(bands, model, roomIn(node), GAP, texts));
      const labels = labelWidth(model, texts);
      const height = inText ? IN_TEXT : cellHeight(bands, model, innerHeight - ABOVE);
      const marks = marksOf(model, looked);
      for (const band of bands) {
        const widths = columnWidths(band, model, width);
        const shown = /** @type {ReturnType<typeof bandView>} */ (views.get(band.name));
        const maps = shown.mapsOf(band);
        setText(
          shown.heading,
          band.name === 'opened' ? model.t.figure.heads.opened(head + 1) : model.t.figure.bands[band.name],
        );
        for (const place of band.places) {
          const { id, matrix, column } = place;
          const colLabels = band.name === 'heads' && baseOf(matrix) === 'weights';
          const view = maps.get(id);
          if (view)
            view.node.style.marginInlineStart =
              model.state.tables === 'all' ? '' : `${-overhang(place, labels)}px`;
          view?.update(model, {
            cellWidth: widths[column - 1],
            cellHeight: height,
            rowLabels: hasRowLabels(place),
            colLabels,
            cursor: model.state.cursor,
            marks: marks[matrix] ?? [],
          });
        }
        if (band.name === 'heads') sharing?.update(model, head, widths[0] * model.lesson.tokens.length);
      }
      if (inText) follow(model, bands);
      node.classList.toggle('tables', model.state.tables === 'all');
      for (const each of [queries, control, picker]) each?.update(model, head);
      setText(note, noteOf(model));
      note.hidden = note.textContent === '';
      setText(figures, variances(model, head));
    },
  };
}

/** @param {HTMLElement} node */
function roomIn(node) {
  return (node.clientWidth || 1000) - BESIDE;
}

/** What went wrong, in words, when a switch stands where people commonly err. @param {Model} model */
function noteOf({ switches, matrices, heads, t }) {
  const every = (/** @type {string} */ base) =>
    heads ? heads.each.map((_, head) => matrices[ofHead(base, head)]) : [matrices[base]];
  if (every('weights').some(({ data }) => data.some(Number.isNaN))) {
    return every('scaled').every(({ data }) => data.every(Number.isFinite))
      ? t.figure.naive
      : t.figure.inspector.notFinite;
  }
  return switches.softmaxAxis === 'rows' ? '' : t.figure.wrongAxis[switches.softmaxAxis];
}

/** Every digit where the notebook printed them all. @param {Model} model @param {number} head */
function variances({ lesson, heads, variance, t }, head) {
  const names = /** @type {const} */ (['q', 'k', 'scores', 'scaled']);
  const own = heads?.each[head].variance ?? variance;
  const texts = names.map(
    (name) =>
      `${t.figure.variances[name]} ${lesson.variances ? own[name] : Number(own[name].toPrecision(4))}`,
  );
  return `${t.figure.variance}: ${texts.join(' · ')}`;
}

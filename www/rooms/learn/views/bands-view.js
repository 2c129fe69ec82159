import { baseOf, headOf, ofHead } from '../../../figure/heads.js';
import { headBands, openedHead } from '../../../figure/heads-layout.js';
import { bandsOf } from '../../../figure/bands.js';
import {
  arranged,
  BESIDE,
  cellWidth,
  columnWidths,
  GAP,
  hasRowLabels,
  isFoldedBand,
  labelWidth,
  overhang,
  rowsOf,
  wideEnough,
  withFolds,
} from '../../../figure/layout.js';
import { cellText, number, significant } from '../../../format/display.js';
import { repr } from '../../../format/numpy.js';
import { stepOf } from '../lessons/steps.js';
import { bandView } from './band-view.js';
import { heightLeft, isFitted } from './first-screen.js';
import { element, setText } from '../../../ui/dom.js';
import { marksOf } from '../marks.js';
import { textWidths } from '../text-widths.js';
/** @import { Band, Place } from '../../../figure/bands.js' */
/** @import { Cell, Model } from '../../../types.js' */
/** @import { MapActions } from './map-view.js' */

/**
 * The room of its matrices where a figure stands in a text, CSS pixels a row: as much as can be pointed at
 * with a finger.
 */
const IN_TEXT = 26;

/** The height of a cell in a narrow figure, which is scrolled anyway, CSS pixels. */
const NARROW_HEIGHT = 30;
/** How many measurements are kept. */
const MOST_FRAMES = 60;
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
 * @param {Beside | null} [beside.queries] - the control over which queries are shown; it stands in the last
 *   band's head
 * @param {Beside | null} [beside.control] - over how many heads of keys and values there are
 * @param {Beside | null} [beside.picker] - of the head that is opened
 * @param {{ nodes: { drawing: HTMLElement, cache: HTMLElement }, update: (model: Model, head: number, width: number) => void } | null} [beside.sharing] -
 *   which heads read which keys and values
 * @param {boolean} [inText] - whether it stands in a text, which is read by scrolling, and does not have the
 *   height of a window to itself
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
  /**
   * What stands around the grid of a band.
   *
   * @type {Partial<Record<Band['name'], Parameters<typeof bandView>[2]>>}
   */
  const beside = {
    attend: { head: queries?.node, below: [note, figures] },
    heads: { head: control?.node, above: sharing ? [sharing.nodes.drawing] : [] },
    opened: { head: over, above: sharing ? [sharing.nodes.cache] : [], below: [note, figures] },
  };
  /** @type {Map<Band['name'], ReturnType<typeof bandView>>} */
  let views = new Map();
  /** The step that was brought into view last. */
  let followed = '';
  /** The places whose matrices the reader unfolded. @type {Set<string>} */
  const unfolded = new Set();
  /** The lesson that was drawn last. */
  let shownLesson = '';
  /** What was drawn last. @type {[Model, Cell | null] | null} */
  let last = null;
  /** The measured height that the bands need in addition to their cells. @type {Map<string, number>} */
  const frames = new Map();
  const folding = {
    ...actions,
    unfold: (/** @type {string} */ id) => {
      unfolded.add(id);
      if (last) update(...last);
      viewOf(id)?.fold.focus();
    },
    fold: (/** @type {string} */ id) => {
      unfolded.delete(id);
      if (last) update(...last);
      viewOf(id)?.unfold.focus();
    },
  };

  /** The view of a place. @param {string} id */
  const viewOf = (id) => [...views.values()].flatMap((view) => view.mapOf(id) ?? [])[0];

  /** @param {Band[]} bands */
  function build(bands) {
    views = new Map(bands.map(({ name }) => [name, bandView(name, folding, beside[name] ?? {}, inText)]));
    if (views.has('opened') && queries) over.append(queries.node);
    node.replaceChildren(...[...views.values()].map((view) => view.node));
  }

  /**
   * Brings what a step works out into view, in the box that its band scrolls in.
   *
   * @param {Model} model @param {Band[]} bands
   */
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

  /**
   * Which matrices are not folded: those that the reader unfolded, and those that are selected and are shown
   * only once.
   *
   * @param {Band[]} bands @param {Model['state']} state
   */
  function keptOf(bands, { cursor, tables }) {
    const places = bands.flatMap((band) => band.places);
    return (/** @type {Place} */ { id, matrix }) => {
      const isOnlyOne = places.filter((each) => each.matrix === matrix).length === 1;
      const isAsked = cursor?.matrix === matrix || tables.includes(matrix);
      return unfolded.has(id) || tables === 'all' || (isOnlyOne && isAsked);
    };
  }

  /** What a measurement is valid for. @param {Band[]} bands @param {Model} model @param {boolean} isBeside */
  const keyOf = (bands, { language, lesson }, isBeside) =>
    JSON.stringify([bands.map(({ places }) => places), language, lesson.id, node.clientWidth, isBeside]);

  /**
   * Measures the height in addition to the cells, and draws once more with it.
   *
   * @param {Band[]} bands @param {Model} model @param {{ height: number, isBeside: boolean }} cells
   */
  function measure(bands, model, { height, isBeside }) {
    const key = keyOf(bands, model, isBeside);
    if (frames.has(key)) return;
    requestAnimationFrame(() => {
      if (!last || last[0] !== model || !node.isConnected || node.offsetHeight === 0) return;
      if (frames.size > MOST_FRAMES) frames.clear();
      frames.set(key, node.offsetHeight - rowsOf(bands, model, isBeside) * height);
      update(...last);
    });
  }

  /** @param {Model} model @param {Cell | null} activeCell - the cell that is looked at */
  function update(model, activeCell) {
    last = [model, activeCell];
    const { head, kvHead } = openedHead(model);
    const { state, t } = model;
    const all = model.heads
      ? headBands(model.lesson, model.graph, head, kvHead)
      : bandsOf(model.lesson, model.graph);
    if (all.map(({ name }) => name).join() !== [...views.keys()].join()) build(all);
    const texts = textWidths(node);
    const room = { width: roomIn(node), height: heightLeft(node) };
    const isWide = !inText && isFitted(node);
    if (model.lesson.id !== shownLesson) unfolded.clear();
    shownLesson = model.lesson.id;
    const known = all.map((band) => ({
      ...band,
      places: band.places.map((each) => ({ ...each, isUnfolded: unfolded.has(each.id) })),
    }));
    const bands = isWide ? withFolds(known, model, room, GAP, texts, keptOf(all, state)) : all;
    const cells = isWide
      ? arranged(bands, model, room, GAP, texts, (isBeside) => frames.get(keyOf(bands, model, isBeside)))
      : {
          isBeside: false,
          width: cellWidth(bands, model, room.width, GAP, texts),
          height: inText ? IN_TEXT : NARROW_HEIGHT,
        };
    const { height, isBeside } = cells;
    const width = wideEnough(state.digits, cells.width);
    node.classList.toggle('beside', isBeside);
    const labels = labelWidth(model, texts);
    const marks = marksOf(model, activeCell);
    for (const band of bands) {
      const widths = columnWidths(band, model, width);
      const shown = /** @type {ReturnType<typeof bandView>} */ (views.get(band.name));
      const maps = shown.mapsOf(band);
      setText(
        shown.heading,
        band.name === 'opened' ? t.figure.heads.opened(head + 1) : t.figure.bands[band.name],
      );
      shown.node.classList.toggle('all-folded', isFoldedBand(band));
      for (const place of band.places) {
        const { id, matrix, column } = place;
        const colLabels = band.name === 'heads' && baseOf(matrix) === 'weights';
        const view = maps.get(id);
        if (view)
          view.node.style.marginInlineStart = state.tables === 'all' ? '' : `${-overhang(place, labels)}px`;
        view?.update(
          model,
          {
            cellWidth: widths[column - 1],
            cellHeight: height,
            rowLabels: hasRowLabels(place),
            colLabels,
            cursor: state.cursor,
            marks: marks[matrix] ?? [],
          },
          place,
        );
      }
      if (band.name === 'heads') sharing?.update(model, head, widths[0] * model.lesson.tokens.length);
      // The cache is to the right of all matrices.
      if (band.name === 'opened' && sharing) sharing.nodes.cache.style.gridColumn = String(band.columns + 1);
    }
    if (inText) follow(model, bands);
    node.classList.toggle('tables', state.tables === 'all');
    for (const each of [queries, control, picker]) each?.update(model, head);
    setText(note, noteOf(model));
    note.hidden = note.textContent === '';
    setText(figures, variances(model, head));
    if (isWide) measure(bands, model, cells);
  }

  return { node, update };
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

/** The variances, rounded. Tables have all digits of a notebook. @param {Model} model @param {number} head */
function variances({ state, lesson, heads, variance, t }, head) {
  const own = heads?.each[head].variance ?? variance;
  const isFull = state.digits === 'full' || (state.tables === 'all' && lesson.variances);
  const write = isFull ? repr : spread;
  const texts = /** @type {const} */ (['q', 'k', 'scores', 'scaled']).map(
    (name) => `${t.figure.variances[name]} ${write(own[name])}`,
  );
  const isUndone = own.scores > Math.max(own.q, own.k) && own.scaled < own.scores;
  return `${t.figure.variance}: ${texts.join(' · ')}.${isUndone ? ` ${t.figure.varianceMeans}` : ''}`;
}

/** Two decimals, and at least two digits that are not leading zeros. @param {number} value */
function spread(value) {
  if (!(value < 1e4)) return number(significant(value, 3), 2);
  return cellText(value, value > 0 ? Math.max(2, 1 - Math.floor(Math.log10(value))) : 2);
}

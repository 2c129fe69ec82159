import { baseOf, headOf, ofHead } from '../../../figure/heads.js';
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
  withFolds,
} from '../../../figure/layout.js';
import { wideEnough } from '../../../ui/cell-digits.js';
import { cellText, number, significant } from '../../../format/display.js';
import { repr } from '../../../format/numpy.js';
import { stepOf } from '../lessons/steps.js';
import { bandsOf, openedHead } from './bands.js';
import { bandView } from './band-view.js';
import { heightLeft, isFitted } from './first-screen.js';
import { element, setText } from '../../../ui/dom.js';
import { inNextFrame } from '../../../ui/idle.js';
import { marksOf } from '../marks.js';
import { textWidths } from '../text-widths.js';
/** @import { Band, Place } from './bands.js' */
/** @import { Cell, Model } from '../../../types.js' */
/** @import { Slots } from './band-view.js' */
/** @import { MapActions } from './map-view.js' */

/** Row height of an embedded figure, in CSS pixels. Large enough for a finger. */
const EMBEDDED_ROW_HEIGHT = 26;
/** Row height of a narrow figure, which is scrolled anyway, in CSS pixels. */
const NARROW_ROW_HEIGHT = 30;
/** The maximum number of cached measurements. */
const MAX_MEASUREMENTS = 60;

/**
 * A control next to the matrices that is updated with the model.
 *
 * @typedef {{ node: HTMLElement, update: (model: Model, head: number) => void }} Control
 */

/**
 * The steps as bands of matrices: two with one head, three with several.
 *
 * @param {MapActions} actions
 * @param {object} parts - an embedded figure omits some
 * @param {Control | null} parts.queries - which queries are shown; in the head of the last band
 * @param {Control | null} parts.kvHeads - the number of key-value heads
 * @param {Control} parts.head - the open head
 * @param {{ nodes: { drawing: HTMLElement, cache: HTMLElement }, update: (model: Model, width: number) => void }} parts.sharing -
 *   which query heads read which keys and values
 * @param {boolean} isEmbedded - an embedded figure is scrolled, and is not fitted to the height of the window
 */
export function bandsView(actions, { queries, kvHeads, head: headControl, sharing }, isEmbedded) {
  const node = element('div', { class: 'bands' });
  const note = element('p', { class: 'note', role: 'status' });
  const figures = element('p', { class: 'figures' });
  const openedHeader = element('div', { class: 'over-opened' }, headControl.node);
  /** @type {Partial<Record<Band['name'], Slots>>} */
  const slots = {
    attend: { head: queries?.node, below: [note, figures] },
    heads: { head: kvHeads?.node, above: [sharing.nodes.drawing] },
    opened: { head: openedHeader, above: [sharing.nodes.cache], below: [note, figures] },
  };
  /** @type {Map<Band['name'], ReturnType<typeof bandView>>} */
  let views = new Map();
  /** The lesson and step whose matrices were scrolled into view last. */
  let revealed = '';
  /** The places whose matrices the reader unfolded. @type {Set<string>} */
  const unfolded = new Set();
  /** The lesson that was drawn last. */
  let shownLesson = '';
  /** The arguments of the last update. @type {[Model, Cell | null] | null} */
  let last = null;
  /**
   * The measured heights that the bands need in addition to their cells, by `measurementKey`.
   *
   * @type {Map<string, number>}
   */
  const measured = new Map();
  const mapActions = {
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
  const viewOf = (id) => [...views.values()].find(({ maps }) => maps.has(id))?.maps.get(id);

  /** @param {Band[]} bands */
  function build(bands) {
    views = new Map(
      bands.map(({ name }) => [name, bandView(name, mapActions, slots[name] ?? {}, isEmbedded)]),
    );
    if (views.has('opened') && queries) openedHeader.append(queries.node);
    node.replaceChildren(...[...views.values()].map((view) => view.node));
  }

  /**
   * Scrolls the bands sideways so that the matrices of a new step are visible.
   *
   * @param {Model} model @param {Band[]} bands
   */
  function revealStep({ lesson, state }, bands) {
    const now = `${lesson.id} ${state.step}`;
    if (now === revealed) return;
    revealed = now;
    // The matrices have their widths after they are drawn.
    inNextFrame(() =>
      bands.forEach((band) => {
        const ofStep = band.places.filter(
          ({ matrix }) => stepOf(lesson, baseOf(matrix), headOf(matrix) !== null) === state.step,
        );
        if (ofStep.length > 0) views.get(band.name)?.reveal(ofStep.map(({ id }) => id));
      }),
    );
  }

  /**
   * Tests whether a place must not be folded: the reader unfolded it, or its matrix is selected and has no
   * other place.
   *
   * @param {Band[]} bands @param {Model['state']} state
   */
  function isKeptIn(bands, { cursor, tables }) {
    const places = bands.flatMap((band) => band.places);
    return (/** @type {Place} */ { id, matrix }) => {
      const isOnlyOne = places.filter((each) => each.matrix === matrix).length === 1;
      const isSelected = cursor?.matrix === matrix || tables.includes(matrix);
      return unfolded.has(id) || tables === 'all' || (isOnlyOne && isSelected);
    };
  }

  /**
   * The key of a cached measurement: everything that the height depends on.
   *
   * @param {Band[]} bands @param {Model} model @param {boolean} isBeside
   */
  const measurementKey = (bands, { language, lesson }, isBeside) =>
    JSON.stringify([bands.map(({ places }) => places), language, lesson.id, node.clientWidth, isBeside]);

  /**
   * Measures the height that the bands need in addition to their cells, and draws once more with it.
   *
   * @param {Band[]} bands @param {Model} model @param {{ height: number, isBeside: boolean }} cells
   */
  function measure(bands, model, { height, isBeside }) {
    const key = measurementKey(bands, model, isBeside);
    if (measured.has(key)) return;
    inNextFrame(() => {
      if (!last || last[0] !== model || !node.isConnected || node.offsetHeight === 0) return;
      if (measured.size > MAX_MEASUREMENTS) measured.clear();
      measured.set(key, node.offsetHeight - rowsOf(bands, model, isBeside) * height);
      update(...last);
    });
  }

  /** @param {Model} model @param {Cell | null} activeCell */
  function update(model, activeCell) {
    last = [model, activeCell];
    const { head } = openedHead(model);
    const { state, t } = model;
    const all = bandsOf(model);
    if (all.map(({ name }) => name).join() !== [...views.keys()].join()) build(all);
    const texts = textWidths(node);
    const space = { width: (node.clientWidth || 1000) - BESIDE, height: heightLeft(node) };
    const isWide = !isEmbedded && isFitted(node);
    if (model.lesson.id !== shownLesson) unfolded.clear();
    shownLesson = model.lesson.id;
    const known = all.map((band) => ({
      ...band,
      places: band.places.map((each) => ({ ...each, isUnfolded: unfolded.has(each.id) })),
    }));
    const bands = isWide ? withFolds(known, model, space, GAP, texts, isKeptIn(all, state)) : all;
    const cells = isWide
      ? arranged(bands, model, space, GAP, texts, (isBeside) =>
          measured.get(measurementKey(bands, model, isBeside)),
        )
      : {
          isBeside: false,
          width: cellWidth(bands, model, space.width, GAP, texts),
          height: isEmbedded ? EMBEDDED_ROW_HEIGHT : NARROW_ROW_HEIGHT,
        };
    const { height, isBeside } = cells;
    const width = wideEnough(state.digits, cells.width);
    node.classList.toggle('beside', isBeside);
    const labels = labelWidth(model, texts);
    const marks = marksOf(model, activeCell);
    for (const band of bands) {
      const widths = columnWidths(band, model, width);
      const view = /** @type {ReturnType<typeof bandView>} */ (views.get(band.name));
      view.update(band);
      setText(
        view.heading,
        band.name === 'opened' ? t.figure.heads.opened({ n: head + 1 }) : t.figure.bands[band.name],
      );
      view.node.classList.toggle('all-folded', isFoldedBand(band));
      for (const place of band.places) {
        const { id, matrix, column } = place;
        const colLabels = band.name === 'heads' && baseOf(matrix) === 'weights';
        const map = view.maps.get(id);
        if (!map) continue;
        map.node.style.marginInlineStart = state.tables === 'all' ? '' : `${-overhang(place, labels)}px`;
        map.update(
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
      if (band.name === 'heads') sharing.update(model, widths[0] * model.lesson.tokens.length);
      // The cache is to the right of all matrices.
      if (band.name === 'opened') sharing.nodes.cache.style.gridColumn = String(band.columns + 1);
    }
    if (isEmbedded) revealStep(model, bands);
    node.classList.toggle('tables', state.tables === 'all');
    for (const control of [queries, kvHeads, headControl]) control?.update(model, head);
    setText(note, noteOf(model));
    note.hidden = note.textContent === '';
    setText(figures, variances(model, head));
    if (isWide) measure(bands, model, cells);
  }

  return { node, update };
}

/** The explanation of a common mistake that the switches show, or an empty text. @param {Model} model */
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

/**
 * The variances of a head, rounded, or with all digits beside the tables of a notebook.
 *
 * @param {Model} model @param {number} head
 */
function variances({ state, lesson, heads, variance, t }, head) {
  const own = heads?.each[head].variance ?? variance;
  const isFull = state.digits === 'full' || (state.tables === 'all' && lesson.variances);
  const write = isFull ? repr : rounded;
  const texts = /** @type {const} */ (['q', 'k', 'scores', 'scaled']).map(
    (name) => `${t.figure.variances[name]} ${write(own[name])}`,
  );
  const isReduced = own.scores > Math.max(own.q, own.k) && own.scaled < own.scores;
  return `${t.figure.variance}: ${texts.join(' · ')}.${isReduced ? ` ${t.figure.varianceMeans}` : ''}`;
}

/** A number with two decimals and at least two significant digits. @param {number} value */
function rounded(value) {
  if (!(value < 1e4)) return number(significant(value, 3), 2);
  return cellText(value, value > 0 ? Math.max(2, 1 - Math.floor(Math.log10(value))) : 2);
}

import { baseOf, headOf, ofHead } from '../../../figure/heads.js';
import {
  arranged,
  BESIDE,
  cellWidth,
  columnWidths,
  GAP,
  hasRowLabels,
  isApart,
  isFoldedBand,
  labelWidth,
  overhang,
  rowsOf,
  withFolds,
} from './bands-layout.js';
import { wideEnough } from '../../../ui/cell-digits.js';
import { cellText, number, significant } from '../../../format/display.js';
import { repr } from '../../../format/numpy.js';
import { localized } from '../../../format/separator.js';
import { stepOf } from '../lessons/steps.js';
import { bandsOf, headingOf, openedHead } from './bands.js';
import { heightLeft, isFitted } from './first-screen.js';
import { element } from '../../../ui/dom.js';
import { html, render } from '../../../ui/html.js';
import { inNextFrame } from '../../../ui/idle.js';
import { marksOf } from '../marks.js';
import { Band, focusFold, Grid } from './matrix.js';
import { Queries } from './queries-view.js';
import { Cache, HeadPicker, Sharing, SharingControl } from './sharing-view.js';
import { textWidths } from '../text-widths.js';
/** @import { Band as BandOf, Place } from './bands.js' */
/** @import { Cell, Model, State } from '../../../types.js' */
/** @import { MapActions } from './matrix.js' */

/** Row height of an embedded figure, in CSS pixels. Large enough for a finger. */
const EMBEDDED_ROW_HEIGHT = 26;
/** Row height of a narrow figure, which is scrolled anyway, in CSS pixels. */
const NARROW_ROW_HEIGHT = 30;
/** The margin around places that are scrolled into view, in CSS pixels. */
const SCROLL_MARGIN = 12;
/** The maximum number of cached measurements. */
const MAX_MEASUREMENTS = 60;

/**
 * The steps as bands of matrices: two with one head, three with several.
 *
 * @param {MapActions} actions
 * @param {object} controls
 * @param {(rows: State['rows']) => void} controls.show - shows queries
 * @param {(patch: Partial<State>) => unknown} controls.submit
 * @param {(head: number) => void} controls.open - opens a head
 * @param {boolean} isEmbedded - an embedded figure is scrolled, and is not fitted to the height of the window
 */
export function bandsView(actions, controls, isEmbedded) {
  const node = element('div', { class: 'bands' });
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

  /** @param {string} place @param {boolean} isFolded */
  function fold(place, isFolded) {
    if (isFolded) unfolded.delete(place);
    else unfolded.add(place);
    if (last) update(...last);
    focusFold(node, place);
  }

  /**
   * Scrolls the bands sideways so that the matrices of a new step are visible.
   *
   * @param {Model} model @param {BandOf[]} bands
   */
  function revealStep({ lesson, state }, bands) {
    const now = `${lesson.id} ${state.step}`;
    if (now === revealed) return;
    revealed = now;
    // The matrices have their widths after they are drawn.
    inNextFrame(() =>
      bands.forEach(({ places }, index) => {
        const ofStep = places.filter(
          ({ matrix }) => stepOf(lesson, baseOf(matrix), headOf(matrix) !== null) === state.step,
        );
        if (ofStep.length > 0) reveal(node.children[index], ofStep);
      }),
    );
  }

  /**
   * Tests whether a place must not be folded: the reader unfolded it, or its matrix is selected and has no
   * other place.
   *
   * @param {BandOf[]} bands @param {Model['state']} state
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
   * @param {BandOf[]} bands @param {Model} model @param {boolean} isBeside
   */
  const measurementKey = (bands, { language, lesson }, isBeside) =>
    JSON.stringify([bands.map(({ places }) => places), language, lesson.id, node.clientWidth, isBeside]);

  /**
   * Measures the height that the bands need in addition to their cells, and draws once more with it.
   *
   * @param {BandOf[]} bands @param {Model} model @param {{ height: number, isBeside: boolean }} cells
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
    const { state, lesson } = model;
    const all = bandsOf(model);
    const texts = textWidths(node);
    const space = { width: (node.clientWidth || 1000) - BESIDE, height: heightLeft(node) };
    const isWide = !isEmbedded && isFitted(node);
    if (lesson.id !== shownLesson) unfolded.clear();
    shownLesson = lesson.id;
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
    node.classList.toggle('beside', cells.isBeside);
    node.classList.toggle('tables', state.tables === 'all');
    const labels = labelWidth(model, texts);
    const marks = marksOf(model, activeCell);
    const shared = { model, cells, labels, marks, actions, fold, controls, isEmbedded };
    render(
      html`${bands.map((band) => html`<${MatrixBand} key=${band.name} ...${{ ...shared, band }} />`)}`,
      node,
    );
    if (isEmbedded) revealStep(model, bands);
    if (isWide) measure(bands, model, cells);
  }

  return { node, update };
}

/**
 * Scrolls a band sideways so that some places are visible. The page is not scrolled.
 *
 * @param {Element} band @param {Place[]} places
 */
function reveal(band, places) {
  const scroller = /** @type {Element} */ (band.querySelector('.scroller'));
  const boxes = places.flatMap(
    ({ id }) => band.querySelector(`heed-map[data-place="${id}"]`)?.getBoundingClientRect() ?? [],
  );
  const box = scroller.getBoundingClientRect();
  const left = Math.min(...boxes.map((each) => each.left)) - SCROLL_MARGIN;
  const right = Math.max(...boxes.map((each) => each.right)) + SCROLL_MARGIN;
  if (right > box.right) scroller.scrollLeft += Math.min(right - box.right, left - box.left);
  else if (left < box.left) scroller.scrollLeft += left - box.left;
}

/**
 * A band with what belongs to it: controls, which heads read which keys and values, and what the numbers say.
 *
 * @param {object} props
 * @param {Model} props.model
 * @param {BandOf} props.band
 * @param {{ width: number, height: number }} props.cells
 * @param {number} props.labels - the width of row labels
 * @param {ReturnType<typeof marksOf>} props.marks
 * @param {MapActions} props.actions
 * @param {(place: string, isFolded: boolean) => void} props.fold
 * @param {Parameters<typeof bandsView>[1]} props.controls
 * @param {boolean} props.isEmbedded
 */
function MatrixBand({ model, band, cells, labels, marks, actions, fold, controls, isEmbedded }) {
  const { state, lesson } = model;
  const { name, places, columns } = band;
  const { head } = openedHead(model);
  const widths = columnWidths(band, model, wideEnough(state.digits, cells.width));
  const isLast = name === 'attend' || name === 'opened';
  // An embedded figure has few controls.
  const inHead = [
    name === 'opened' && html`<${HeadPicker} model=${model} open=${controls.open} />`,
    name === 'heads' && !isEmbedded && html`<${SharingControl} model=${model} submit=${controls.submit} />`,
    isLast && !isEmbedded && html`<${Queries} model=${model} show=${controls.show} />`,
  ].filter(Boolean);
  const note = isLast ? noteOf(model) : '';
  return html`<${Band}
    name=${isFoldedBand(band) ? `${name} all-folded` : name}
    heading=${headingOf(model, name)}
    isEmbedded=${isEmbedded}
    head=${inHead.length > 0 && html`<div class="in-head">${inHead}</div>`}
    below=${
      isLast &&
      html`<p class="note" role="status" hidden=${note === ''}>${note}</p>
        <p class="figures">${variances(model, head)}</p>`
    }
  >
    <${Grid}
      ...${{ model, places, actions, fold, isApart }}
      optionsOf=${(/** @type {Place} */ place) => ({
        cellWidth: widths[place.column - 1],
        cellHeight: cells.height,
        rowLabels: hasRowLabels(place),
        colLabels: name === 'heads' && baseOf(place.matrix) === 'weights',
        marks: marks[place.matrix],
      })}
      styleOf=${(/** @type {Place} */ place) =>
        state.tables === 'all' ? {} : { marginInlineStart: `${-overhang(place, labels)}px` }}
    >
      ${name === 'heads' && html`<${Sharing} model=${model} width=${widths[0] * lesson.tokens.length} gap=${GAP} />`}
      ${name === 'opened' && html`<${Cache} model=${model} column=${columns + 1} />`}
    <//>
  <//>`;
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
function variances({ state, lesson, heads, variance, language, t }, head) {
  const own = heads?.each[head].variance ?? variance;
  const isFull = state.digits === 'full' || (state.tables === 'all' && lesson.variances);
  const write = isFull ? repr : rounded;
  const texts = /** @type {const} */ (['q', 'k', 'scores', 'scaled']).map(
    (name) => `${t.figure.variances[name]} ${localized(write(own[name]), language)}`,
  );
  const isReduced = own.scores > Math.max(own.q, own.k) && own.scaled < own.scores;
  return `${t.figure.variance}: ${texts.join(' · ')}.${isReduced ? ` ${t.figure.varianceMeans}` : ''}`;
}

/** A number with two decimals and at least two significant digits. @param {number} value */
function rounded(value) {
  if (!(value < 1e4)) return number(significant(value, 3), 2);
  return cellText(value, value > 0 ? Math.max(2, 1 - Math.floor(Math.log10(value))) : 2);
}

import { baseOf, headOf } from '../../../figure/heads.js';
import {
  arranged,
  BESIDE,
  cellWidth,
  columnWidths,
  GAP,
  isFoldedBand,
  labelWidth,
  overhang,
  rowsOf,
  withFolds,
} from './bands-layout.js';
import { wideEnough } from '../../../ui/cell-digits.js';
import { cellText, number, significant, localized } from '../../../format/display.js';
import { repr } from '../../../format/numpy.js';
import { isMissing, isOverflow } from '../operations/weights.js';
import { stepOf } from '../lessons/steps.js';
import { bandsOf, openedHead } from './bands.js';
import { heightLeft, isFitted } from './first-screen.js';
import { html, useLayoutEffect, useRef, useState } from '../../../ui/html.js';
import { inNextFrame } from '../../../ui/idle.js';
import { MatrixBand } from './matrix.js';
import { Queries } from './queries-view.js';
import { Cache, HeadPicker, Sharing, SharingControl } from './sharing-view.js';
import { textWidths } from '../text-widths.js';
import { useFolds } from './whole-view.js';
/** @import { Band as BandOf, Place } from './bands.js' */
/** @import { Model } from '../../../types.js' */
/** @import { WholeProps } from './whole-view.js' */

/** Row height of an embedded figure, in CSS pixels. Large enough for a finger. */
const EMBEDDED_ROW_HEIGHT = 26;
/** Row height of a narrow figure, which is scrolled anyway, in CSS pixels. */
const NARROW_ROW_HEIGHT = 30;
/** The margin around places that are scrolled into view, in CSS pixels. */
const SCROLL_MARGIN = 12;
/** The maximum number of kept measurements. */
const MAX_MEASUREMENTS = 60;

/** The bands of attention: two with one head, three with several. @param {WholeProps} props */
export function AttentionBands({ model, marks, host, actions, isEmbedded }) {
  const { state, lesson, language } = model;
  const { unfolded, fold } = useFolds(host);
  /** The measured heights that the bands need in addition to their cells, by what they depend on. */
  const frames = useRef(/** @type {Map<string, number>} */ (new Map()));
  const [, redraw] = useState(0);
  const texts = textWidths(host);
  const space = { width: (host.clientWidth || 1000) - BESIDE, height: heightLeft(host) };
  const isWide = !isEmbedded && isFitted(host);
  const all = bandsOf(model).map((band) => ({
    ...band,
    places: band.places.map((each) => ({ ...each, isUnfolded: unfolded.has(each.id) })),
  }));
  const bands = isWide ? withFolds(all, model, space, GAP, texts, isKeptIn(all, state)) : all;
  const keyOf = (/** @type {boolean} */ isBeside) =>
    JSON.stringify([bands.map(({ places }) => places), language, host.clientWidth, isBeside]);
  const cells = isWide
    ? arranged(bands, model, space, GAP, texts, (isBeside) => frames.current.get(keyOf(isBeside)))
    : {
        isBeside: false,
        width: cellWidth(bands, model, space.width, GAP, texts),
        height: isEmbedded ? EMBEDDED_ROW_HEIGHT : NARROW_ROW_HEIGHT,
      };
  const key = keyOf(cells.isBeside);
  // The matrices have their sizes in the next frame. Then the frame of the bands is measured, once.
  useLayoutEffect(() => {
    if (!isWide || frames.current.has(key)) return;
    return inNextFrame(() => {
      if (host.offsetHeight === 0) return;
      if (frames.current.size > MAX_MEASUREMENTS) frames.current.clear();
      frames.current.set(key, host.offsetHeight - rowsOf(bands, model, cells.isBeside) * cells.height);
      redraw((count) => count + 1);
    });
  });
  useLayoutEffect(() => {
    if (isEmbedded) inNextFrame(() => revealStep(host, model, bands));
  }, [state.step, lesson.id]);
  const shared = { model, cells, labels: labelWidth(model, texts), marks, fold, actions, isEmbedded };
  return html`<div class=${cells.isBeside ? 'bands beside' : 'bands'}>
    ${bands.map((band) => html`<${AttentionBand} key=${band.name} ...${{ ...shared, band }} />`)}
  </div>`;
}

/**
 * Tests whether a place must not be folded: the reader unfolded it, or its matrix is selected and has no
 * other place.
 *
 * @param {BandOf[]} bands @param {Model['state']} state
 */
function isKeptIn(bands, { cursor, tables }) {
  const places = bands.flatMap((band) => band.places);
  return (/** @type {Place} */ { matrix, isUnfolded }) => {
    const isOnlyOne = places.filter((each) => each.matrix === matrix).length === 1;
    const isSelected = cursor?.matrix === matrix || tables.includes(matrix);
    return Boolean(isUnfolded) || tables === 'all' || (isOnlyOne && isSelected);
  };
}

/**
 * Scrolls the bands sideways so that the matrices of the current step are visible. The page is not scrolled.
 *
 * @param {HTMLElement} host @param {Model} model @param {BandOf[]} bands
 */
function revealStep(host, { lesson, state }, bands) {
  const scrollers = host.querySelectorAll('.scroller');
  bands.forEach(({ places }, index) => {
    const boxes = places
      .filter(({ matrix }) => stepOf(lesson, baseOf(matrix), headOf(matrix) !== null) === state.step)
      .flatMap(({ id }) => host.querySelector(`heed-map[data-place="${id}"]`)?.getBoundingClientRect() ?? []);
    const scroller = scrollers[index];
    if (boxes.length === 0 || !scroller) return;
    const box = scroller.getBoundingClientRect();
    const left = Math.min(...boxes.map((each) => each.left)) - SCROLL_MARGIN;
    const right = Math.max(...boxes.map((each) => each.right)) + SCROLL_MARGIN;
    if (right > box.right) scroller.scrollLeft += Math.min(right - box.right, left - box.left);
    else if (left < box.left) scroller.scrollLeft += left - box.left;
  });
}

/**
 * A band with what belongs to it: controls, which heads read which keys and values, and what the numbers say.
 *
 * @param {object} props
 * @param {Model} props.model
 * @param {BandOf} props.band
 * @param {{ width: number, height: number }} props.cells
 * @param {number} props.labels - the width of row labels
 * @param {WholeProps['marks']} props.marks
 * @param {(place: string, isFolded: boolean) => void} props.fold
 * @param {WholeProps['actions']} props.actions
 * @param {boolean} props.isEmbedded
 */
function AttentionBand({ model, band, cells, labels, marks, fold, actions, isEmbedded }) {
  const { state, lesson } = model;
  const { name, columns } = band;
  const { head } = openedHead(model);
  const common = wideEnough(state.digits, cells.width);
  const isLast = name === 'attend' || name === 'opened';
  // An embedded figure has few controls.
  const inHead = [
    name === 'opened' && html`<${HeadPicker} model=${model} open=${actions.open} />`,
    name === 'heads' && !isEmbedded && html`<${SharingControl} model=${model} submit=${actions.submit} />`,
    isLast && !isEmbedded && html`<${Queries} model=${model} show=${actions.show} />`,
  ].filter(Boolean);
  const note = isLast ? noteOf(model) : '';
  const [width] = columnWidths(band, model, common);
  return html`<${MatrixBand}
    ...${{ model, band, fold, marks, common, height: cells.height, actions, isEmbedded }}
    isFolded=${isFoldedBand(band)}
    styleOf=${(/** @type {Place} */ place) =>
      state.tables === 'all' ? {} : { marginInlineStart: `${-overhang(place, labels)}px` }}
    head=${inHead.length > 0 && html`<div class="in-head">${inHead}</div>`}
    below=${
      isLast &&
      html`<p class="note" role="status" hidden=${note === ''}>${note}</p>
        <p class="figures">${variances(model, head)}</p>`
    }
  >
    ${name === 'heads' && html`<${Sharing} model=${model} width=${width * lesson.tokens.length} gap=${GAP} />`}
    ${name === 'opened' && html`<${Cache} model=${model} column=${columns + 1} />`}
  <//>`;
}

/** The explanation of a common mistake that the switches show, or an empty text. @param {Model} model */
function noteOf(model) {
  const { inspector, naive, wrongAxis } = model.t.figure;
  if (isMissing(model)) return isOverflow(model) ? naive : inspector.notFinite;
  const { softmaxAxis } = model.switches;
  return softmaxAxis === 'rows' ? '' : wrongAxis[softmaxAxis];
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

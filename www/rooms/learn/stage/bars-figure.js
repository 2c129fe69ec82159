import { html } from '../../../ui/html.js';
import { plainLabel } from '../../../ui/labels.js';
import { widthOf } from '../../../ui/text-width.js';
import { axesOf, axisLabels, shortLabels } from '../../../figure/axes.js';
import { notation } from '../../../figure/notation.js';
import { cellStates, MASKED } from '../../../figure/reveal.js';
import { figureOf } from '../figure-of.js';
import { sharesRows } from '../operations/weights.js';
import { Formula, Heatmap } from '../views/matrix.js';
import { labelsOver } from './axis-labels.js';
import { columnLabels, LABEL_FONT, rowLabelSize } from './labels.js';
import { ADVANCE } from './layout.js';
import { momentOf } from './motion.js';
import { rounded, textsOf } from '../numbers.js';
/** @import { Cell, Model } from '../../../types.js' */
/** @import { FigureProps } from './stage.js' */
/** @import { Bars } from './spec.js' */
/** @import { MapActions } from '../views/matrix.js' */

/**
 * The sizes of the design, in CSS pixels: font sizes of weights, scores, labels and names, the maximum width
 * of a column and height of a row, and the height of the strip.
 */
const SIZES = {
  page: { digits: 22, score: 17, label: 14, name: 24, column: 132, row: 108, strip: 40 },
  narrow: { digits: 16, score: 14, label: 12.5, name: 19, column: 92, row: 104, strip: 38 },
  present: { digits: 28, score: 21, label: 20, name: 31, column: 190, row: 150, strip: 58 },
};
/** Minimum size of a cell with a bar. Matrices with smaller cells are shown as heatmaps. */
const LEAST_ROW = 50;
const LEAST_COLUMN = 40;
/** In low rows digits shrink to this share of their size, and scores to this font size. */
const LEAST_SHARE = 0.7;
const LEAST_SCORE = 12.5;
/** Line heights of scores and weights, relative to their font sizes. */
const SCORE_LINE = 1.5;
const DIGIT_LINE = 1.45;
/**
 * If a bar would be lower than LOW_BAR, it is placed beside its digits. If the cell is too narrow for that,
 * the bar is at least LEAST_BAR high. In CSS pixels.
 */
const LOW_BAR = 26;
const LEAST_BAR = 8;
/** Vertical space around the lines of a cell, with a bar above or beside them. */
const AROUND = { stacked: 10, beside: 6 };
/** A bar lower than this fills from the left, because its width shows more than its height. */
const FLAT_BAR = 16;
/** The width of a bar beside its digits, and the space around both. */
const SLIM = { least: 14, most: 48, around: 14 };
/** Smaller weights are written in a soft color. */
const SMALL = 0.1;
/** The gap between the strip and the rows. */
const STRIP_GAP = 16;

/** @param {number} n */
const px = (n) => `${n}px`;

/**
 * The layout of the rows of bars, or null if they do not fit.
 *
 * @param {Model} model @param {Bars} spec @param {Pick<FigureProps, 'width' | 'height' | 'size' | 'large'>} room
 * @param {boolean} isAsked - whether a weight is asked for
 */
export function barsLayout(model, spec, { width, height, size, large = 1 }, isAsked) {
  const sizes = /** @type {(typeof SIZES)['page']} */ (
    Object.fromEntries(Object.entries(SIZES[size]).map(([name, length]) => [name, length * large]))
  );
  const { rows, cols } = model.matrices[spec.result];
  const labels = axisLabels(model.lesson, axesOf(spec.result).row) ?? [];
  const widest = Math.max(
    0,
    ...labels.map((label) => widthOf(plainLabel(label), `600 ${sizes.label}px ${LABEL_FONT}`)),
  );
  const left = Math.ceil(Math.min(widest, size === 'narrow' ? 92 : 170 * large)) + 14;
  const column = Math.floor(Math.min(sizes.column, (width - left) / cols));
  const keys = shortLabels(axisLabels(model.lesson, axesOf(spec.result).col) ?? []);
  const heads = columnLabels(keys, column, sizes.label);
  const top = Math.ceil(sizes.name * 1.5) + heads.height + 10;
  const full = sizes.strip + sizes.label + 8 + STRIP_GAP;
  const rowWith = (/** @type {number} */ strip) =>
    Math.floor(Math.min(sizes.row, (height - top - strip) / rows));
  // The strip would reveal an answer. If space is short, the strip is left out before the bars are.
  const strip = !isAsked && sharesRows(model, spec.result) && rowWith(full) >= LEAST_ROW ? full : 0;
  const row = rowWith(strip);
  if (column < LEAST_COLUMN || row < LEAST_ROW) return null;
  const cell = cellFor(column, row, sizes);
  if (!cell) return null;
  const { share, isBeside, decimals } = cell;
  const digits = Math.min(sizes.digits * share, (column - 8) / ((decimals + 2) * ADVANCE));
  return {
    sizes: { ...sizes, digits: Math.floor(digits * 2) / 2, score: Math.floor(sizes.score * share * 2) / 2 },
    isBeside,
    labels: left,
    heads,
    column,
    row,
    top,
    decimals,
    strip,
    width: left + cols * column,
    height: top + rows * row + strip,
  };
}

/**
 * The layout of a cell with its score, bar and weight: the scale of the digits, the number of decimals, and
 * whether the bar is beside the digits. Null if digits would be too small.
 *
 * @param {number} column @param {number} row @param {{ digits: number, score: number }} sizes
 */
function cellFor(column, row, { digits, score }) {
  const lines = score * SCORE_LINE + digits * DIGIT_LINE;
  const decimalsAt = (/** @type {number} */ share) => (column - 10 >= 5 * digits * share * ADVANCE ? 3 : 2);
  const shareIn = (/** @type {number} */ height) => Math.min(1, height / lines);
  const least = Math.max(LEAST_SHARE, LEAST_SCORE / score);
  const stacked = shareIn(row - AROUND.stacked - LOW_BAR);
  if (stacked === 1) return { share: 1, isBeside: false, decimals: decimalsAt(1) };
  const share = shareIn(row - AROUND.beside);
  for (const decimals of [3, 2]) {
    const free = column - widthOfDigits(digits * share, decimals) - SLIM.around;
    if (share >= least && free >= SLIM.least) return { share, isBeside: true, decimals };
  }
  const low = shareIn(row - AROUND.stacked - LEAST_BAR);
  return low < least ? null : { share: low, isBeside: false, decimals: decimalsAt(low) };
}

/** @param {number} digits @param {number} decimals */
const widthOfDigits = (digits, decimals) => (decimals + 2) * digits * ADVANCE + 8;

/**
 * The figure of softmax: scores, bars of the weights, and a strip that shows how a row divides 1.
 *
 * @param {FigureProps & { model: Model, spec: Bars, chosen: { row: number, col: number }, asked: { row: number, col: number } | null, layout: NonNullable<ReturnType<typeof barsLayout>>, actions: MapActions }} props
 */
export function BarsFigure({ model, spec, chosen, asked, layout, actions, light, time }) {
  const matrix = model.matrices[spec.result];
  const moment = time === null ? null : momentOf('bars', matrix, time);
  const { labels, heads, column, row, top, sizes, width, height } = layout;
  const at = asked ?? moment?.at ?? chosen;
  const names = axisLabels(model.lesson, axesOf(spec.result).row) ?? [];
  const keys = shortLabels(axisLabels(model.lesson, axesOf(spec.result).col) ?? []);
  const fontSize = px(rowLabelSize(names, labels - 14, sizes.label));
  const label = (/** @type {string} */ text, /** @type {any} */ style, /** @type {string} */ kind) =>
    html`<span class=${`lab ${kind}`} style=${{ fontSize, ...style }} title=${text}
      ><bdi>${plainLabel(text)}</bdi></span
    >`;
  return html`<div class="placed bars" style=${{ width: px(width), height: px(height) }}>
    <span
      class="name start"
      style=${{ left: px(labels), top: px(sizes.name * 0.72), fontSize: px(sizes.name) }}
    >
      <${Formula} formula=${notation(spec.result, model.switches)} t=${model.t} />
    </span>
    <div class="labels" aria-hidden="true">
      ${names.map((text, index) =>
        label(
          text,
          { top: px(top + index * row), height: px(row), width: px(labels - 14) },
          `row${index === at.row ? ' on' : ''}`,
        ),
      )}
      ${labelsOver(keys, heads, { x: labels, y: top - 6, width: column, chosen: at.col })}
    </div>
    <div
      class="lit q"
      style=${{
        left: px(labels - 3),
        top: px(top + at.row * row + 1),
        width: px(matrix.cols * column + 6),
        height: px(row - 2),
      }}
    ></div>
    <${Rows} ...${{ model, spec, layout, moment, chosen: at, asked }} />
    <${Strip} ...${{ model, spec, layout, moment, row: at.row, keys }} />
    <${Over} ...${{ model, spec, layout, actions, light }} />
  </div>`;
}

/** @param {{ model: Model, spec: Bars, layout: NonNullable<ReturnType<typeof barsLayout>>, moment: any, chosen: { row: number, col: number }, asked: { row: number, col: number } | null }} props */
function Rows({ model, spec, layout, moment, chosen, asked }) {
  const { matrices, state } = model;
  const { rows, cols, data } = matrices[spec.result];
  const { labels, column, row, top, sizes, decimals } = layout;
  const scores = textsOf(model, spec.from, matrices[spec.from]);
  const states = cellStates(model, spec.result);
  const precise = typeof state.digits === 'number' ? state.digits : decimals;
  const place = barPlace(layout);
  /** How far the bars of a row have grown, from 0 to 1. @param {number} each */
  const grown = (each) => {
    if (!moment || each < moment.at.row) return 1;
    return each > moment.at.row ? 0 : Math.min(1, moment.part * 1.25);
  };
  return Array.from({ length: rows * cols }, (_, cell) => {
    const [each, col] = [Math.floor(cell / cols), cell % cols];
    if (states[cell] === 2) return null;
    const masked = states[cell] === MASKED;
    const isAsked = asked?.row === each && asked.col === col;
    const share = isAsked
      ? 0
      : masked || !Number.isFinite(data[cell])
        ? 0
        : Math.max(0, Math.min(1, data[cell]));
    const isFlat = place.track.height < FLAT_BAR;
    const whole = isFlat ? place.track.width : place.track.height;
    const length = share === 0 ? 0 : Math.max(1.5, share * whole * grown(each));
    const isChosen = each === chosen.row && col === chosen.col;
    const settled = grown(each) === 1;
    return html`<div
      key=${cell}
      class=${`bar${isChosen ? ' on' : ''}`}
      style=${{
        left: px(labels + col * column),
        top: px(top + each * row),
        width: px(column),
        height: px(row),
      }}
    >
      <span class="score" style=${{ ...place.score, fontSize: px(sizes.score) }}
        >${masked ? '−∞' : scores[cell]}</span
      >
      <span
        class=${masked ? 'track masked' : 'track'}
        style=${{ left: px(place.track.left), width: px(place.track.width), top: px(place.track.top), height: px(place.track.height) }}
        ><span
          class=${isFlat ? 'fill flat' : 'fill'}
          style=${isFlat ? { width: px(length) } : { height: px(length) }}
        ></span
      ></span>
      <span
        class=${share < SMALL ? 'share small' : 'share'}
        style=${{ ...place.share, fontSize: px(sizes.digits), opacity: settled ? '1' : '0' }}
        >${isAsked ? '?' : masked ? '0' : rounded(data[cell], precise)}</span
      >
    </div>`;
  });
}

/**
 * Where the bar and the digits of a cell stand: the score above the bar and the share below it, or both to
 * the right of the bar where rows are low.
 *
 * @param {NonNullable<ReturnType<typeof barsLayout>>} layout
 */
function barPlace({ column, row, sizes, decimals, isBeside }) {
  const [scoreLine, digitLine] = [sizes.score * SCORE_LINE, sizes.digits * DIGIT_LINE];
  const line = (/** @type {number} */ height) => ({ height: px(height), lineHeight: px(height) });
  if (!isBeside) {
    const track = row - scoreLine - digitLine - AROUND.stacked;
    const inset = Math.max(4, column * 0.14);
    return {
      track: { left: inset, width: column - 2 * inset, top: scoreLine + 4, height: Math.max(4, track) },
      score: { left: '0', right: '0', top: px(3), ...line(scoreLine) },
      share: { left: '0', right: '0', bottom: px(3), ...line(digitLine) },
    };
  }
  const digits = widthOfDigits(sizes.digits, decimals);
  const beside = Math.min(SLIM.most, column - digits - SLIM.around);
  const left = (column - beside - digits) / 2;
  const sides = { left: px(left + beside + 4), right: px(Math.max(0, left - 4)) };
  const middle = (row - scoreLine - digitLine) / 2;
  return {
    track: { left, width: beside, top: 7, height: row - 14 },
    score: { ...sides, top: px(middle), ...line(scoreLine) },
    share: { ...sides, bottom: px(middle), ...line(digitLine) },
  };
}

/**
 * The 1 that the chosen row shares out, cut into its shares.
 *
 * @param {{ model: Model, spec: Bars, layout: NonNullable<ReturnType<typeof barsLayout>>, moment: any, row: number, keys: string[] }} props
 */
function Strip({ model, spec, layout, moment, row, keys }) {
  if (layout.strip === 0) return null;
  const { rows, cols, data } = model.matrices[spec.result];
  const shares = Array.from(data.subarray(row * cols, (row + 1) * cols));
  if (!shares.every(Number.isFinite)) return null;
  const { labels, column, top, sizes, decimals } = layout;
  const width = cols * column;
  const y = top + rows * layout.row + STRIP_GAP;
  const cut = moment ? Math.min(1, Math.max(0, moment.part * 2.5 - 1.2)) : 1;
  let from = 0;
  const parts = shares.map((share, col) => {
    const left = from;
    from += share * width;
    const text = rounded(share, decimals);
    const fits = share * width > text.length * sizes.digits * ADVANCE + 8;
    const named = share * width > widthOf(keys[col] ?? '', `${sizes.label}px ${LABEL_FONT}`) + 4;
    return html`<span
        key=${col}
        class="piece"
        style=${{
          left: px(left + cut * 1.5),
          width: px(Math.max(1, share * width - cut * 3)),
          fontSize: px(sizes.digits),
        }}
        >${fits && cut === 1 ? text : ''}</span
      >${
        named &&
        html`<span
          class="lab col"
          style=${{ left: px(left), width: px(share * width), top: px(sizes.strip + 4), fontSize: px(sizes.label) }}
          >${keys[col]}</span
        >`
      }`;
  });
  const name = axisLabels(model.lesson, axesOf(spec.result).row)?.[row] ?? '';
  return html`<div aria-hidden="true">
    <span
      class="lab row on"
      style=${{ top: px(y), height: px(sizes.strip), width: px(labels - 14), fontSize: px(sizes.label) }}
      ><bdi>${plainLabel(name)}</bdi></span
    >
    <div class="strip" style=${{ left: px(labels), top: px(y), width: px(width), height: px(sizes.strip) }}>
      ${parts}
    </div>
  </div>`;
}

/**
 * The heatmap of the weights lies invisibly over the bars: it takes pointer and keys, and says what is read
 * aloud.
 *
 * @param {{ model: Model, spec: Bars, layout: NonNullable<ReturnType<typeof barsLayout>>, actions: MapActions, light: FigureProps['light'] }} props
 */
function Over({ model, spec, layout, actions, light }) {
  const { labels, column, row, top } = layout;
  const id = spec.result;
  const figure = {
    ...figureOf(model, id, {
      cellWidth: column,
      cellHeight: row,
      rowLabels: false,
      cursor: /** @type {Cell | null} */ (model.state.cursor),
      marks: [],
    }),
    colLabels: null,
    table: false,
    quiet: false,
    texts: Array.from(model.matrices[id].data, () => ''),
    textSize: 0,
  };
  return html`<${Heatmap}
    ...${{ id, actions, figure, light: (/** @type {boolean} */ isOver) => light(isOver ? 'r' : null) }}
    class="unseen"
    style=${{ left: px(labels), top: px(top) }}
  />`;
}

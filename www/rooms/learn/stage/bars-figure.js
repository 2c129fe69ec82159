import { html } from '../../../ui/html.js';
import { plainLabel } from '../../../ui/labels.js';
import { notation } from '../../../figure/matrices.js';
import { BLANK, cellStates, MASKED } from '../../../figure/reveal.js';
import { figureOf } from '../figure-of.js';
import { rounded, textsOf } from '../numbers.js';
import { Formula, Heatmap } from '../views/matrix.js';
import { columnLabelsAt } from './axis-labels.js';
import { LABEL_GAP, STRIP_GAP } from './bars-scene.js';
import { ADVANCE } from './layout.js';
import { boxStyle, px } from './box.js';
import { describeUntil } from './until.js';
/** @import { Model } from '../../../types.js' */
/** @import { MapActions } from '../views/matrix.js' */
/** @import { BarsScene } from './bars-scene.js' */
/** @import { Moment, Place } from './motion.js' */
/** @import { Bars } from './spec.js' */
/** @import { FigureProps } from './stage.js' */

/** A bar lower than this fills from the left, because its width shows more than its height. */
const FLAT_BAR = 16;
/** Smaller weights are written in a soft color. */
const SMALL = 0.1;

/** @typedef {{ model: Model, spec: Bars, scene: BarsScene, moment: Moment | null, chosen: Place, asked: Place | null }} BarsProps */

/**
 * The figure of softmax: scores, bars of the weights, and a strip that shows how a row divides 1. `chosen` is
 * the current cell.
 *
 * @param {BarsProps & { actions: MapActions, light: FigureProps['light'] }} props
 */
export function BarsFigure({ actions, light, ...props }) {
  const { model, spec, scene, chosen } = props;
  const { labels, rowLabels, columnLabels, column, row, top, sizes, width, height } = scene;
  const { cols } = model.matrices[spec.result];
  return html`<div class="placed bars" style=${{ width: px(width), height: px(height) }}>
    <span
      class="name start"
      style=${{ left: px(labels), top: px(sizes.name * 0.72), fontSize: px(sizes.name) }}
    >
      <${Formula} formula=${notation(spec.result, model.switches)} t=${model.t} />
    </span>
    <div class="labels" aria-hidden="true">
      ${rowLabels.texts.map(
        (text, index) =>
          html`<${RowLabel}
            ...${{ text, size: rowLabels.size, width: labels - LABEL_GAP, top: top + index * row }}
            height=${row}
            isOn=${index === chosen.row}
          />`,
      )}
      ${columnLabelsAt(columnLabels, chosen.col)}
    </div>
    <div
      class="lit q"
      style=${boxStyle(labels - 3, top + chosen.row * row + 1, cols * column + 6, row - 2)}
    ></div>
    <${Rows} ...${props} />
    <${Strip} ...${props} />
    <${Over} ...${{ ...props, actions, light }} />
  </div>`;
}

/** @param {{ text: string, size: number, width: number, top: number, height: number, isOn: boolean }} props */
const RowLabel = ({ text, size, width, top, height, isOn }) =>
  html`<span
    class=${`lab row${isOn ? ' on' : ''}`}
    style=${{ top: px(top), height: px(height), width: px(width), fontSize: px(size) }}
    title=${text}
    ><bdi>${plainLabel(text)}</bdi></span
  >`;

/** @param {BarsProps} props */
function Rows({ model, spec, scene, moment, chosen, asked }) {
  const { matrices, state } = model;
  const { rows, cols, data } = matrices[spec.result];
  const { labels, column, row, top, sizes, decimals, cell: parts } = scene;
  const scores = textsOf(model, spec.from, matrices[spec.from]);
  const states = cellStates(model, spec.result);
  const precise = typeof state.digits === 'number' ? state.digits : decimals;
  const isFlat = parts.track.height < FLAT_BAR;
  const whole = isFlat ? parts.track.width : parts.track.height;
  const lineStyle = (/** @type {BarsScene['cell']['score']} */ { height, ...insets }) => ({
    ...Object.fromEntries(Object.entries(insets).map(([side, inset]) => [side, px(inset)])),
    height: px(height),
    lineHeight: px(height),
  });
  const [scoreStyle, shareStyle] = [lineStyle(parts.score), lineStyle(parts.share)];
  const { left, top: above, width, height } = parts.track;
  /** How far the bars of a row have grown, from 0 to 1. @param {number} each */
  const grown = (each) => {
    if (!moment || each < moment.at.row) return 1;
    return each > moment.at.row ? 0 : Math.min(1, moment.part * 1.25);
  };
  return Array.from({ length: rows * cols }, (_, cell) => {
    const [each, col] = [Math.floor(cell / cols), cell % cols];
    if (states[cell] === BLANK) return null;
    const masked = states[cell] === MASKED;
    const isAsked = asked?.row === each && asked.col === col;
    const isEmpty = isAsked || masked || !Number.isFinite(data[cell]);
    const share = isEmpty ? 0 : Math.max(0, Math.min(1, data[cell]));
    const length = share * grown(each) === 0 ? 0 : Math.max(1.5, share * whole * grown(each));
    const isChosen = each === chosen.row && col === chosen.col;
    const isThere = grown(each) === 1 || (isAsked && moment?.isAsked !== false);
    return html`<div
      key=${cell}
      class=${`bar${isChosen ? ' on' : ''}`}
      style=${boxStyle(labels + col * column, top + each * row, column, row)}
    >
      <span class="score" style=${{ ...scoreStyle, fontSize: px(sizes.score) }}
        >${masked ? '−∞' : scores[cell]}</span
      >
      <span class=${masked ? 'track masked' : 'track'} style=${boxStyle(left, above, width, height)}
        ><span
          class=${isFlat ? 'fill flat' : 'fill'}
          style=${isFlat ? { width: px(length) } : { height: px(length) }}
        ></span
      ></span>
      <span
        class=${share < SMALL ? 'share small' : 'share'}
        style=${{ ...shareStyle, fontSize: px(sizes.digits), opacity: isThere ? '1' : '0' }}
        >${isAsked ? '?' : masked ? '0' : rounded(data[cell], precise)}</span
      >
    </div>`;
  });
}

/**
 * The 1 that the chosen row shares out, cut into its shares. It would reveal the answer of a question about
 * its row.
 *
 * @param {BarsProps} props
 */
function Strip({ model, spec, scene, moment, asked, chosen: { row } }) {
  if (scene.strip === 0 || asked?.row === row) return null;
  const { rows, cols, data } = model.matrices[spec.result];
  const shares = Array.from(data.subarray(row * cols, (row + 1) * cols));
  if (!shares.every(Number.isFinite)) return null;
  const { labels, rowLabels, columnLabels, keyWidths, column, top, sizes, decimals } = scene;
  const width = cols * column;
  const y = top + rows * scene.row + STRIP_GAP;
  const cut = moment ? Math.min(1, Math.max(0, moment.part * 2.5 - 1.2)) : 1;
  let from = 0;
  const parts = shares.map((share, col) => {
    const left = from;
    from += share * width;
    const text = rounded(share, decimals);
    const fits = share * width > text.length * sizes.digits * ADVANCE + 8;
    const isNamed = share * width > keyWidths[col] + 4;
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
        isNamed &&
        html`<span
          class="lab col"
          style=${{ left: px(left), width: px(share * width), top: px(sizes.strip + 4), fontSize: px(sizes.label) }}
          >${columnLabels.texts[col]}</span
        >`
      }`;
  });
  return html`<div aria-hidden="true">
    <${RowLabel}
      ...${{ text: rowLabels.texts[row] ?? '', size: sizes.label, width: labels - LABEL_GAP, top: y }}
      height=${sizes.strip}
      isOn
    />
    <div class="strip" style=${boxStyle(labels, y, width, sizes.strip)}>${parts}</div>
  </div>`;
}

/**
 * The heatmap of the weights lies invisibly over the bars: it takes pointer and keys, and says what is read
 * aloud.
 *
 * @param {BarsProps & { actions: MapActions, light: FigureProps['light'] }} props
 */
function Over({ model, spec, scene: { labels, column, row, top }, moment, asked, actions, light }) {
  const id = spec.result;
  const whole = figureOf(model, id, {
    cellWidth: column,
    cellHeight: row,
    rowLabels: false,
  });
  const figure = {
    ...whole,
    describe: describeUntil(model, asked, moment, whole.describe),
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

import { decimal } from '../../../format/display.js';
import * as engine from '../../../engine/attention.js';
import { html } from '../../../ui/html.js';
import { cellsIn } from '../../../ui/grid.js';
import { BLANK, cellStates, MASKED } from '../../../figure/reveal.js';
import { colorsOf } from '../colors.js';
import { figureOf } from '../figure-of.js';
import { textsOf } from '../numbers.js';
import { textWidth } from '../text-widths.js';
import { Heatmap } from '../views/matrix.js';
import { columnLabelsAt, Name, RowLabels } from './axis-labels.js';
import { placeNotes } from './bars-scene.js';
import { boxStyle, px } from './box.js';
import { ADVANCE } from './layout.js';
import { describeUntil } from './shown.js';
/** @import { Model } from '../../../types.js' */
/** @import { Colors } from '../colors.js' */
/** @import { Actions } from '../actions.js' */
/** @import { BarsScene } from './bars-scene.js' */
/** @import { Moment, Place } from './motion.js' */
/** @import { Bars } from './spec.js' */
/** @import { FigureProps } from './stage.js' */

/** Smaller weights have the color of this one, because theirs could not be seen. */
const PALEST = 0.2;
/** The space between two pieces, and the least width of one, in CSS pixels. */
const BETWEEN = 1.5;
/** The space around the digits of a piece, both sides together. */
const [AROUND_DIGITS, AROUND_SMALL] = [7, 2];
/**
 * The parts of the time of a row: its scores are highlighted, its pieces grow as e to the power of the
 * scores does, and then they are divided by their sum, until the bar has length 1.
 */
const [LIT, GROWN, DIVIDED] = [0.16, 0.51, 0.865];
/** The length of the bar before the division. */
const UNDIVIDED = 0.62;

/**
 * @typedef {{ model: Model, spec: Bars, scene: BarsScene, moment: Moment | null }} Drawn
 * @typedef {Drawn & { chosen: Place, asked: Place | null, lit: string[] }} BarsProps
 * @typedef {{ actions: Actions, light: FigureProps['light'] }} Pointing
 * @typedef {{ row: number, scale: number, isThere: boolean }} Piecewise
 */

/**
 * The figure of softmax: the scores, and for each row a bar of length 1 that its weights divide. `chosen` is
 * the current cell.
 *
 * @param {BarsProps & Pointing} props
 */
export function BarsFigure(props) {
  const { model, spec, scene, chosen } = props;
  const { isStacked, labels, rowLabels, columnLabels, bar, sizes, width, height } = scene;
  const nameOf = (/** @type {string} */ id, /** @type {number} */ x) =>
    html`<${Name}
      model=${model}
      name=${{ id, x, y: sizes.name * 0.72, align: 'start', size: sizes.name }}
    />`;
  return html`<div class="placed bars" style=${{ width: px(width), height: px(height) }}>
    ${!isStacked && nameOf(spec.from, labels)}${nameOf(spec.result, bar.x)}
    <${RowLabels} rowLabels=${[rowLabels]} current=${chosen.row} />
    <div class="labels" aria-hidden="true">
      ${columnLabels && columnLabelsAt(columnLabels, chosen.col)}
      ${!isStacked && html`<${Scale} model=${model} scene=${scene} />`}
    </div>
    <${Over} ...${props} />
    <${Scores} ...${props} />
    <${Rows} ...${props} />
  </div>`;
}

/**
 * The scale above the bars, with lines through all of them.
 *
 * @param {Pick<BarsProps, 'model' | 'scene'>} props
 */
function Scale({ model: { language }, scene: { bar, most, ticks, top, sizes, rowLabels, row, note } }) {
  const { length: count } = rowLabels.texts;
  const fine = most === 1 ? [0, 0.25, 0.5, 0.75, 1] : ticks;
  const at = (/** @type {number} */ tick) => bar.x + (tick / most) * bar.length;
  const high = (count - 1) * row + note + 12;
  return html`${fine.map(
    (tick) =>
      html`<span
        class=${Number.isInteger(tick) ? 'hair whole' : 'hair'}
        style=${boxStyle(at(tick), top - 7, 1, high)}
      ></span>`,
  )}
  ${ticks.map(
    (tick) =>
      html`<span
        class="tick"
        style=${{ left: px(at(tick)), top: px(top - 12 - sizes.note * 1.2), fontSize: px(sizes.note) }}
        >${decimal(language, tick, Number.isInteger(tick) ? 0 : 1)}</span
      >`,
  )}`;
}

/** The scores of each row, and the arrow to its bar. @param {BarsProps} props */
function Scores({ model, spec, scene, chosen }) {
  const { isStacked, labels, column, row, top, bar, scoreLine, sizes } = scene;
  const { rows, cols } = model.matrices[spec.result];
  const states = cellStates(model, spec.result);
  const texts = textsOf(model, spec.from, model.matrices[spec.from]);
  const y = isStacked ? 0 : (bar.height - scoreLine) / 2;
  const frame = Math.min(bar.height + 8, row - 2);
  return html`<div aria-hidden="true">
    ${cellsIn({ rows, cols }).map(({ row: each, col }, cell) => {
      if (states[cell] === BLANK) return null;
      const isOn = each === chosen.row;
      return html`<span
        key=${cell}
        class=${`score${isOn ? ' on' : ''}${isOn && col === chosen.col ? ' now' : ''}`}
        style=${{
          ...boxStyle(labels + col * column, top + each * row + y, column, scoreLine),
          lineHeight: px(scoreLine),
          fontSize: px(sizes.score),
        }}
        >${states[cell] === MASKED ? '−∞' : texts[cell]}</span
      >`;
    })}
    ${
      !isStacked &&
      Array.from(
        { length: rows },
        (_, each) =>
          html`<svg
            class=${each === chosen.row ? 'arrow on' : 'arrow'}
            style=${boxStyle(bar.x - sizes.arrow * 0.8, top + each * row + bar.height / 2 - 5, sizes.arrow * 0.6, 10)}
            viewBox="0 0 34 10"
            preserveAspectRatio="xMaxYMid slice"
          >
            <path d="M0 5h31M27 1l5 4-5 4" />
          </svg>`,
      )
    }
    ${
      !isStacked &&
      html`<div
        class="frame"
        style=${boxStyle(labels + 1, top + chosen.row * row + (bar.height - frame) / 2, cols * column - 2, frame)}
      ></div>`
    }
  </div>`;
}

/**
 * How far the bar of a row is drawn: the length of its pieces relative to their own, and whether their digits
 * are there.
 *
 * @param {Moment | null} moment @param {number} row
 */
function drawnOf(moment, row) {
  if (!moment || row < moment.at.row) return { scale: 1, isThere: true };
  if (row > moment.at.row) return { scale: 0, isThere: false };
  const between = (/** @type {number} */ from, /** @type {number} */ to) =>
    Math.max(0, Math.min(1, (moment.part - from) / (to - from)));
  const divided = UNDIVIDED + (1 - UNDIVIDED) * between(GROWN, DIVIDED);
  return { scale: between(LIT, GROWN) * divided, isThere: moment.part >= DIVIDED };
}

/** The bars. @param {BarsProps & Pointing} props */
function Rows(props) {
  const { model, spec, scene, moment, asked, lit } = props;
  const { row, top, bar, most, sizes } = scene;
  const { rows, cols, data } = model.matrices[spec.result];
  const states = cellStates(model, spec.result);
  const shown = Array.from(data, (weight) => Math.max(PALEST, Number.isFinite(weight) ? weight : 0));
  const colors = colorsOf({ engine, map: model.state.map }, shown, { kind: 'sequential', high: 1 });
  return html`<div aria-hidden="true">
    ${Array.from({ length: rows }, (_, each) => {
      if (states[each * cols] === BLANK) return null;
      const isAsked = asked?.row === each;
      const { scale, isThere } = isAsked ? { scale: 0, isThere: false } : drawnOf(moment, each);
      const style = boxStyle(bar.x, top + each * row + bar.y, bar.length / most, bar.height);
      if (isAsked && moment?.isAsked !== false)
        return html`<div
          key=${each}
          class="bar awaited asked"
          style=${{ ...style, fontSize: px(sizes.digits) }}
        >
          ?
        </div>`;
      if (scale === 0) return html`<div key=${each} class="bar awaited" style=${style}></div>`;
      return html`<div key=${each} class=${lit.includes('r') ? 'bar strong' : 'bar'} style=${style}>
        <${Pieces} ...${{ ...props, row: each, scale, isThere, colors, states }} />
      </div>`;
    })}
  </div>`;
}

/**
 * The weights of a row as pieces of its bar, with the names of the keys below them. Weights that do not fit
 * into their pieces are beside the names.
 *
 * @param {BarsProps & Pointing & Piecewise & { colors: Colors, states: Uint8Array }} props
 */
function Pieces({ model, spec, scene, chosen, actions, light, row, scale, isThere, colors, states }) {
  const { bar, most, note, keys, sizes, decimals } = scene;
  const { cols, data } = model.matrices[spec.result];
  let end = 0;
  const pieces = Array.from({ length: cols }, (_, col) => {
    const cell = row * cols + col;
    const share = Number.isFinite(data[cell]) ? Math.max(0, data[cell]) : 0;
    const [left, width] = [end, (share / most) * bar.length];
    end += width;
    const text = decimal(model.language, data[cell], decimals);
    const fits = (/** @type {number} */ size, /** @type {number} */ around) =>
      width - BETWEEN >= text.length * size * ADVANCE + around;
    const type = fits(sizes.digits, AROUND_DIGITS)
      ? sizes.digits
      : fits(sizes.small, AROUND_SMALL)
        ? sizes.small
        : 0;
    const isMasked = states[cell] === MASKED;
    return { col, cell, share, left, width, text, type, isMasked, name: keys[col] ?? String(col + 1) };
  });
  const noted = pieces
    .filter(({ isMasked }) => !isMasked)
    .map(({ type, text, ...piece }) => ({ ...piece, weight: type === 0 ? text : '' }));
  const notes = isThere ? placeNotes(noted, bar.length, sizes.note, textWidth) : [];
  return html`${pieces.map(({ col, cell, left, width, text, type, isMasked }) => {
    if (isMasked) return null;
    const isChosen = row === chosen.row && col === chosen.col;
    const at = { matrix: spec.result, row, col };
    const inset = col > 0 ? BETWEEN : 0;
    return html`<span
      key=${col}
      class=${isChosen && isThere ? 'piece on' : 'piece'}
      style=${{
        left: px(Math.min(left * scale + inset, bar.length - BETWEEN)),
        width: px(Math.max(BETWEEN, width * scale - inset)),
        fontSize: px(type || sizes.small),
        background: colors.fill[cell],
        color: colors.ink[cell],
      }}
      onPointerEnter=${() => {
        actions.point(at);
        light('r');
      }}
      onPointerLeave=${() => {
        actions.point(null);
        light(null);
      }}
      onClick=${() => actions.select(at)}
      >${isThere && type > 0 ? text : ''}</span
    >`;
  })}
  ${notes.map(({ col, left, width, name, weight }) => {
    const isChosen = row === chosen.row && col === chosen.col;
    return html`<span
      key=${`note ${col}`}
      class=${isChosen ? 'note on' : 'note'}
      style=${{ left: px(left), width: px(width), top: px(note - bar.y), fontSize: px(sizes.note) }}
      >${name}${weight && html`<b>${weight}</b>`}</span
    >`;
  })}`;
}

/**
 * The heatmap of the weights lies invisibly over the scores: it takes pointer and keys, and says what is read
 * aloud.
 *
 * @param {BarsProps & Pointing} props
 */
function Over({ model, spec, scene, moment, asked, actions, light }) {
  const { isStacked, labels, column, row, top, bar } = scene;
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
    style=${{ left: px(labels), top: px(isStacked ? top : top - (row - bar.height) / 2) }}
  />`;
}

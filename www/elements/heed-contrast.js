import * as engine from '../engine/contrast.js';
import { codeOf } from '../contrast/code.js';
import { controlsView } from '../contrast/controls-view.js';
import { curveView } from '../contrast/curve-view.js';
import { decode, encode } from '../contrast/fragment.js';
import { FIGURES } from '../contrast/figures.js';
import { inspectorView } from '../contrast/inspector-view.js';
import { legendView } from '../contrast/legend-view.js';
import { listView } from '../contrast/list-view.js';
import { SUM_WIDTH } from '../contrast/map-figure.js';
import { notesView } from '../contrast/notes-view.js';
import { refusal, session } from '../contrast/session.js';
import { sideView } from '../contrast/side-view.js';
import { freshState, neighbour, request, withOption } from '../contrast/state.js';
import { sheet } from '../contrast/style.js';
import { element } from '../lesson/dom.js';
import { sheet as lessonSheet } from '../lesson/style.js';
import { contrast as en } from '../strings/en-contrast.js';
import * as figureEn from '../strings/en-figure.js';
import { contrast as es } from '../strings/es-contrast.js';
import * as figureEs from '../strings/es-figure.js';
import { oneOf } from './attributes.js';
import { RoomElement } from './room-element.js';
/** @import { Cell } from '../types.js' */
/** @import { ContrastModel } from '../contrast/session.js' */
/** @import { ContrastState } from '../contrast/state.js' */

/** A cell's sides, CSS pixels: as large as there is room for. */
const WIDTH = { least: 20, most: 40 };
const HEIGHT = { least: 15, most: 34 };
/** What stands above, below and beside the cells of a side, CSS pixels. */
const AROUND = { rows: 540, curves: 140, columns: 84 };

/**
 * `<heed-contrast figure="late">`: a common mistake and what was meant, side by side, both computed. Until a state is set it is that of the figure that the
 * attribute names.
 *
 * @extends {RoomElement<ContrastState, string, ContrastModel>}
 */
export class HeedContrastElement extends RoomElement {
  static tag = 'heed-contrast';
  static attributes = {
    figure: (/** @type {string | null} */ text, /** @type {ContrastState} */ state) => freshState(text === null ? '' : oneOf(text, FIGURES.map(({ id }) => id)), state),
  };
  /** The matrices and their legend say what they say in Learn. */
  static words = { en: { ...figureEn, contrast: en }, es: { ...figureEs, contrast: es } };
  /** @type {ReturnType<HeedContrastElement['views']> | null} */
  #views = null;
  /** Where the pointer is. It is no part of the state. @type {Cell | null} */
  #point = null;

  constructor() {
    super([lessonSheet(), sheet()]);
  }

  /** Goes to where the arrow keys begin: the weights of the wrong side. */
  focus() {
    /** @type {HTMLElement | null | undefined} */ (this.shadowRoot?.querySelector('heed-map'))?.focus();
  }

  /** The figure as it opens. */
  reset() { this.act((now) => now.commit(freshState(now.state.figure, now.state))); }

  /** The mistake before or after. @param {number} by */
  step(by) {
    const next = neighbour(this.state, by);
    if (next !== this.state) this.act((now) => now.commit(next));
  }

  /** @protected */
  fresh() { return freshState(''); }

  /** @protected */
  load() { return engine.load(); }

  /** @protected @param {ContrastState} state */
  encode(state) { return encode(state); }

  /** @protected @param {string} fragment */
  decode(fragment) { return decode(fragment); }

  /** @protected @param {ContrastState} state */
  refusal(state) { return refusal(engine, state, this.words().t); }

  /** @protected @param {ContrastState} first */
  open(first) { return session(engine, first, () => this.words()); }

  /** @protected */
  build() { this.#views = this.views(); }

  /** The views, once. */
  views() {
    const actions = {
      select: (/** @type {Cell} */ cursor) => this.show({ cursor }),
      point: (/** @type {Cell | null} */ cell) => {
        this.#point = cell;
        this.requestRender();
      },
      table: (/** @type {string} */ matrix) => {
        const { tables } = this.state;
        this.show({ tables: tables.includes(matrix) ? tables.filter((each) => each !== matrix) : [...tables, matrix] });
      },
    };
    const views = {
      list: listView((figure) => void this.act((now) => now.commit(freshState(figure, now.state)))),
      wrong: sideView('wrong', actions),
      right: sideView('right', actions),
      curve: curveView(),
      notes: notesView(),
      inspector: inspectorView(),
      legend: legendView(engine, (legend) => this.appearance(legend)),
      controls: controlsView({
        move: (option, value, phase) => this.act((now) => now[phase](withOption(now.state, option, value))),
        colour: (map) => this.show({ map }),
      }),
    };
    const sides = element('div', { class: 'sides' }, views.wrong.node, views.right.node);
    const main = element('div', { class: 'main' }, views.list.node, this.noticeLine, sides, views.curve.node, views.notes.node);
    const side = element('div', { class: 'side' }, views.inspector.node, views.controls.node, views.legend.node);
    this.shadowRoot?.replaceChildren(element('div', { class: 'lesson contrast' }, main, side));
    return views;
  }

  /** @protected @param {ContrastModel} model */
  draw(model) {
    const views = /** @type {ReturnType<HeedContrastElement['views']>} */ (this.#views);
    const looked = this.#point ?? model.state.cursor;
    const code = codeOf(model.figure.id, { ...model.options, d: request(model.state).d });
    const place = { ...this.#cellSize(model), looked };
    views.list.update(model);
    views.wrong.update(model, code.wrong, place);
    views.right.update(model, code.right, place);
    views.inspector.update(model, looked);
    views.notes.update(model, code);
    for (const view of [views.curve, views.legend, views.controls]) view.update(model);
  }

  /** @param {ContrastModel} model */
  #cellSize({ found }) {
    const { rows, cols } = found.right.weights;
    const columns = cols + SUM_WIDTH + found.right.output.cols;
    const room = (this.#views?.right.room() ?? 0) - AROUND.columns;
    const above = AROUND.rows + (found.curve.length > 0 ? AROUND.curves : 0);
    const within = (/** @type {number} */ size, /** @type {typeof WIDTH} */ { least, most }) => Math.max(least, Math.min(most, Math.floor(size)));
    return { width: within(room / columns, WIDTH), height: within((innerHeight - above) / rows, HEIGHT) };
  }
}

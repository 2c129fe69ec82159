import * as engine from '../../engine/contrast.js';
import { ATTRIBUTES } from './attributes.js';
import { codeOf } from './code.js';
import { controlsView } from './views/controls-view.js';
import { curveView } from './views/curve-view.js';
import { decode, encode } from './fragment.js';
import { happensView } from './views/happens-view.js';
import { inspectorView } from './views/inspector-view.js';
import { legendView } from './views/legend-view.js';
import { listView } from './views/list-view.js';
import { SUM_WIDTH } from './map-figure.js';
import { notesView } from './views/notes-view.js';
import { refusal, session } from './session.js';
import { sideView } from './views/side-view.js';
import { freshState, neighbour, request, withOption } from './state.js';
import { sheet } from './style.js';
import { element } from '../../ui/dom.js';
import { roomSheet } from '../../figure/room-style.js';
import { sheet as lessonSheet } from '../../figure/style.js';
import { contrast as en } from './words/en.js';
import * as figureEn from '../../figure/words/en.js';
import { contrast as es } from './words/es.js';
import * as figureEs from '../../figure/words/es.js';
import { RoomElement } from '../../element/room-element.js';
/** @import { Cell } from '../../types.js' */
/** @import { ContrastModel } from './session.js' */
/** @import { ContrastState } from './state.js' */

/** A cell's sides, CSS pixels: as large as there is room for. */
const WIDTH = { least: 20, most: 40 };
const HEIGHT = { least: 15, most: 34 };
/** What stands above, below and beside the cells of a side, CSS pixels. */
const AROUND = { rows: 540, curves: 140, columns: 84 };

/**
 * `<heed-contrast figure="late">`: a common mistake and the correct computation, side by side.
 *
 * Options apply to the figures that have them; another option is invalid. Their defaults depend on the figure.
 *
 * @extends {RoomElement<ContrastState, string, ContrastModel>}
 * @tag heed-contrast
 * @attr {'axis' | 'late' | 'zeroed' | 'unscaled' | 'finite' | 'empty' | 'cache' | 'padding' | 'alibi'} [figure=axis] - The mistake.
 * @attr {'columns' | 'all'} axis - For `axis`: what the wrong softmax normalizes over.
 * @attr {'f64' | 'f32'} precision - For `finite`: the type of the floats.
 * @attr {number} magnitude - For `finite`: the power of ten that the queries are multiplied by.
 * @attr {number} features - For `unscaled`: the number of features of queries and keys.
 * @attr {number} tokens - The number of tokens, or of queries.
 * @attr {number} past - For `cache`: the number of cached keys.
 * @attr {number} padding - For `finite`, `empty` and `padding`: the number of padding tokens.
 * @attr {number} offset - For `cache`: the offset of the causal mask.
 * @attr {number} head - For `alibi`: the head whose slope is used, counted from 0.
 * @attr {number} [seed=7] - The seed of random numbers.
 * @attr {number} query - The query of the selected weight, counted from 0.
 * @attr {number} key - The key of the selected weight, counted from 0.
 * @attr {boolean} table - Shows tables of numbers in place of heatmaps.
 */
export class HeedContrastElement extends RoomElement {
  static tag = 'heed-contrast';
  static attributes = ATTRIBUTES;
  /** The matrices and their legend say what they say in Learn. */
  static words = { en: { ...figureEn, contrast: en }, es: { ...figureEs, contrast: es } };
  /** @type {ReturnType<HeedContrastElement['views']> | null} */
  #views = null;
  /** Where the pointer is. It is no part of the state. @type {Cell | null} */
  #point = null;

  constructor() {
    super([lessonSheet, roomSheet, sheet]);
  }

  /** Moves the focus to the weights of the wrong side. */
  focus() {
    /** @type {HTMLElement | null | undefined} */ (this.shadowRoot?.querySelector('heed-map'))?.focus();
  }

  /** Restores the initial options of the figure. */
  reset() {
    this.act((now) => now.commit(freshState(now.state.figure, now.state)));
  }

  /** Moves to another mistake: `by` is -1 or 1. @param {number} by */
  step(by) {
    const next = neighbour(this.state, by);
    if (next !== this.state) this.act((now) => now.commit(next));
  }

  /** @protected */
  fresh() {
    return freshState('');
  }

  /** @protected */
  load() {
    return engine.load(/** @type {typeof RoomElement} */ (this.constructor).program);
  }

  /** @protected @param {ContrastState} state */
  encode(state) {
    return encode(state);
  }

  /** @protected @param {string} fragment */
  decode(fragment) {
    return decode(fragment);
  }

  /** @protected @param {ContrastState} state */
  refusal(state) {
    return refusal(engine, state, this.words().t);
  }

  /** @protected @param {ContrastState} first */
  open(first) {
    return session(engine, first, () => this.words());
  }

  /** @protected */
  async scene() {
    const { sceneOf } = await import('./picture.js');
    const { model, how } = this.pictured;
    return sceneOf(model, how);
  }

  /** @protected */
  selected() {
    if (!this.session) return null;
    const {
      state: { cursor },
      found: {
        right: { weights },
      },
    } = this.session.model;
    if (!cursor || cursor.row >= weights.rows) return null;
    if (cursor.matrix !== 'weights') return { head: null, query: cursor.row, key: null, weight: null };
    return cursor.col < weights.cols
      ? {
          head: null,
          query: cursor.row,
          key: cursor.col,
          weight: weights.data[cursor.row * weights.cols + cursor.col],
        }
      : null;
  }

  /** @protected */
  settle() {
    // A figure's options are said of the figure that is shown.
    if (this.changed.has('figure'))
      for (const name of Object.keys(ATTRIBUTES)) if (this.hasAttribute(name)) this.changed.add(name);
    super.settle();
  }

  /** @protected */
  build() {
    this.#views = this.views();
  }

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
        this.show({
          tables: tables.includes(matrix) ? tables.filter((each) => each !== matrix) : [...tables, matrix],
        });
      },
    };
    const inText = this.view === 'figure';
    const views = {
      above: inText
        ? happensView()
        : listView((figure) => void this.act((now) => now.commit(freshState(figure, now.state)))),
      wrong: sideView('wrong', actions, inText),
      right: sideView('right', actions, inText),
      curve: curveView(),
      notes: inText ? null : notesView(),
      inspector: inspectorView(inText),
      legend: legendView(engine, (legend) => this.appearance(legend)),
      controls: inText
        ? null
        : controlsView({
            move: (option, value, phase) =>
              this.act((now) => now[phase](withOption(now.state, option, value))),
            colour: (map) => this.show({ map }),
          }),
    };
    views.legend.node.setAttribute('part', 'legend');
    const sides = element('div', { class: 'sides', part: 'figure' }, views.wrong.node, views.right.node);
    const main = element(
      'div',
      { class: 'main' },
      views.above.node,
      this.noticeLine,
      sides,
      views.curve.node,
      views.notes?.node,
    );
    const side = element(
      'div',
      { class: 'side' },
      views.inspector.node,
      views.controls?.node,
      views.legend.node,
    );
    this.shadowRoot?.replaceChildren(
      element('div', { class: inText ? 'lesson contrast in-text' : 'lesson contrast' }, main, side),
    );
    return views;
  }

  /** @protected @param {ContrastModel} model */
  draw(model) {
    const views = /** @type {ReturnType<HeedContrastElement['views']>} */ (this.#views);
    const looked = this.#point ?? model.state.cursor;
    const code = codeOf(model.figure.id, { ...model.options, d: request(model.state).d });
    const place = { ...this.#cellSize(model), looked };
    views.above.update(model);
    views.wrong.update(model, code.wrong, place);
    views.right.update(model, code.right, place);
    views.inspector.update(model, looked);
    views.notes?.update(model, code);
    for (const view of [views.curve, views.legend, views.controls]) view?.update(model);
  }

  /** @param {ContrastModel} model */
  #cellSize({ found }) {
    const { rows, cols } = found.right.weights;
    const columns = cols + SUM_WIDTH + found.right.output.cols;
    const room = (this.#views?.right.room() ?? 0) - AROUND.columns;
    const above = AROUND.rows + (found.curve.length > 0 ? AROUND.curves : 0);
    const within = (/** @type {number} */ size, /** @type {typeof WIDTH} */ { least, most }) =>
      Math.max(least, Math.min(most, Math.floor(size)));
    return { width: within(room / columns, WIDTH), height: within((innerHeight - above) / rows, HEIGHT) };
  }
}

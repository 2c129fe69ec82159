import * as engine from '../../engine/contrast.js';
import { RoomElement } from '../../element/room-element.js';
import controlsSheet from '../../element/controls.css.js';
import figureSheet from '../../figure/figure.css.js';
import formulaSheet from '../../figure/formula.css.js';
import roomSheet from '../../figure/room.css.js';
import { texts as figureTexts } from '../../figure/words/index.js';
import { element } from '../../ui/dom.js';
import { html, render } from '../../ui/html.js';
import { codeOf } from './code.js';
import { LEAST_OUTPUT, SUM_WIDTH } from './map-figure.js';
import { refusal, session } from './session.js';
import { contrast, withOption } from './settings.js';
import { decode, encode, engineOptions, freshState, neighbor } from './state.js';
import sheet from './contrast.css.js';
import { legendSection } from '../../figure/legend-section.js';
import { visibleLegend } from './legend.js';
import { RoomView } from './views/room-view.js';
import { texts } from './words/index.js';
/** @import { Cell, RoomParts } from '../../types.js' */
/** @import { ContrastModel } from './session.js' */
/** @import { ContrastState } from './state.js' */
/** @import { Actions } from './views/room-view.js' */

/** The bounds of the size of a cell, in CSS pixels. */
const WIDTH = { least: 13, most: 40 };
const HEIGHT = { least: 12, most: 34 };
/** A lower window scrolls anyway, so the cells keep a readable height. */
const LOW = { window: 900, least: 20 };
/** The height for the cells of a side in an article. */
const ARTICLE = 360;
/** The space above and below the cells of a side, and beside them, in CSS pixels. */
const AROUND = { rows: 635, curves: 140, columns: 84 };

/**
 * `<heed-contrast figure="late">`: a common mistake and the correct computation, side by side.
 *
 * Options apply to the figures that have them; another option is invalid. Their defaults depend on the
 * figure.
 *
 * @extends {RoomElement<ContrastState, string, ContrastModel>}
 * @tag heed-contrast
 */
export class HeedContrastElement extends RoomElement {
  static tag = 'heed-contrast';
  /** @type {RoomParts<ContrastState, string, ContrastModel>} */
  static parts = {
    load: engine.load,
    fresh: (from) => freshState('', from),
    encode,
    decode,
    refusal: (state, t) => refusal(engine, state, t),
    open: (first, words) => session(engine, first, words),
  };
  static attributes = contrast.attributes;
  static fields = contrast.fields;
  /** The matrices and their legend have the strings of Learn. */
  static words = [figureTexts, texts];
  /** The root of the views. */
  #root = element('div');
  /** It has canvases, which are painted separately. @type {ReturnType<typeof legendSection> | null} */
  #legend = null;
  /** The cell under the pointer. It is not part of the state. @type {Cell | null} */
  #pointed = null;
  /** The actions of the reader. @type {Actions} */
  #actions = {
    go: (figure) => void this.room.act((now) => now.commit(freshState(figure, now.state))),
    select: (cursor) => this.show({ cursor }),
    point: (cell) => {
      this.#pointed = cell;
      this.room.life.requestRender();
    },
    table: (matrix) => {
      const { tables } = this.state;
      this.show({
        tables: tables.includes(matrix) ? tables.filter((each) => each !== matrix) : [...tables, matrix],
      });
    },
    move: (option, value, phase) => this.room.act((now) => now[phase](withOption(now.state, option, value))),
    color: (map) => this.show({ map }),
  };

  constructor() {
    super(() => ({
      sheets: [controlsSheet, figureSheet, formulaSheet, roomSheet, sheet],
      build: () => this.#build(),
      draw: (model) => this.#draw(model),
      scene: async (model, how) => (await import('./picture.js')).sceneOf(model, how),
      selected: () => this.#selected(),
      changes: (changed) => {
        // Attributes of options apply to the current figure, so a new figure applies them again.
        if (changed.has('figure')) this.room.reapply(Object.keys(contrast.attributes));
      },
      // Focuses the weights of the wrong side.
      focus: () => /** @type {HTMLElement | null} */ (this.room.root.querySelector('heed-map'))?.focus(),
      reset: () => void this.room.act((now) => now.commit(freshState(now.state.figure, now.state))),
      step: (by) => {
        const next = neighbor(this.state, by);
        if (next !== this.state) this.room.act((now) => now.commit(next));
      },
    }));
  }

  #selected() {
    const model = this.room.session?.model;
    if (!model) return null;
    const { cursor } = model.state;
    const { weights } = model.result.right;
    if (!cursor || cursor.row >= weights.rows) return null;
    const { row: query, col: key } = cursor;
    if (cursor.matrix !== 'weights') return { head: null, query, key: null, weight: null };
    if (key >= weights.cols) return null;
    return { head: null, query, key, weight: weights.data[query * weights.cols + key] };
  }

  #build() {
    const isEmbedded = this.view === 'figure';
    this.#root = element('div', { class: isEmbedded ? 'lesson contrast in-text' : 'lesson contrast' });
    this.#legend = legendSection(engine, (legend) => this.room.life.appearance(legend));
    this.room.root.replaceChildren(this.#root);
    // The next draw measures the size of the cells in these views.
    const { session: current } = this.room;
    if (current) this.#draw(current.model);
  }

  /** @param {ContrastModel} model */
  #draw(model) {
    const legend = /** @type {ReturnType<typeof legendSection>} */ (this.#legend);
    const props = {
      model,
      code: codeOf(engineOptions(model.state)),
      place: { ...this.#cellSize(model), activeCell: this.#pointed ?? model.state.cursor },
      actions: this.#actions,
      isEmbedded: this.view === 'figure',
      notice: this.room.noticeLine,
      legend: legend.node,
    };
    render(html`<${RoomView} ...${props} />`, this.#root);
    legend.draw(model.t.legend, visibleLegend(model));
  }

  /** @param {ContrastModel} model */
  #cellSize({ result }) {
    const { rows, cols } = result.right.weights;
    const outputs = result.right.output.cols;
    const scroller = this.#root.querySelector('.side-right .scroller');
    const available = (scroller?.clientWidth ?? 0) - AROUND.columns;
    const equal = available / (cols + SUM_WIDTH + outputs);
    // In a narrow column, cells of the output keep their least width and the others shrink.
    const width = equal < LEAST_OUTPUT ? (available - outputs * LEAST_OUTPUT) / (cols + SUM_WIDTH) : equal;
    const clamp = (/** @type {number} */ size, /** @type {typeof WIDTH} */ { least, most }) =>
      Math.max(least, Math.min(most, Math.floor(size)));
    return { width: clamp(width, WIDTH), height: clamp(this.#heightFor(result) / rows, this.#heights()) };
  }

  /** The height for the cells of a side. @param {ContrastModel['result']} result */
  #heightFor({ curve }) {
    // The height of a figure in an article does not depend on the window: a frame is as high as its figure.
    if (this.view === 'figure') return ARTICLE;
    return innerHeight - AROUND.rows - (curve.length > 0 ? AROUND.curves : 0);
  }

  /** The bounds of the height of a cell. */
  #heights() {
    return this.view === 'figure' || innerHeight < LOW.window ? { ...HEIGHT, least: LOW.least } : HEIGHT;
  }
}

import { isReady, load } from '../engine/painting.js';
import { history, push, redo, undo } from '../state/history.js';
import { texts } from './words/index.js';
import { LANGUAGES, languageOf } from '../words/languages.js';
import { setLanguage } from '../ui/dom.js';
import { track, whenIdle } from '../ui/idle.js';
import { DISPLAY_ATTRIBUTES, reflect, withAttributes } from '../element/attributes.js';
import { defineElement, ElementClass, LifeCycle } from '../element/life-cycle.js';
import {
  HeedChangeEvent,
  HeedEditEvent,
  HeedPointEvent,
  HeedSelectEvent,
  HeedTableEvent,
} from '../element/events.js';
import { aroundMap, cursorOf, validated, ownFigure } from './own.js';
import { complete, sameCell } from './figure.js';
import { ATTRIBUTES, FIELDS, PLAIN, REFUSED, inputOf, readSource, withNumber } from './input.js';
import sheet from './heed-map.css.js';
import { Matrix } from './matrix.js';
/** @import { History } from '../state/history.js' */
/** @import { GivenMap, MatrixData } from '../types.js' */
/** @import { Attribute } from '../state/settings.js' */
/** @import { Phase } from '../element/events.js' */
/** @import { Cell, Figure } from './figure.js' */
/** @import { Input } from './input.js' */
/** @import { Language } from '../state/languages.js' */
/** @import { WasmInit } from '../engine/instance.js' */

export { HeedEditEvent, HeedPointEvent, HeedSelectEvent, HeedTableEvent } from '../element/events.js';

/**
 * `<heed-map>`: one matrix as a heatmap with its digits, labels, color scale and a cell cursor.
 *
 * The numbers come from the property `data`, otherwise from the attribute `values`, otherwise from the file
 * at `src`. `data` is an array of rows, or `{ rows, cols, data, states, queryLabels, keyLabels, name }`,
 * where `states` is 1 for a masked cell and 0 for others. If a script sets the property `figure`, it controls
 * the map completely: the map keeps no cursor and changes no number, but dispatches `heed-select`,
 * `heed-point`, `heed-edit` and `heed-table` and waits for the next `figure`.
 *
 * @tag heed-map
 * @fires {HeedPairEvent} heed-select - The reader moved the cursor: `head` (null), `query`, `key`, `weight`.
 * @fires {HeedPointEvent} heed-point - The pointer entered a cell (`row`, `col`) or left the map (null).
 * @fires {HeedChangeEvent} heed-change - The reader changed a number; `data` has the new numbers.
 * @slot caption - Replaces the name above the matrix.
 * @csspart caption - The line above the matrix.
 * @csspart rows - The labels of the rows.
 * @csspart columns - The labels of the columns.
 * @csspart canvas - The cells.
 * @csspart cursor - The outline of the selected cell.
 * @csspart table - The table of numbers.
 * @csspart legend - The color scale and the axes.
 * @csspart notice - The line for messages.
 */
export class HeedMapElement extends ElementClass {
  /** The name that the element is registered under. */
  static tag = 'heed-map';
  /** Loads the wasm in a script that contains it. @type {WasmInit | undefined} @internal */
  static program;
  static words = [texts];
  #life = new LifeCycle(this, {
    sheets: [sheet],
    early: ['figure', 'data', 'language'],
    isStarted: () => this.#matrix.input !== null,
    begin: () => this.#begin(),
    settle: () => this.#settle(),
    readStyles: () => this.#matrix.input && this.#life.appearance(this.#matrix.parts.map),
    render: () => this.#render(),
    paint: () => this.#matrix.paint(),
    halt: () => this.#matrix.halt(),
    resized: () => {
      if (this.#input && this.clientWidth !== this.#width) this.#life.requestRender();
    },
    notice: (text) => this.#around?.say(text),
    scene: () => this.#scene(),
  });
  #matrix = new Matrix({
    requestRender: () => this.#life.requestRender(),
    appearance: (map) => this.#life.appearance(map),
    show: (nodes) => this.shadowRoot?.replaceChildren(...nodes),
    focused: () => this.shadowRoot?.activeElement ?? null,
    select: (cell, activate) => this.#select(cell, activate),
    point: (cell) => void this.dispatchEvent(new HeedPointEvent(cell)),
    edit: (cell, value, phase) => this.#edit(cell, value, phase),
    toggle: (open) => this.#toggle(open),
  });
  #settings = PLAIN;
  /** The numbers that the page set. @type {GivenMap | null} */
  #data = null;
  /** The numbers that are drawn; null without numbers, and if the page sets `figure`. @type {Input | null} */
  #input = null;
  /** The undo history of the numbers. @type {History<MatrixData> | null} */
  #history = null;
  /** @type {Cell | null} */
  #cursor = null;
  #isTable = false;
  /** The parts around the matrix. @type {ReturnType<typeof aroundMap> | null} */
  #around = null;
  /** Cancels the current request for numbers. */
  #loading = new AbortController();
  /** The width at the last render. */
  #width = 0;

  static get observedAttributes() {
    return [...Object.keys(this.table), ...Object.keys(REFUSED)];
  }

  /** The settings that its attributes follow from. @internal */
  static fields = FIELDS;

  /**
   * All attributes. A script may change DISPLAY_ATTRIBUTES.
   *
   * @returns {Record<string, Attribute<any>>} @internal
   */
  static get table() {
    return { ...ATTRIBUTES, ...DISPLAY_ATTRIBUTES };
  }

  /** Registers the element. Further calls and calls without a document do nothing. @param {string} [tag] */
  static define(tag = this.tag, registry = globalThis.customElements) {
    defineElement(this, tag, registry);
  }

  /** The figure that is drawn. @returns {Figure | null} */
  get figure() {
    return this.#matrix.input;
  }

  set figure(figure) {
    const { figure: node } = this.#matrix.parts;
    if (this.#input || (figure && !node.parentNode)) this.#matrix.mount();
    this.#around = null;
    this.#input = null;
    this.#life.mark('own', false);
    this.#matrix.put(figure);
    if (!figure) this.#matrix.render();
    this.#life.requestRender();
    if (figure && !complete(figure))
      this.#life.fail(
        'the matrix of a figure needs as many numbers in data as rows × cols, and at least one',
      );
    // An element with a figure does not go through `#begin`, which loads the program. If loading fails, the
    // next figure tries again.
    if (figure && !isReady())
      void track(load(HeedMapElement.program)).then(
        () => this.#life.requestRender(),
        (error) => this.#life.fail(error),
      );
  }

  /** @param {string} name @param {string | null} before @param {string | null} now */
  attributeChangedCallback(name, before, now) {
    this.#life.attributeChanged(name, before, now);
  }

  connectedCallback() {
    this.#life.connected();
    this.#matrix.connect();
    this.#life.requestRender();
  }

  disconnectedCallback() {
    this.#life.disconnected();
  }

  /** Moves the focus to the cells, or to the table if it replaces them. @param {FocusOptions} [options] */
  focus(options) {
    this.#matrix.focus(options);
  }

  /** The current numbers with their labels, or null if there are none. @returns {GivenMap | null} */
  get data() {
    if (!this.#input) return this.#data;
    const { matrix, states = null } = this.#input;
    const { rowLabels = null, colLabels = null, name = '' } = this.#matrix.input ?? {};
    const labels = { queryLabels: rowLabels, keyLabels: colLabels };
    return { ...matrix, data: matrix.data.slice(), states, ...labels, name };
  }

  set data(data) {
    this.#data = data ?? null;
    if (this.#input) void track(this.#reload());
    else this.#life.retry();
  }

  /** The language in use. Setting it sets the attribute. @returns {Language} */
  get language() {
    return languageOf(this.#settings.language, globalThis.navigator?.languages ?? []);
  }

  set language(language) {
    reflect(this, 'language', language);
  }

  /** Whether there is a change to undo. */
  get canUndo() {
    return this.#history !== null && this.#history.past.length > 0;
  }

  /** Whether there is a change to redo. */
  get canRedo() {
    return this.#history !== null && this.#history.future.length > 0;
  }

  /** Undoes the reader's last change. */
  undo() {
    this.#changeHistory(undo);
  }

  /** Repeats the change that was undone last. */
  redo() {
    this.#changeHistory(redo);
  }

  /** Restores the numbers that the page set. */
  reset() {
    this.#changeHistory((before) => (before.past.length > 0 ? push(before, before.past[0]) : before));
  }

  /** Resolves when all changes are drawn, for example before a screenshot. @returns {Promise<void>} */
  whenIdle() {
    return whenIdle();
  }

  /** Returns the figure as the text of an SVG file. Text in it stays text. @returns {Promise<string>} */
  toSVG() {
    return this.#life.toSVG();
  }

  /**
   * Returns the figure as a file. `how` is `{ type, scale }`: `type` is `image/png` (default) or
   * `image/svg+xml`, and `scale` is the number of PNG pixels for each CSS pixel.
   *
   * @param {{ type?: string, scale?: number }} [how]
   * @returns {Promise<Blob>}
   */
  toBlob(how) {
    return this.#life.toBlob(how);
  }

  async #begin() {
    if (this.#matrix.input) return;
    this.#life.mark('own', true);
    await load(HeedMapElement.program);
    // An element that was removed in the meantime loads nothing.
    if (!this.isConnected) return;
    const problems = this.#apply();
    let input;
    let data;
    do {
      data = this.#data;
      input = await this.#load();
    } while (data !== this.#data);
    if (!input && problems.length > 0) throw new Error(problems[0]);
    if (!input || this.#matrix.input) return;
    this.#setInput(input);
    this.#around ??= aroundMap(this.#matrix.parts.figure);
    this.#matrix.mount([this.#around.node]);
    this.#render();
    this.#matrix.paint();
    this.#report(problems);
  }

  #settle() {
    if (!this.#input) return;
    const has = (/** @type {string[]} */ ...names) => names.some((name) => this.#life.changed.has(name));
    const [source, cursor, table] = [has('values', 'src'), has('query', 'key'), has('table')];
    const problems = this.#apply();
    if (cursor) this.#cursor = cursorOf(this.#settings, this.#input.matrix).cursor;
    if (table) this.#isTable = this.#settings.table;
    if (source) void track(this.#reload(problems));
    else this.#report(problems);
  }

  #render() {
    if (this.#input) {
      setLanguage(this, this.language);
      this.#width = this.clientWidth;
      const now = { cursor: this.#cursor, table: this.#isTable, room: this.#width || 600 };
      this.#matrix.put(ownFigure(this.#input, this.#settings, LANGUAGES[this.language], now).figure);
    }
    this.#matrix.render();
    if (!this.#input) return;
    const figure = /** @type {Figure} */ (this.#matrix.input);
    const appearance = this.#life.appearance(this.#matrix.parts.map);
    this.#around?.explain(figure, appearance, LANGUAGES[this.language].map);
  }

  /** @param {Cell} cell @param {boolean} activate */
  #select(cell, activate) {
    const isSame = this.#input !== null && sameCell(cell, this.#cursor);
    this.#cursor = cell;
    if (!isSame || activate)
      this.dispatchEvent(new HeedSelectEvent(cell, activate, this.#matrix.valueOf(cell)));
    if (this.#input) this.#life.requestRender();
  }

  /** @param {Cell} cell @param {number} value @param {Phase} phase */
  #edit(cell, value, phase) {
    this.dispatchEvent(new HeedEditEvent(cell, value, phase));
    if (!this.#input || !this.#history) return;
    this.#input = { ...this.#input, matrix: withNumber(this.#input.matrix, cell, value) };
    if (phase === 'commit') this.#history = push(this.#history, this.#input.matrix);
    this.#life.requestRender();
    if (phase === 'commit') this.dispatchEvent(new HeedChangeEvent());
  }

  /** @param {boolean} open */
  #toggle(open) {
    this.#isTable = open;
    this.dispatchEvent(new HeedTableEvent(open));
    if (this.#input) this.#life.requestRender();
  }

  /** Applies the attributes that changed. @returns {string[]} messages about invalid attributes */
  #apply() {
    const changed = [...this.#life.changed];
    this.#life.changed.clear();
    const table = { ...HeedMapElement.table, ...REFUSED };
    const read = (/** @type {string} */ name) => this.getAttribute(name);
    const { state, errors } = withAttributes(this.#settings, table, changed, read);
    this.#settings = state;
    this.#life.applyTheme(state.theme);
    return errors;
  }

  /** Loads the numbers from `data`, `values` or `src`, in this order. @returns {Promise<Input | null>} */
  async #load() {
    const { values, src } = this.#settings;
    this.#loading.abort();
    this.#loading = new AbortController();
    if (this.#data !== null) return inputOf(this.#data);
    if (values) return { matrix: values };
    return src === null ? null : readSource(src, document.baseURI, this.#loading.signal);
  }

  /** Replaces the numbers. If loading fails, the current ones stay. @param {string[]} [problems] */
  async #reload(problems = []) {
    const loaded = this.#load();
    const { signal } = this.#loading;
    try {
      const input = await loaded;
      if (signal.aborted) return;
      if (input) this.#setInput(input);
      this.#report(problems);
    } catch (error) {
      if (!signal.aborted) this.#life.fail(error);
    }
  }

  /** @param {Input} input */
  #setInput(input) {
    this.#input = input;
    this.#history = history(input.matrix);
    this.#cursor = cursorOf(this.#settings, input.matrix).cursor;
    this.#isTable = this.#settings.table;
  }

  async #scene() {
    const { sceneOf } = await import('./picture.js');
    const figure = complete(this.#matrix.input);
    if (!figure) throw new Error('<heed-map> shows nothing yet');
    const { theme } = this.#life.appearance(this.#matrix.parts.map);
    return sceneOf(figure, { theme, language: this.language });
  }

  /** Draws, and shows messages about rejected settings. @param {string[]} problems */
  #report(problems) {
    this.#around?.say('');
    const input = /** @type {Input} */ (this.#input);
    const all = [
      ...problems,
      ...cursorOf(this.#settings, input.matrix).problems,
      ...validated(input, this.#settings).problems,
    ];
    for (const problem of all) this.#life.fail(problem);
    this.#around?.say(all.join(' · '));
    this.#life.requestRender();
  }

  /** @param {(history: History<MatrixData>) => History<MatrixData>} step */
  #changeHistory(step) {
    const before = this.#history;
    if (!before || !this.#input) return;
    this.#history = step(before);
    if (this.#history === before) return;
    this.#input = { ...this.#input, matrix: this.#history.present };
    this.#life.requestRender();
    this.dispatchEvent(new HeedChangeEvent());
  }
}

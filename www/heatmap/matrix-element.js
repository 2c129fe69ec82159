import { FigureElement } from '../element/figure-element.js';
import { neighbour } from './cursor.js';
import { openEditor } from './editor.js';
import { HeedEditEvent, HeedPointEvent, HeedSelectEvent, HeedTableEvent } from './events.js';
import { complete, sameCell, within } from './figure.js';
import { pressKey } from './keys.js';
import { bindPointer } from './pointer.js';
import { buildShadow } from './shadow.js';
import { spoken } from './speech.js';
import { sheet } from './style.js';
import { viewOf } from './view.js';
/** @import { Actions } from './actions.js' */
/** @import { Phase } from './events.js' */
/** @import { Cell, Complete, Figure } from './figure.js' */
/** @import { Geometry } from './geometry.js' */

/**
 * One matrix as a heatmap with its digits, a cell cursor, marks and editable cells.
 *
 * It is a controlled component: it draws the property `figure` and keeps no other visible state. Actions of the reader are dispatched (`heed-select`, `heed-point`,
 * `heed-edit`, `heed-table`), and the page answers by setting `figure` again. Changes by the page dispatch no events.
 */
export class MatrixElement extends FigureElement {
  static early = ['figure'];
  /** @type {Figure | null} */
  #given = null;
  /** The figure that is drawn now or in the next frame. @type {Complete | null} */
  #figure = null;
  /** @type {Geometry | null} */
  #geometry = null;
  /** @type {ReturnType<typeof openEditor> | null} */
  #editor = null;
  /** The last cell of the cursor. Keys may come faster than figures, so each starts from the last. */
  #last = { row: 0, col: 0 };
  /**
   * The number in the last event, which the page has not drawn yet.
   *
   * @type {(Cell & { value: number }) | null}
   */
  #edited = null;
  /** Removes the listeners; null when not connected. @type {(() => void) | null} */
  #unbind = null;
  #byPointer = false;
  /** @protected */
  parts = buildShadow();
  #view = viewOf(this.parts);

  /** @param {((where: Document) => CSSStyleSheet)[]} [sheets] */
  constructor(sheets = []) {
    super([sheet, ...sheets]);
    const { map, tablebox, toggle } = this.parts;
    map.addEventListener('keydown', (event) => event.target === map && pressKey(event, this.#actions));
    map.addEventListener('focus', () => this.#focused());
    map.addEventListener('blur', () => this.#say(''));
    map.addEventListener('mousedown', () => {
      // A click focuses first and selects then, so a focus by the pointer does not select.
      this.#byPointer = true;
      setTimeout(() => {
        this.#byPointer = false;
      });
    });
    tablebox.addEventListener('keydown', (event) => {
      if (event.key !== 't' || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      this.#actions.toggleTable();
    });
    toggle.addEventListener('click', () => this.#actions.toggleTable());
  }

  /** The figure that is drawn. @returns {Figure | null} */
  get figure() {
    return this.#given;
  }

  set figure(figure) {
    if (figure && !this.parts.figure.parentNode) this.mount([this.parts.figure]);
    this.put(figure);
    if (!figure) this.#view.clear();
    this.requestRender();
  }

  connectedCallback() {
    super.connectedCallback();
    this.#unbind ??= bindPointer(this.parts.map, this.#actions);
    this.requestRender();
  }

  /** Moves the focus to the cells, or to the table if it replaces them. @param {FocusOptions} [options] */
  focus(options) {
    (this.#figure?.table ? this.parts.tablebox : this.parts.map).focus(options);
  }

  /**
   * Replaces the present content by the figure and the parts around it.
   *
   * @protected
   * @param {Element[]} nodes
   */
  mount(nodes) {
    this.shadowRoot?.replaceChildren(...nodes, this.parts.said);
  }

  /** Sets the figure for the next frame. @protected @param {Figure | null} figure */
  put(figure) {
    this.#given = figure;
    this.#figure = complete(figure);
    if (this.#figure?.cursor) this.#last = this.#figure.cursor;
    this.#edited = null;
  }

  /** @protected */
  halt() {
    this.#editor?.cancel();
    this.#unbind?.();
    this.#unbind = null;
  }

  /** @protected */
  get isStarted() {
    return this.#given !== null;
  }

  /** The element starts with the first figure. @protected @returns {Promise<void>} */
  begin() {
    return Promise.resolve();
  }

  /** @protected */
  settle() {}

  /** Does nothing, because the figure determines the size. @protected */
  resized() {}

  /** @protected @param {Cell} cell @param {boolean} activate */
  select(cell, activate) {
    this.dispatchEvent(new HeedSelectEvent(cell, activate, this.#value(cell)));
  }

  /** @protected @param {Cell} cell @param {number} value @param {Phase} phase */
  edit(cell, value, phase) {
    this.dispatchEvent(new HeedEditEvent(cell, value, phase));
  }

  /** @protected @param {boolean} open */
  toggle(open) {
    this.dispatchEvent(new HeedTableEvent(open));
  }

  /** @type {Actions} */
  #actions = {
    figure: () => this.#figure,
    geometry: () => this.#geometry,
    cursor: () => (this.#figure && within(this.#figure.matrix, this.#last)) ?? { row: 0, col: 0 },
    value: (cell) => this.#value(cell),
    texts: () => this.#view.texts(),
    select: (cell) => this.#select(cell),
    point: (cell) => void this.dispatchEvent(new HeedPointEvent(cell)),
    change: (cell, text) => this.#change(cell, text),
    edit: (cell, value, phase) => {
      this.#edited = { ...cell, value };
      this.edit(cell, value, phase);
    },
    toggleTable: () => this.toggle(!this.#figure?.table),
  };

  /** @param {Cell} cell */
  #select(cell, activate = false) {
    this.#last = cell;
    this.select(cell, activate);
  }

  /** @param {Cell} cell */
  #value(cell) {
    if (this.#edited && sameCell(this.#edited, cell)) return this.#edited.value;
    return this.#figure
      ? this.#figure.matrix.data[cell.row * this.#figure.matrix.cols + cell.col]
      : Number.NaN;
  }

  #focused() {
    if (!this.#figure || this.#byPointer) return;
    // It is announced when it is drawn, because the page may be about to set another figure.
    if (this.#figure.cursor) this.requestRender();
    else this.#select(this.#actions.cursor());
  }

  /**
   * Opens the editor on a cell, or reports that the cell cannot be changed.
   *
   * @param {Cell} cell
   * @param {string} [text]
   */
  #change(cell, text) {
    if (!this.#figure || !this.#geometry) return;
    if (this.#editor && sameCell(this.#editor.cell, cell)) return;
    this.#editor?.cancel();
    if (!this.#figure.editable) return this.#select(cell, true);
    if (!sameCell(cell, this.#figure.cursor)) this.#select(cell);
    const { map, figure: host } = this.parts;
    this.#editor = openEditor({
      map,
      host,
      cell,
      value: this.#value(cell),
      text,
      label: spoken(this.#figure, cell),
      wants: this.#figure.wants,
      geometry: this.#geometry,
      commit: (value) => this.#actions.edit(cell, value, 'commit'),
      closed: (why) => this.#closed(cell, why),
    });
    return undefined;
  }

  /** @param {Cell} cell @param {'here' | 'next' | 'previous' | 'away'} why */
  #closed(cell, why) {
    this.#editor = null;
    if (why === 'away') return true;
    this.parts.map.focus({ preventScroll: true });
    if (why === 'here' || !this.#figure) return true;
    const next = neighbour(cell, this.#figure.matrix, why === 'next' ? 1 : -1);
    // After the last cell, Tab leaves the map.
    if (!next) return false;
    this.#change(next);
    return true;
  }

  /** @protected */
  render() {
    const figure = this.#figure;
    const { map, tablebox } = this.parts;
    if (!figure) return this.#view.clear();
    if (this.#editor && (!figure.editable || figure.table || !within(figure.matrix, this.#editor.cell)))
      this.#editor.cancel();
    const focused = this.shadowRoot?.activeElement;
    this.#geometry = this.#view.draw(figure, this.appearance(map));
    this.#editor?.move(this.#geometry);
    // The table replaces the map, so the focus moves from one to the other.
    if (focused === (figure.table ? map : tablebox)) this.focus();
    else if (focused === map) this.#speak();
    return undefined;
  }

  #speak() {
    const { cursor } = this.#figure ?? {};
    if (!this.#figure || !cursor || this.#editor || this.parts.map.classList.contains('dragging')) return;
    this.#say(spoken(this.#figure, cursor));
  }

  /** @param {string} text */
  #say(text) {
    const { said } = this.parts;
    // Setting the same text again would announce it twice.
    if (said.textContent !== text) said.textContent = text;
  }
}

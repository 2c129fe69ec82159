import { neighbour } from './cursor.js';
import { openEditor } from './editor.js';
import { complete, sameCell, within } from './figure.js';
import { pressKey } from './keys.js';
import { bindPointer } from './pointer.js';
import { buildShadow } from './shadow.js';
import { spoken } from './speech.js';
import { viewOf } from './view.js';
/** @import { Actions } from './actions.js' */
/** @import { Phase } from './events.js' */
/** @import { Cell, Complete, Figure } from './figure.js' */
/** @import { Geometry } from './geometry.js' */
/** @import { Appearance } from '../element/appearance.js' */

/**
 * What a matrix needs from its element.
 *
 * @typedef {object} MatrixHost
 * @property {() => void} requestRender
 * @property {(map: HTMLElement) => Appearance} appearance
 * @property {(nodes: Element[]) => void} show - puts nodes in place of what is in the shadow root
 * @property {() => Element | null} focused - what has the focus in the shadow root
 * @property {(cell: Cell, activate: boolean) => void} select
 * @property {(cell: Cell | null) => void} point
 * @property {(cell: Cell, value: number, phase: Phase) => void} edit
 * @property {(open: boolean) => void} toggle - the table
 */

/**
 * One matrix as a heatmap with its digits, a cell cursor, marks and editable cells.
 *
 * It is controlled: it draws the figure that its host sets and keeps no other visible state. Actions of the
 * reader are passed to its host, which answers with another figure.
 */
export class Matrix {
  /** @type {Figure | null} */
  #input = null;
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
  parts = buildShadow();
  #view = viewOf(this.parts);
  /** @type {MatrixHost} */
  #host;

  /** @param {MatrixHost} host */
  constructor(host) {
    this.#host = host;
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

  /** The figure as the host set it. */
  get input() {
    return this.#input;
  }

  /** Listens to the pointer, until it is halted. */
  connect() {
    this.#unbind ??= bindPointer(this.parts.map, this.#actions);
  }

  /** Moves the focus to the cells, or to the table if it replaces them. @param {FocusOptions} [options] */
  focus(options) {
    (this.#figure?.table ? this.parts.tablebox : this.parts.map).focus(options);
  }

  /** Replaces the current content by the figure and its surroundings. @param {Element[]} [nodes] */
  mount(nodes = [this.parts.figure]) {
    this.#host.show([...nodes, this.parts.said]);
  }

  /** Sets the figure for the next frame. @param {Figure | null} figure */
  put(figure) {
    this.#input = figure;
    this.#figure = complete(figure);
    if (this.#figure?.cursor) this.#last = this.#figure.cursor;
    this.#edited = null;
  }

  halt() {
    this.#editor?.cancel();
    this.#unbind?.();
    this.#unbind = null;
  }

  /** @type {Actions} */
  #actions = {
    figure: () => this.#figure,
    geometry: () => this.#geometry,
    cursor: () => (this.#figure && within(this.#figure.matrix, this.#last)) ?? { row: 0, col: 0 },
    value: (cell) => this.valueOf(cell),
    texts: () => this.#view.texts(),
    select: (cell) => this.#select(cell),
    point: (cell) => this.#point(cell),
    change: (cell, text) => this.#change(cell, text),
    edit: (cell, value, phase) => {
      this.#edited = { ...cell, value };
      this.#host.edit(cell, value, phase);
    },
    toggleTable: () => this.#host.toggle(!this.#figure?.table),
  };

  /**
   * Without digits in the cells, the value of the cell under the pointer is a tooltip.
   *
   * @param {Cell | null} cell
   */
  #point(cell) {
    const { map } = this.parts;
    if (cell && this.#figure && this.#view.texts().length === 0) map.title = spoken(this.#figure, cell);
    else map.removeAttribute('title');
    this.#host.point(cell);
  }

  /** @param {Cell} cell */
  #select(cell, activate = false) {
    this.#last = cell;
    this.#host.select(cell, activate);
  }

  /** @param {Cell} cell */
  valueOf(cell) {
    if (this.#edited && sameCell(this.#edited, cell)) return this.#edited.value;
    return this.#figure
      ? this.#figure.matrix.data[cell.row * this.#figure.matrix.cols + cell.col]
      : Number.NaN;
  }

  #focused() {
    if (!this.#figure || this.#byPointer) return;
    // It is announced when it is drawn, because the page may be about to set another figure.
    if (this.#figure.cursor) this.#host.requestRender();
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
      value: this.valueOf(cell),
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

  /** Draws the figure without its pixels, or nothing if there is none. */
  render() {
    const figure = this.#figure;
    const { map, tablebox } = this.parts;
    if (!figure) return this.#view.clear();
    if (this.#editor && (!figure.editable || figure.table || !within(figure.matrix, this.#editor.cell)))
      this.#editor.cancel();
    const focused = this.#host.focused();
    this.#geometry = this.#view.draw(figure, this.#host.appearance(map));
    this.#editor?.move(this.#geometry);
    // The table replaces the map, so the focus moves from one to the other.
    if (focused === (figure.table ? map : tablebox)) this.focus();
    else if (focused === map) this.#speak();
    return undefined;
  }

  /** Paints what was drawn last. */
  paint() {
    this.#view.paint();
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

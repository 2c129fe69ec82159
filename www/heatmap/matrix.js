import { setText } from '../ui/dom.js';
import { neighbor } from '../ui/grid.js';
import { openEditor } from './editor.js';
import { complete, sameCell, within } from './figure.js';
import { pressKey, bindPointer } from './gestures.js';
import { spoken } from './scene.js';
import { buildShadow, viewOf } from './view.js';
/** @import { Target } from './editor.js' */
/** @import { Phase } from '../element/events.js' */
/** @import { Cell, Complete, Figure } from './figure.js' */
/** @import { PixelGrid } from '../ui/grid.js' */
/** @import { Appearance } from '../element/surroundings.js' */

/**
 * The element of a matrix.
 *
 * @typedef {object} MatrixHost
 * @property {() => void} requestRender
 * @property {(map: HTMLElement) => Appearance} appearance
 * @property {(nodes: Element[]) => void} show - replaces the content of the shadow root
 * @property {() => Element | null} focused - the element with the focus in the shadow root
 * @property {(cell: Cell, activate: boolean) => void} select
 * @property {(cell: Cell | null) => void} point
 * @property {(cell: Cell, value: number, phase: Phase) => void} edit
 * @property {(open: boolean) => void} toggle - shows or hides the table
 */

/**
 * The current content of a matrix and the reader's actions, for the handlers of keys and pointer events.
 * Events may come faster than frames, so `cursor` and `value` include changes that are not drawn yet.
 *
 * @typedef {object} Actions
 * @property {() => Complete | null} figure
 * @property {() => PixelGrid | null} geometry
 * @property {() => Cell} cursor - the last cell of the cursor, or the first cell
 * @property {(cell: Cell) => number} value
 * @property {() => string[]} texts - the texts of the cells, row by row
 * @property {(cell: Cell) => void} select
 * @property {(cell: Cell | null) => void} point
 * @property {(cell: Cell, text?: string) => void} change - opens the editor, or reports that the cell cannot
 *   be changed
 * @property {(cell: Cell, value: number, phase: Phase) => void} edit
 * @property {() => void} toggleTable
 */

/**
 * One matrix as a heatmap with digits, a cell cursor, marks and editable cells.
 *
 * It is a controlled component: it draws the figure that its host sets and has no other visible state. It
 * passes the reader's actions to its host, which sets another figure.
 */
export class Matrix {
  /** @type {Figure | null} */
  #input = null;
  /** The figure that is drawn now or in the next frame. @type {Complete | null} */
  #figure = null;
  /** @type {PixelGrid | null} */
  #geometry = null;
  /** @type {ReturnType<typeof openEditor> | null} */
  #editor = null;
  /** The last cell of the cursor, even if it is not drawn yet. */
  #last = { row: 0, col: 0 };
  /** The last edit, until the host sets another figure. @type {(Cell & { value: number }) | null} */
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
    map.addEventListener('blur', () => setText(this.parts.said, ''));
    map.addEventListener('mousedown', () => {
      // A click selects a cell after the map gets the focus, so this focus must not select another one.
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

  /** The figure that the host set. */
  get input() {
    return this.#input;
  }

  /** Listens to the pointer until `halt`. */
  connect() {
    this.#unbind ??= bindPointer(this.parts.map, this.#actions);
  }

  /** Moves the focus to the cells, or to the table if it replaces them. @param {FocusOptions} [options] */
  focus(options) {
    (this.#figure?.table ? this.parts.tablebox : this.parts.map).focus(options);
  }

  /** Shows nodes, which contain the figure, in the shadow root. @param {Element[]} [nodes] */
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

  /** Cells without digits show their value as a tooltip. @param {Cell | null} cell */
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
    if (!this.#figure) return Number.NaN;
    const { data, cols } = this.#figure.matrix;
    return data[cell.row * cols + cell.col];
  }

  #focused() {
    if (!this.#figure || this.#byPointer) return;
    // Rendering announces the cell. Not earlier, because the page may be about to set another figure.
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
      separator: this.#figure.separator,
      geometry: this.#geometry,
      commit: (value) => this.#actions.edit(cell, value, 'commit'),
      closed: (target) => this.#closed(cell, target),
    });
    return undefined;
  }

  /** @param {Cell} cell @param {Target} target */
  #closed(cell, target) {
    this.#editor = null;
    if (target === 'away') return true;
    this.parts.map.focus({ preventScroll: true });
    if (target === 'here' || !this.#figure) return true;
    const next = neighbor(cell, this.#figure.matrix, target === 'next' ? 1 : -1);
    // After the last cell, Tab leaves the map.
    if (!next) return false;
    this.#change(next);
    return true;
  }

  /** Draws the figure without its pixels. Without a figure, it draws nothing. */
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

  /** Paints the pixels of the last `render`. */
  paint() {
    this.#view.paint();
  }

  #speak() {
    const figure = this.#figure;
    if (!figure?.cursor || this.#editor || this.parts.map.classList.contains('dragging')) return;
    setText(this.parts.said, spoken(figure, figure.cursor));
  }
}

/** @import { Cell } from './figure.js' */

/** Events leave the shadow tree, so that a page can listen to all of its maps in one place. */
const INIT = { bubbles: true, composed: true };

/**
 * The reader moved the cursor, or clicked a cell. The row is a query, the column a key; a single matrix does
 * not know its head.
 */
export class HeedSelectEvent extends Event {
  /**
   * @param {Cell} cell
   * @param {boolean} activate - whether the reader tried to change a cell of a map that cannot be edited
   * @param {number} weight - the number in the cell
   */
  constructor({ row, col }, activate, weight) {
    super('heed-select', INIT);
    this.row = row;
    this.col = col;
    this.activate = activate;
    this.head = null;
    this.query = row;
    this.key = col;
    this.weight = weight;
  }
}

/** The pointer entered a cell, or left the map: then row and column are null. */
export class HeedPointEvent extends Event {
  /** @param {Cell | null} cell */
  constructor(cell) {
    super('heed-point', INIT);
    this.row = cell ? cell.row : null;
    this.col = cell ? cell.col : null;
  }
}

/**
 * A number was changed. A drag dispatches many `drag` events, then one `commit`, or one `cancel` with the
 * original number.
 *
 * @typedef {'drag' | 'commit' | 'cancel'} Phase
 */
export class HeedEditEvent extends Event {
  /** @param {Cell} cell @param {number} value @param {Phase} phase */
  constructor({ row, col }, value, phase) {
    super('heed-edit', INIT);
    this.row = row;
    this.col = col;
    this.value = value;
    this.phase = phase;
  }
}

/** The reader switched to the table, or back to the heatmap. */
export class HeedTableEvent extends Event {
  /** @param {boolean} open */
  constructor(open) {
    super('heed-table', INIT);
    this.open = open;
  }
}

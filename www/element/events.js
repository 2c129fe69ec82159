/** @import { Cell } from '../heatmap/figure.js' */

/** The events of the elements. They bubble and are composed, so one listener serves all figures of a page. */
const INIT = { bubbles: true, composed: true };

/** The figure is ready. */
export class HeedReadyEvent extends Event {
  constructor() {
    super('heed-ready', INIT);
  }
}

/** The reader changed the state. */
export class HeedChangeEvent extends Event {
  constructor() {
    super('heed-change', INIT);
  }
}

/**
 * The selected pair of query and key, and its weight. A field is null if the selected cell has none: a cell
 * of an embedding has no key.
 *
 * @typedef {object} Selected
 * @property {number | null} head - counted from 0 across all layers
 * @property {number | null} query
 * @property {number | null} key
 * @property {number | null} weight
 */

/** The reader selected another pair of query and key. */
export class HeedPairEvent extends Event {
  /** @param {Selected} selected */
  constructor({ head, query, key, weight }) {
    super('heed-select', INIT);
    /** Counted from 0 across all layers. @type {number | null} */
    this.head = head;
    /** Counted from 0. @type {number | null} */
    this.query = query;
    /** Counted from 0. @type {number | null} */
    this.key = key;
    /** The weight of the query on the key. @type {number | null} */
    this.weight = weight;
  }
}

/** A value was rejected, or the figure cannot be shown. The element shows the same message. */
export class HeedErrorEvent extends Event {
  /** @param {string} message - one sentence @param {boolean} fatal - whether no figure can be shown */
  constructor(message, fatal) {
    super('heed-error', INIT);
    /** The error in one sentence. @type {string} */
    this.message = message;
    /** Whether no figure can be shown. @type {boolean} */
    this.fatal = fatal;
  }
}

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

/** The pointer entered a cell, or left the map. */
export class HeedPointEvent extends Event {
  /** @param {Cell | null} cell */
  constructor(cell) {
    super('heed-point', INIT);
    /** Counted from 0; null if it left the map. @type {number | null} */
    this.row = cell ? cell.row : null;
    /** Counted from 0; null if it left the map. @type {number | null} */
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

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

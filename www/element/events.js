/** What the elements tell the page. Every event leaves shadow trees, so that a page can listen to all of its figures in one place. */
const INIT = { bubbles: true, composed: true };

/** The figure is there. */
export class HeedReadyEvent extends Event {
  constructor() {
    super('heed-ready', INIT);
  }
}

/** The reader changed the state, in what is computed or in what is looked at. */
export class HeedChangeEvent extends Event {
  constructor() {
    super('heed-change', INIT);
  }
}

/**
 * What the reader looks at: a query, a key and what is between them. Each is null where the cell that is selected has none, as a number of an embedding has no key.
 *
 * @typedef {object} Selected
 * @property {number | null} head - counted from 0, through all layers
 * @property {number | null} query
 * @property {number | null} key
 * @property {number | null} weight
 */

/** The reader moved the cursor to another pair. */
export class HeedPairEvent extends Event {
  /** @param {Selected} selected */
  constructor({ head, query, key, weight }) {
    super('heed-select', INIT);
    /** Counted from 0, through all layers. @type {number | null} */
    this.head = head;
    /** Counted from 0. @type {number | null} */
    this.query = query;
    /** Counted from 0. @type {number | null} */
    this.key = key;
    /** What the query gives to the key. @type {number | null} */
    this.weight = weight;
  }
}

/** Something was refused, or nothing can be shown at all. The element says it in its place as well. */
export class HeedErrorEvent extends Event {
  /** @param {string} message - one sentence @param {boolean} fatal - whether there is no figure */
  constructor(message, fatal) {
    super('heed-error', INIT);
    /** One sentence. @type {string} */
    this.message = message;
    /** Whether there is no figure. @type {boolean} */
    this.fatal = fatal;
  }
}

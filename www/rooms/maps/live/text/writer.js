import { LIMITS } from '../settings.js';
/** @import { MapsState } from '../../types.js' */
/** @import { TextHost } from '../types.js' */

/** Tokens per second that can be chosen. */
export const SPEEDS = /** @type {const} */ ([1, 2, 5, 10]);

/** What the last undo step was for. @typedef {'typed' | 'going'} Kind */

/**
 * Writes the text of the state: what is typed, a token that was chosen, or one token after the other.
 *
 * Undo takes back a word that was typed, or everything that was written in one go.
 */
export class Writer {
  /** Whether the whole text is shown as a field. */
  isEditing = false;
  /** Whether it writes on. */
  isGoing = false;
  /** Tokens per second. @type {number} */
  speed = 2;
  /** Whether the end of the last text was left out, because it was too long. */
  isCut = false;
  /** The last text that was written, which further letters of the same step replace. */
  #last = { text: /** @type {string | null} */ (null), kind: /** @type {Kind | null} */ (null) };
  /** @type {ReturnType<typeof setTimeout> | 0} */
  #timer = 0;
  #model;
  #host;

  /**
   * @param {object} model
   * @param {() => boolean} model.isBehind - whether the heads of the last text are not there yet
   * @param {() => void} model.follow - called when another text was written
   * @param {(state: MapsState) => string | null} model.continued - the text of the next token; null if nothing
   *   can be written
   * @param {Pick<TextHost, 'now' | 'look' | 'change' | 'changed' | 'history'>} host
   */
  constructor(model, host) {
    this.#model = model;
    this.#host = host;
  }

  /** Shows or hides the whole text as a field. @param {boolean} isEditing */
  edit(isEditing) {
    this.isEditing = isEditing;
    this.#host.changed();
  }

  /** Replaces the text. @param {string} text */
  type(text) {
    this.stop();
    this.#write(text, 'typed');
  }

  /** Writes behind the text. @param {string} piece */
  append(piece) {
    this.type((this.#host.now().text ?? '') + piece);
  }

  /** Removes the last character. */
  back() {
    const letters = [...(this.#host.now().text ?? '')];
    if (letters.length > 0) this.type(letters.slice(0, -1).join(''));
  }

  undo() {
    this.#host.history.undo();
  }

  redo() {
    this.#host.history.redo();
  }

  /** Begins to write on, or stops. */
  toggle() {
    if (this.isGoing) return this.stop();
    this.isGoing = true;
    this.#last.kind = null;
    this.#host.changed();
    return this.#step();
  }

  stop() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    if (!this.isGoing) return;
    this.isGoing = false;
    this.#host.changed();
  }

  /** Stops if another text is shown than was written last, as after undo. @param {MapsState} state */
  follow({ text }) {
    if (this.isGoing && this.#last.kind === 'going' && text !== this.#last.text) this.stop();
  }

  /** Called when the heads of a text are shown: the next token follows. */
  shown() {
    if (!this.isGoing || this.#timer !== 0) return;
    this.#timer = setTimeout(() => {
      this.#timer = 0;
      this.#step();
    }, 1000 / this.speed);
  }

  #step() {
    if (!this.isGoing || this.#model.isBehind()) return;
    const piece = this.#model.continued(this.#host.now());
    if (piece === null) this.stop();
    else this.#write((this.#host.now().text ?? '') + piece, 'going');
  }

  /** @param {string} written @param {Kind} kind */
  #write(written, kind) {
    const text = written.length > LIMITS.text ? start(written) : written;
    const { text: before } = this.#host.now();
    this.isCut = text !== written;
    if (this.isCut) this.stop();
    if (text === before) return this.#host.changed();
    // A word that is typed is one step, and so is everything that is written in one go.
    const isSameStep =
      kind === this.#last.kind && before === this.#last.text && (kind === 'going' || !/\s$/.test(text));
    this.#last = { text, kind };
    this.#host[isSameStep ? 'look' : 'change']({ text });
    // The model need not wait for the next frame.
    return this.#model.follow();
  }
}

/** As much of a text as is taken, without half of a character at its end. @param {string} written */
const start = (written) => written.slice(0, LIMITS.text).replace(/\p{Surrogate}$/u, '');

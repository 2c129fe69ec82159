import { element, setLanguage, setText } from '../ui/dom.js';
import { languageOf, LANGUAGES } from '../words/languages.js';
import { LOOKS, REFUSED, refusedWithoutData, withAttributes } from './attributes.js';
import { HeedChangeEvent, HeedPairEvent } from './events.js';
import { FigureElement } from './figure-element.js';
import { problemOf } from './state-problem.js';
import { linkReader, unreadLink } from './link.js';
/** @import { Look, RoomParts, State } from '../types.js' */
/** @import { Attribute } from './attributes.js' */
/** @import { Selected } from './events.js' */
/** @import { Language } from '../state/languages.js' */

/**
 * @template S, R, M
 * @typedef {ReturnType<typeof import('../state/timeline.js').timeline<S, R, M>>} Session
 */

/**
 * The base class of the elements of rooms: a state with its history, views that are built once and drawn from the state, and a message above them. A subclass provides
 * its `words`, `attributes` and `parts`, builds its views (`build`) and draws (`draw`).
 *
 * The property `state` holds everything that is shown. Changes by the page (attributes and properties) dispatch no event except `heed-error`. Changes by the reader
 * dispatch `heed-change`, and `heed-select` if the selected pair changes. Nothing is started before the element is near the viewport.
 *
 * @attr {string} link - The whole state, in the form that a link has after its `#`.
 * @attr {'room' | 'figure'} [view=room] - `room` shows everything; `figure` shows the figure, its legend and its sum, for an article.
 * @attr {'en' | 'es' | 'pt'} [language] - The language. Defaults to the reader's, or English.
 * @attr {'light' | 'dark'} [theme] - The theme. Defaults to the page's `color-scheme`.
 * @attr {'ember' | 'viridis' | 'cividis' | 'grey'} [colormap=ember] - The color map of the cells.
 * @fires {HeedPairEvent} heed-select - The reader selected another pair of query and key.
 * @fires {HeedChangeEvent} heed-change - The reader changed the state.
 * @csspart figure - The figure.
 * @csspart legend - The legend of the colors.
 * @csspart notice - The message above the figure.
 *
 * @template {Look & { map: State['map'] }} S - the state
 * @template R - why a state is rejected
 * @template M - the model that the views draw from
 * @template [D=null] D - numbers or files from the page
 */
export class RoomElement extends FigureElement {
  /** The attributes of the room, in addition to those of all elements. @type {Record<string, Attribute<any>>} */
  static attributes = {};
  /** How the room starts its engine and keeps its state. @type {RoomParts<any, any>} */
  static parts;
  static early = ['state', 'link', 'view', 'data', 'language'];
  /** @protected @type {Session<S, R, M> | null} */
  session = null;
  /** @protected */
  noticeLine = element('p', { class: 'notice', part: 'notice', role: 'status', hidden: true });
  /** A state that was set before there was a session. @type {S | null} */
  #pending = null;
  #refused = /** @type {string[]} errors of states that were set before there was a session */ ([]);
  /** Data that was set and not applied yet. @type {{ data: D | null } | null} */
  #newData = null;
  /** The data that was set last. @type {D | null} */
  #data = null;
  /** Whether a change by the reader is not drawn yet. */
  #isActed = false;
  #links = linkReader();
  /** The selected pair at the last draw. */
  #pair = '';

  static get observedAttributes() {
    return ['link', 'view', ...Object.keys(this.table), ...Object.keys(this.refused)];
  }

  /** Attributes that are always rejected, with a message. @returns {Record<string, Attribute<any>>} */
  static get refused() {
    const takesData = this.prototype.withData !== RoomElement.prototype.withData;
    return takesData ? REFUSED : refusedWithoutData(this.tag);
  }

  /** All attributes that change a state. @returns {Record<string, Attribute<any>>} */
  static get table() {
    return { ...LOOKS, ...this.attributes };
  }

  /** The whole state. Set a new object; do not modify this one. @returns {S} */
  get state() {
    return this.session?.state ?? this.#pending ?? this.#parts.fresh();
  }

  set state(state) {
    const before = this.#pending;
    this.#pending = state;
    const wrong = problemOf(
      this.localName,
      state,
      this.#parts.fresh(),
      () => this.session && this.put(state),
    );
    if (wrong === '') this.changed.clear();
    else this.#pending = before;
    if (wrong !== '' && this.session) this.fail(wrong);
    else if (wrong !== '') this.#refused.push(wrong);
    else if (!this.session) this.retry();
  }

  /** The whole state, in the form that a link has after its `#`. @returns {string} */
  get link() {
    return this.#parts.encode(this.state);
  }

  set link(link) {
    this.reflect('link', link);
  }

  /** Whether the whole room is shown, or the figure for an article. @returns {'figure' | 'room'} */
  get view() {
    return this.getAttribute('view') === 'figure' ? 'figure' : 'room';
  }

  set view(view) {
    this.reflect('view', view);
  }

  /** Numbers or files to show. @returns {D | null} */
  get data() {
    return this.#data;
  }

  set data(data) {
    this.#data = data;
    this.#newData = { data };
    if (this.session) void this.#take();
    else this.retry();
  }

  /** Whether a drag is unfinished. @internal */
  get isDragged() {
    return this.session?.isDragged ?? false;
  }

  /** Whether there is a change to undo. @returns {boolean} */
  get canUndo() {
    return this.session?.canUndo ?? false;
  }

  /** Whether there is a change to redo. @returns {boolean} */
  get canRedo() {
    return this.session?.canRedo ?? false;
  }

  /** The language in use. Setting it sets the attribute. @returns {Language} */
  get language() {
    return languageOf(this.state.language, globalThis.navigator?.languages ?? []);
  }
  set language(language) {
    this.reflect('language', language);
  }

  /** Changes how the state is shown, such as the language, without an undo step. @internal @param {Partial<S>} patch */
  show(patch) {
    this.act((now) => now.look({ ...now.state, ...patch }));
  }

  /** Undoes the reader's last change. */
  undo() {
    this.act((now) => now.undo());
  }

  /** Repeats the change that was undone last. */
  redo() {
    this.act((now) => now.redo());
  }

  /** Shows a message above the figure. @internal @param {string} text */
  notice(text) {
    setText(this.noticeLine, text);
    this.noticeLine.hidden = text === '';
  }

  /** How the room starts its engine and keeps its state. @returns {RoomParts<S, R, M>} */
  get #parts() {
    return /** @type {typeof RoomElement} */ (this.constructor).parts;
  }

  /** Builds the views; called again when `view` changes. A room overrides it. @protected */
  build() {}

  /** Draws the views. A room overrides it. @protected @param {M} _model */
  draw(_model) {}

  /**
   * Applies the property `data` to a state. A room that accepts files opens them.
   *
   * @protected @param {D | null} _data @param {S} _state @returns {S | Promise<S>}
   * @throws {Error} a message that says what is wrong with the data
   */
  withData(_data, _state) {
    throw new Error(`<${this.localName}> takes no data`);
  }

  /** The selected pair once it is drawn; undefined while its weight is being computed. @protected @returns {Selected | null | undefined} */
  selected() {
    return null;
  }

  /** The model and options of a picture. @protected */
  get pictured() {
    if (!this.session) throw new Error(`<${this.localName}> shows nothing yet`);
    return { model: this.session.model, how: { theme: this.appearance(this).theme } };
  }

  /** The message for the reader when a state is rejected. @protected @param {R | null} refused */
  sentence(refused) {
    return refused === null ? '' : String(refused);
  }

  /** Dispatches `heed-change` after a change by the reader. @protected */
  dispatchChange() {
    this.dispatchEvent(new HeedChangeEvent());
  }

  /** @protected */
  words() {
    return { language: this.language, t: LANGUAGES[this.language] };
  }

  /**
   * Applies a change by the reader.
   *
   * @protected @param {(now: Session<S, R, M>) => R | null} change
   * @param {boolean} [aloud] - whether a rejection is shown above the figure; a field shows its own errors
   */
  act(change, aloud = true) {
    if (!this.session) return null;
    const refused = change(this.session);
    this.notice(aloud ? this.sentence(refused) : '');
    this.#isActed = true;
    this.requestRender();
    if (refused === null) this.dispatchChange();
    return refused;
  }

  /** @protected */
  get isStarted() {
    return this.session !== null;
  }

  /** @protected @returns {Promise<void>} */
  async begin() {
    const { load, open, fresh, refusal } = this.#parts;
    await load(/** @type {typeof RoomElement} */ (this.constructor).program);
    while (this.#links.waits(this.#link)) await this.#links.unpack(/** @type {string} */ (this.#link));
    if (!this.isConnected) return;
    const read = this.#applied(this.state);
    // If the start fails, the next attempt begins with this state.
    this.#pending = read.state;
    while (this.#newData) {
      const newData = this.#newData;
      this.#newData = null;
      read.state = await this.withData(newData.data, read.state);
      if (!this.isConnected) return void (this.#newData ??= newData);
    }
    const refused = refusal(read.state, this.words().t);
    const { language, theme, map } = read.state;
    try {
      const first = refused === null ? read.state : { ...fresh(), language, theme, map };
      this.session = open(first, () => this.words(), this);
      this.build();
      this.render();
    } catch (error) {
      this.session = null;
      throw error;
    }
    this.#report([...this.#refused.splice(0), ...read.errors, ...(refused === null ? [] : [refused])]);
  }

  /** @protected @returns {void} */
  settle() {
    // All changes wait for the link, which is read first.
    if (this.#links.waits(this.#link))
      return void this.#links.unpack(/** @type {string} */ (this.#link)).then(() => this.settle());
    const rebuilt = this.changed.has('view');
    const { state, errors } = this.#applied(this.state);
    // Playback would continue in the views that are replaced.
    if (rebuilt) this.halt();
    if (rebuilt) this.build();
    this.put(state);
    this.#report(errors);
  }

  /** @protected */
  render() {
    if (!this.session) return;
    this.draw(this.session.model);
    this.renderInside();
    setLanguage(this, this.language);
    this.applyTheme(this.state.theme);
    this.dispatchPair();
  }

  /** Dispatches `heed-select` once the weight of the selected pair is known. @protected */
  dispatchPair() {
    const pair = this.selected();
    if (pair === undefined) return;
    const seen = `${pair?.head} ${pair?.query} ${pair?.key}`;
    if (pair && this.#isActed && seen !== this.#pair) this.dispatchEvent(new HeedPairEvent(pair));
    this.#pair = seen;
    this.#isActed = false;
  }

  /** Dispatches an event for each problem, and shows all of them. @param {string[]} problems */
  #report(problems) {
    problems.forEach((problem) => this.fail(problem));
    if (problems.length > 1) this.notice(problems.join(' · '));
  }

  /** The link to read, if it has changed; else null. */
  get #link() {
    return this.changed.has('link') ? (this.getAttribute('link')?.replace(/^#/, '') ?? null) : null;
  }

  /** Applies the link and the attributes that changed. @param {S} state */
  #applied(state) {
    const link = this.#link;
    const [changed, { table, refused }] = [
      [...this.changed],
      /** @type {typeof RoomElement} */ (this.constructor),
    ];
    this.changed.clear();
    const read =
      link === null
        ? { state: null, error: null }
        : this.#links.read(link, (plain) => this.#parts.decode(plain));
    const { state: found } = read;
    // A script that contains one language rejects the language of a link, as it rejects the attribute.
    const linked =
      found === null
        ? { state, errors: [] }
        : withAttributes(found, table, ['language'], () => found.language);
    const errors =
      'error' in read && read.error ? [`link: ${unreadLink(read, this.words().t.links)}`] : linked.errors;
    const result = withAttributes(linked.state, { ...table, ...refused }, changed, (name) =>
      this.getAttribute(name),
    );
    return { state: /** @type {S} */ (result.state), errors: [...errors, ...result.errors] };
  }

  /** Applies data that is set after the start. */
  async #take() {
    const newData = this.#newData;
    this.#newData = null;
    if (!newData || !this.session) return;
    try {
      const state = await this.withData(newData.data, this.session.state);
      // If other data was set in the meantime, this result is outdated.
      if (this.#data === newData.data) this.put(state);
    } catch (error) {
      if (this.#data === newData.data) this.fail(error);
    }
  }

  /** Applies a state that the page sets. @protected @param {S} state */
  put(state) {
    if (!this.session) return;
    this.halt();
    this.#isActed = false;
    const refused = this.session.commit(state);
    this.notice('');
    if (refused !== null) this.fail(this.sentence(refused));
    this.requestRender();
  }
}

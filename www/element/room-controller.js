import { unreadLink } from '../state/fragment-frame.js';
import { element, setLanguage, setText } from '../ui/dom.js';
import { track } from '../ui/idle.js';
import { languageOf, LANGUAGES } from '../words/languages.js';
import { REJECTED, rejectedWithoutData, withAttributes } from './attributes.js';
import { HeedChangeEvent, HeedPairEvent } from './events.js';
import { LifeCycle } from './life-cycle.js';
import { linkReader } from './link.js';
import { problemOf } from './state-problem.js';
/** @import { Display } from '../state/fields.js' */
/** @import { Scene } from '../picture/types.js' */
/** @import { Selected } from './events.js' */
/** @import { RoomElement } from './room-element.js' */

/**
 * @template S, R, M
 * @typedef {ReturnType<typeof import('../state/timeline.js').timeline<S, R, M>>} Session
 */

/**
 * The functions of an element that its room calls: its views, and optional hooks.
 *
 * @template S, R, M, D
 * @typedef {object} RoomViews
 * @property {((where: Document) => CSSStyleSheet)[]} sheets
 * @property {() => void} build - builds the views; called after the engine has started and when `view` changes
 * @property {(model: M) => void} draw
 * @property {() => void} focus - moves the focus to the figure
 * @property {() => void} reset - restores the initial state
 * @property {(by: number) => void} step
 * @property {(model: M, options: { theme: 'light' | 'dark' }) => Promise<Scene>} [scene] - the figure as a
 *   scene, for pictures
 * @property {() => void} [halt] - stops playback and motion
 * @property {boolean} [isHeightDrawn] - whether its height follows from what is drawn, so that it is drawn
 *   again only for another width or window
 * @property {() => Selected | null | undefined} [selected] - the selected pair; undefined while its weight is
 *   being computed
 * @property {(refused: R) => string} [sentence] - the message when a state is rejected
 * @property {(data: D | null, state: S) => S | Promise<S>} [withData] - applies the property `data` to a
 *   state, or throws an error for the reader. Without it, the element takes no data
 * @property {(changed: ReadonlySet<string>) => void} [changes] - called before the attributes that changed
 *   are applied
 * @property {() => void} [acted] - called after a change by the reader; by default `heed-change` is
 *   dispatched at once
 * @property {(now: S) => S} [shown] - the state for the page, if it differs from the current state
 * @property {(state: S, put: (state: S) => void) => void} [put] - applies a state that the page sets
 * @property {(begin: () => Promise<void>) => Promise<void>} [begin] - starts the room by calling `begin`
 */

/**
 * The room of an element: a state with its history, the attributes and data that the page sets, and the
 * views, which are built once and drawn from the state. The element owns the room.
 *
 * @template {Display} S - the state
 * @template R - why a state is rejected
 * @template M - the model that the views draw from
 * @template D - numbers or files from the page
 * @template {RoomViews<S, R, M, D>} V
 */
export class RoomController {
  /** Null until the engine has started. @type {Session<S, R, M> | null} */
  session = null;
  /** The message above the figure. */
  noticeLine = element('p', { class: 'notice', part: 'notice', role: 'status', hidden: true });
  #host;
  #type;
  /** A state that was set before there was a session. @type {S | null} */
  #pending = null;
  /** Errors of states that were set before there was a session. @type {string[]} */
  #earlyErrors = [];
  /** Data that is not applied yet. @type {{ data: D | null } | null} */
  #newData = null;
  /** The last data that was set. @type {D | null} */
  #data = null;
  /** Whether the reader has changed the state since the last draw. */
  #isActed = false;
  #links = linkReader();
  /** The selected pair at the last draw. */
  #pair = '';

  /** @param {HTMLElement} host @param {(room: RoomController<S, R, M, D, V>) => V} views */
  constructor(host, views) {
    this.#host = host;
    this.views = views(this);
    this.#type = /** @type {typeof RoomElement} */ (host.constructor);
    this.life = new LifeCycle(host, {
      sheets: this.views.sheets,
      early: ['state', 'link', 'view', 'data', 'language'],
      isStarted: () => this.session !== null,
      begin: () => (this.views.begin ? this.views.begin(() => this.#begin()) : this.#begin()),
      settle: () => this.settle(),
      render: () => this.render(),
      halt: () => this.views.halt?.(),
      isHeightDrawn: this.views.isHeightDrawn ?? false,
      notice: (text) => this.notice(text),
      scene: async () => {
        if (!this.views.scene || !this.session) throw new Error(`<${host.localName}> has no picture`);
        return this.views.scene(this.session.model, { theme: this.life.appearance(host).theme });
      },
    });
  }

  /** The current state. */
  get now() {
    return this.session?.state ?? this.#pending ?? this.#parts.fresh();
  }

  /** The state for the page. */
  get state() {
    return this.views.shown?.(this.now) ?? this.now;
  }

  set state(state) {
    const before = this.#pending;
    this.#pending = state;
    const wrong = problemOf(
      this.#host.localName,
      state,
      this.#parts.fresh(),
      () => this.session && this.put(state),
    );
    if (wrong === '') this.life.changed.clear();
    else this.#pending = before;
    if (wrong !== '' && this.session) this.life.fail(wrong);
    else if (wrong !== '') this.#earlyErrors.push(wrong);
    else if (!this.session) this.life.retry();
  }

  get link() {
    return this.#parts.encode(this.state);
  }

  get data() {
    return this.#data;
  }

  set data(data) {
    this.#data = data;
    this.#newData = { data };
    if (this.session) void track(this.#applyData());
    else this.life.retry();
  }

  get language() {
    return languageOf(this.state.language, globalThis.navigator?.languages ?? []);
  }

  words() {
    return { language: this.language, t: LANGUAGES[this.language] };
  }

  /**
   * How the room starts its engine and keeps its state.
   *
   * @returns {import('../types.js').RoomParts<S, R, M>}
   */
  get #parts() {
    return this.#type.parts;
  }

  /** Whether the whole room is shown, or the figure for an article. @returns {'figure' | 'room'} */
  get view() {
    return this.#host.getAttribute('view') === 'figure' ? 'figure' : 'room';
  }

  get root() {
    return /** @type {ShadowRoot} */ (this.#host.shadowRoot);
  }

  /** Shows a message above the figure. @param {string} text */
  notice(text) {
    setText(this.noticeLine, text);
    this.noticeLine.hidden = text === '';
  }

  /**
   * Applies a change by the reader.
   *
   * @param {(now: Session<S, R, M>) => R | null} change
   * @param {boolean} [hasNotice] - whether a rejection is shown above the figure; fields show their own errors
   */
  act(change, hasNotice = true) {
    if (!this.session) return null;
    const refused = change(this.session);
    this.notice(hasNotice && refused !== null ? this.#sentence(refused) : '');
    this.#isActed = true;
    this.life.requestRender();
    if (refused === null && this.views.acted) this.views.acted();
    else if (refused === null) this.dispatchChange();
    return refused;
  }

  /** Changes how the state is shown, such as the language, without an undo step. @param {Partial<S>} patch */
  show(patch) {
    this.act((now) => now.setDisplay({ ...now.state, ...patch }));
  }

  /** @param {R} refused */
  #sentence(refused) {
    return this.views.sentence?.(refused) ?? String(refused);
  }

  dispatchChange() {
    this.#host.dispatchEvent(new HeedChangeEvent());
  }

  /** Dispatches `heed-select` once the weight of the selected pair is known. */
  dispatchPair() {
    const pair = this.views.selected ? this.views.selected() : null;
    if (pair === undefined) return;
    const key = `${pair?.head} ${pair?.query} ${pair?.key}`;
    if (pair && this.#isActed && key !== this.#pair) this.#host.dispatchEvent(new HeedPairEvent(pair));
    this.#pair = key;
    this.#isActed = false;
  }

  async #begin() {
    const { load, open, fresh, refusal } = this.#parts;
    await load(this.#type.program);
    while (this.#links.isPending(this.#link)) await this.#links.unpack(/** @type {string} */ (this.#link));
    if (!this.#host.isConnected) return;
    const read = this.#applied(this.state);
    // If the start fails, the next attempt begins with this state.
    this.#pending = read.state;
    while (this.#newData) {
      const newData = this.#newData;
      this.#newData = null;
      read.state = await this.#withData(newData.data, read.state);
      if (!this.#host.isConnected) return void (this.#newData ??= newData);
    }
    const refused = refusal(read.state, this.words().t);
    const { language, theme, map } = read.state;
    try {
      const first = refused === null ? read.state : { ...fresh(), language, theme, map };
      this.session = open(first, () => this.words(), this.#host);
      this.views.build();
      this.render();
    } catch (error) {
      this.session = null;
      throw error;
    }
    this.#report([...this.#earlyErrors.splice(0), ...read.errors, ...(refused === null ? [] : [refused])]);
  }

  /**
   * Marks attributes as changed, if they are present, so that they are applied again.
   *
   * @param {Iterable<string>} names
   */
  reapply(names) {
    for (const name of names) if (this.#host.hasAttribute(name)) this.life.changed.add(name);
  }

  /** Applies the attributes that changed. @returns {void} */
  settle() {
    // All changes wait for the link, which is read first.
    if (this.#links.isPending(this.#link))
      return void track(this.#links.unpack(/** @type {string} */ (this.#link))).then(() => this.settle());
    const { changed } = this.life;
    this.views.changes?.(changed);
    const isRebuilt = changed.has('view');
    const { state, errors } = this.#applied(this.state);
    if (isRebuilt) {
      // Playback would continue in the old views.
      this.views.halt?.();
      this.views.build();
    }
    this.put(state);
    this.#report(errors);
  }

  render() {
    if (!this.session) return;
    this.views.draw(this.session.model);
    this.life.renderInside();
    setLanguage(this.#host, this.language);
    this.life.applyTheme(this.state.theme);
    this.dispatchPair();
  }

  /** Dispatches an event for each problem, and shows all of them. @param {string[]} problems */
  #report(problems) {
    problems.forEach((problem) => this.life.fail(problem));
    if (problems.length > 1) this.notice(problems.join(' · '));
  }

  /** The new link; null if it has not changed. */
  get #link() {
    return this.life.changed.has('link')
      ? (this.#host.getAttribute('link')?.replace(/^[^#]*#/, '') ?? null)
      : null;
  }

  /** Applies the link and the attributes that changed. @param {S} state */
  #applied(state) {
    const link = this.#link;
    const changed = [...this.life.changed];
    const { table } = this.#type;
    const rejected = this.views.withData ? REJECTED : rejectedWithoutData(this.#host.localName);
    this.life.changed.clear();
    const read =
      link === null
        ? { state: null, error: null }
        : this.#links.read(link, (plain) => this.#parts.decode(plain));
    const { state: found } = read;
    // A script with one language rejects the language of a link in the same way as the attribute.
    const linked =
      found === null
        ? { state, errors: [] }
        : withAttributes(found, table, ['language'], () => found.language);
    const errors =
      'error' in read && read.error ? [`link: ${unreadLink(read, this.words().t.links)}`] : linked.errors;
    const result = withAttributes(linked.state, { ...table, ...rejected }, changed, (name) =>
      this.#host.getAttribute(name),
    );
    return { state: /** @type {S} */ (result.state), errors: [...errors, ...result.errors] };
  }

  /** Applies data that was set after the start. */
  async #applyData() {
    const newData = this.#newData;
    this.#newData = null;
    if (!newData || !this.session) return;
    try {
      const state = await this.#withData(newData.data, this.session.state);
      // If other data was set in the meantime, this result is outdated.
      if (this.#data === newData.data) this.put(state);
    } catch (error) {
      if (this.#data === newData.data) this.life.fail(error);
    }
  }

  /** @param {D | null} data @param {S} state @returns {S | Promise<S>} */
  #withData(data, state) {
    if (!this.views.withData) throw new Error(`<${this.#host.localName}> takes no data`);
    return this.views.withData(data, state);
  }

  /** Applies a state that the page sets. @param {S} state */
  put(state) {
    if (this.views.put) this.views.put(state, (next) => this.#commit(next));
    else this.#commit(state);
  }

  /** @param {S} state */
  #commit(state) {
    if (!this.session) return;
    this.views.halt?.();
    this.#isActed = false;
    const refused = this.session.commit(state);
    this.notice('');
    if (refused !== null) this.life.fail(this.#sentence(refused));
    this.life.requestRender();
  }
}

import { DISPLAY_ATTRIBUTES, REJECTED, reflect } from './attributes.js';
import { defineElement, ElementClass } from './life-cycle.js';
import { texts } from './words/index.js';
import { addWords } from '../words/languages.js';
import { RoomController } from './room-controller.js';
import { whenIdle } from '../ui/idle.js';
/** @import { Display } from '../state/fields.js' */
/** @import { RoomParts } from '../types.js' */
/** @import { Fields } from '../state/attributes.js' */
/** @import { Attribute } from '../state/settings.js' */
/** @import { Language } from '../state/languages.js' */
/** @import { Words } from '../words/languages.js' */
/** @import { RoomViews } from './room-controller.js' */

/**
 * The public interface that the elements of all rooms share. An element defines static tables, and the views
 * of its room.
 *
 * The property `state` holds everything that is shown. Changes by the page (attributes and properties)
 * dispatch no event except `heed-error`. Changes by the reader dispatch `heed-change`, and `heed-select` if
 * the selected pair changes. Nothing is started before the element is near the viewport.
 *
 * @attr {string} link - The whole state: a link, or what it has after its `#`.
 * @attr {'room' | 'figure'} [view=room] - `room` shows everything; `figure` shows the figure, its legend and
 *   its sum, for an article.
 * @fires {HeedPairEvent} heed-select - The reader selected another pair of query and key.
 * @fires {HeedChangeEvent} heed-change - The reader changed the state.
 * @csspart figure - The figure.
 * @csspart legend - The legend of the colors.
 * @csspart notice - The message above the figure.
 *
 * @template {Display} S - the state
 * @template R - why a state is rejected
 * @template M - the model that the views draw from
 * @template [D=null] D - numbers or files from the page
 * @template {RoomViews<S, R, M, D>} [V=RoomViews<S, R, M, D>] V - the views
 */
export class RoomElement extends ElementClass {
  /** The name that the element is registered under. */
  static tag = '';
  /**
   * Loads the wasm in a script that contains it. Otherwise it is a file next to the modules.
   *
   * @type {(() => Promise<ArrayBuffer | WebAssembly.Module>) | undefined} @internal
   */
  static program;
  /** The strings of the element, in addition to those that all share. @type {readonly Words[]} @internal */
  static words = [];
  /**
   * The attributes of the room, in addition to those of all elements.
   *
   * @type {Record<string, Attribute<any>>} @internal
   */
  static attributes = {};
  /** How the room starts its engine and keeps its state. @type {RoomParts<any, any>} @internal */
  static parts;
  /** The settings of its state, which its attributes follow from. @type {Fields} @internal */
  static fields = {};

  /** @param {(room: RoomController<S, R, M, D, V>) => V} views - makes the views; called once */
  constructor(views) {
    super();
    /** The state and its views. @protected @type {RoomController<S, R, M, D, V>} */
    this.room = new RoomController(this, views);
  }

  static get observedAttributes() {
    return ['link', 'view', ...Object.keys(this.table), ...Object.keys(REJECTED)];
  }

  /** All attributes that change a state. @returns {Record<string, Attribute<any>>} @internal */
  static get table() {
    return { ...DISPLAY_ATTRIBUTES, ...this.attributes };
  }

  /** Registers the element. Further calls, and calls without a document, do nothing. @param {string} [tag] */
  static define(tag = this.tag, registry = globalThis.customElements) {
    addWords([texts]);
    defineElement(this, tag, registry);
  }

  /** @param {string} name @param {string | null} before @param {string | null} now */
  attributeChangedCallback(name, before, now) {
    this.room.life.attributeChanged(name, before, now);
  }

  connectedCallback() {
    this.room.life.connected();
  }

  disconnectedCallback() {
    this.room.life.disconnected();
  }

  /** The whole state. Set a new object; do not modify this one. @returns {S} */
  get state() {
    return this.room.state;
  }

  set state(state) {
    this.room.state = state;
  }

  /** The whole state, in the form that a link has after its `#`. @returns {string} */
  get link() {
    return this.room.link;
  }

  set link(link) {
    reflect(this, 'link', link);
  }

  /** Whether the whole room is shown, or the figure for an article. @returns {'figure' | 'room'} */
  get view() {
    return this.room.view;
  }

  set view(view) {
    reflect(this, 'view', view);
  }

  /** Numbers or files to show. @returns {D | null} */
  get data() {
    return this.room.data;
  }

  set data(data) {
    this.room.data = data;
  }

  /** Whether a drag is unfinished. @internal */
  get isDragged() {
    return this.room.session?.isDragged ?? false;
  }

  /** Whether there is a change to undo. @returns {boolean} */
  get canUndo() {
    return this.room.session?.canUndo ?? false;
  }

  /** Whether there is a change to redo. @returns {boolean} */
  get canRedo() {
    return this.room.session?.canRedo ?? false;
  }

  /** The language in use. Setting it sets the attribute. @returns {Language} */
  get language() {
    return this.room.language;
  }

  set language(language) {
    reflect(this, 'language', language);
  }

  /**
   * Changes how the state is shown, such as the language, without an undo step.
   *
   * @internal @param {Partial<S>} patch
   */
  show(patch) {
    this.room.show(patch);
  }

  /** Moves the focus to the figure. */
  focus() {
    this.room.views.focus();
  }

  /**
   * Restores the initial state, or the lesson's numbers that the page set, and keeps display settings such as
   * the theme.
   */
  reset() {
    this.room.views.reset();
  }

  /**
   * Moves `by` forward, or back if negative: steps of a lesson, rows of a mask (only in the room), heads of a
   * model, or mistakes.
   *
   * @param {number} by - a whole number
   */
  step(by) {
    if (!Number.isInteger(by))
      throw new RangeError(`step(${String(by)}): steps are counted in whole numbers`);
    this.room.views.step(by);
  }

  /** Undoes the reader's last change. */
  undo() {
    this.room.act((now) => now.undo());
  }

  /** Repeats the change that was undone last. */
  redo() {
    this.room.act((now) => now.redo());
  }

  /**
   * Resolves when everything that was changed is computed and drawn, for example before a screenshot. It does
   * not wait for motion, playback, or figures far from the viewport.
   *
   * @returns {Promise<void>}
   */
  whenIdle() {
    return whenIdle();
  }

  /** Returns the figure as the text of an SVG file. Text in it stays text. @returns {Promise<string>} */
  toSVG() {
    return this.room.life.toSVG();
  }

  /**
   * Returns the figure as a file. `how` is `{ type, scale }`: `type` is `image/png` (default) or
   * `image/svg+xml`, and `scale` is the number of PNG pixels for each CSS pixel.
   *
   * @param {{ type?: string, scale?: number }} [how]
   * @returns {Promise<Blob>}
   */
  toBlob(how) {
    return this.room.life.toBlob(how);
  }
}

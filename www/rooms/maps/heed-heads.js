import { element } from '../../ui/dom.js';
import { html, render } from '../../ui/html.js';
import { ATTRIBUTES, FIELDS, maps } from './settings.js';
import { bindFiles } from './drop.js';
import { droppedFiles, fileActions } from './file-actions.js';
import { HeadFiles } from './head-files.js';
import { start } from './program.js';
import { session } from './session.js';
import { isSuggested } from './first-head.js';
import { decode, encode } from './fragment.js';
import { shownScene } from './export/open-maps.js';
import { headView } from './head/head-view.js';
import { specsOf } from './head/spec.js';
import { headAt, selectedPair } from './selected.js';
import { chosenBy, exampleOf, freshState, initialOf, sameShape, settled } from './state.js';
import { Figure, RoomView } from './room-view.js';
import { markRoot } from './room-root.js';
import { sheets } from './sheets.js';
import { texts } from './words/index.js';
import { texts as imageTexts } from './image/words/index.js';
import { rateLimited } from '../../element/rate-limit.js';
import { RoomElement } from '../../element/room-element.js';
/** @import { OpenCorpus } from './corpus/types.js' */
/** @import { Input } from './input.js' */
/** @import { Texts } from './live/types.js' */
/** @import { GivenHeads, RoomParts } from '../../types.js' */
/** @import { Actions, Pane } from './room-view.js' */
/** @import { MapsData, MapsModel, MapsState } from './types.js' */

/**
 * `<heed-heads>`: the attention of a model, from numbers or files that the page sets or the reader drops. It
 * shows all heads as thumbnails and one head large. No part of a file leaves the page.
 *
 * Until a linked file is opened, the property `state` is the state from the link, unless the reader has
 * changed something.
 *
 * The property `data` is `{ shape: [layers, heads, queries, keys], data, tokens, kind }`, with all numbers in
 * one array, or a file, or an array of files.
 *
 * @extends {RoomElement<MapsState, string, MapsState, GivenHeads>}
 *
 * @fires {Event} heed-suggest - All heads of the given numbers are measured, and the one that is most worth
 *   seeing is open unless one was named.
 */
export class HeedHeadsElement extends RoomElement {
  static tag = 'heed-heads';
  static attributes = ATTRIBUTES;
  static fields = FIELDS;
  /** The script of the worker that reads files, in bundles. Without it, files are read in the page. */
  static workerText = '';
  /** Loads the kernels that a bundle contains. @type {(() => Promise<WebAssembly.Module>) | undefined} */
  static kernels;
  /** Loads what opens stores of texts. @type {(() => Promise<OpenCorpus>) | undefined} */
  static corpora;
  /** The text that a model reads, if a bundle contains what runs models. @type {Texts | undefined} */
  static texts;
  /** @type {RoomParts<MapsState, string, MapsState>} */
  static parts = {
    load: start,
    fresh: (from) => freshState(from),
    encode,
    decode,
    // Whether a state fits depends on its file, which may still be dropped.
    refusal: () => null,
    open: (first, _, host) => host.start(first),
  };
  static words = [texts, imageTexts];
  /** The root of the views. */
  #root = element('div');
  /** @type {ReturnType<typeof headView> | null} */
  #head = null;
  /** The model of the last draw. @type {MapsModel | null} */
  #model = null;
  /** @type {'picture' | 'files' | null} */
  #dragging = null;
  /** The visible pane of a narrow page. @type {Pane} */
  #pane = 'heads';
  /** @type {(() => void) | null} */
  #unbind = null;
  #files = new HeadFiles({
    element: this,
    now: () => this.#now,
    t: () => this.room.words().t,
    notice: (text) => this.room.notice(text),
    changed: () => {
      this.#suggest();
      this.room.life.requestRender();
    },
    arrived: (state, input) => this.#arrive(state, input),
    begin: (state) => this.#begun(state),
    look: (patch) => this.show(patch),
    read: (file) => void this.room.act((now) => now.setDisplay({ ...now.state, file }), false),
    compare: (compare) => void this.room.act((now) => now.commit({ ...now.state, suggested: null, compare })),
  });
  /** The input of the page that is not open yet. @type {Input | null} */
  #next = null;
  /** The input of the page at the last `heed-suggest`. @type {Input | null} */
  #suggestedFor = null;
  /** The part of the map that was visible at the last `heed-change`. @type {MapsState['sight']} */
  #lastSight = null;
  /**
   * Debounced, because a page may encode the state, which takes longer than a frame. The first change is
   * reported at once, later ones when they have ended.
   */
  #requestChange = rateLimited(() => {
    this.#lastSight = this.#now.sight;
    this.room.dispatchChange();
  }, true);
  /** The actions of the reader. @type {Actions} */
  #actions = {
    files: fileActions(this.#files, {
      changed: () => this.room.life.requestRender(),
      arrive: () => this.#head?.arrive(),
    }),
    look: (patch) => this.show(patch),
    change: (patch) => void this.room.act((now) => now.commit({ ...now.state, ...this.#chosen(patch) })),
    correct: (patch) => this.#actions.change({ corrections: { ...this.#now.corrections, ...patch } }),
    pane: (pane) => {
      this.#pane = pane;
      this.room.life.requestRender();
    },
    alike: () => this.show({ alike: !this.#now.alike }),
  };
  /** Escape discards the dropped files that the reader is asked about. @param {KeyboardEvent} event */
  #onKey = (event) => {
    if (event.key !== 'Escape' || !this.#files.dropped) return;
    event.preventDefault();
    /** @type {HTMLElement | null} */ (this.#root.querySelector('.ask [value=neither]'))?.click();
  };

  constructor() {
    super(() => ({
      sheets: [...sheets, ...(new.target.texts?.sheets ?? [])],
      build: () => this.#build(),
      draw: (state) => this.#draw(state),
      scene: async () => {
        if (!this.#head || !this.#model) throw new Error('<heed-heads> shows nothing yet');
        return shownScene({ model: this.#model, service: this.#files.service, shown: this.#head.shown() });
      },
      halt: () => this.#halt(),
      // The sentence and the readout of each token have other heights.
      isHeightDrawn: true,
      selected: () => selectedPair(this.#now, this.#files.data, this.#head?.weight()),
      withData: async (_, state) => {
        if (this.room.session) await this.#files.reopen();
        else this.#next = await this.#files.gather();
        return this.room.session?.state ?? state;
      },
      changes: (changed) => {
        if (['src', 'tokens', 'kind'].some((name) => changed.has(name)))
          this.#files.reopen().catch((error) => this.room.life.fail(error));
      },
      acted: () => this.#acted(),
      shown: (now) => this.#files.stateOf(now),
      put: (state, put) => this.#files.put(state, put),
      begin: (begin) => this.#begin(begin),
      focus: () => {
        if (this.view === 'figure') this.#head?.focus();
        else /** @type {HTMLElement | null} */ (this.#root.querySelector('.heads-box'))?.focus();
      },
      // The initial view of the file or of the model.
      reset: () => void this.room.act((now) => now.commit(initialOf(now.state))),
      step: (by) => this.#step(by),
    }));
  }

  /** The open files and the visible maps, from which a figure can be saved; null while there are none. */
  get holding() {
    const { service, shown: data } = this.#files;
    const state = this.#now;
    return data && service ? { service, data, ...specsOf(state, data), state } : null;
  }

  /** The present state. While a linked file is awaited, it is not the state for the page. */
  get #now() {
    return this.room.now;
  }

  /** Changes the state without an undo step. @internal @param {Partial<MapsState>} patch */
  show(patch) {
    super.show(this.#chosen(patch));
  }

  /** A change while heads are measured may keep the open head. @param {Partial<MapsState>} patch */
  #chosen(patch) {
    return chosenBy(patch, this.#files.data?.done === 1);
  }

  /** @param {number} by */
  #step(by) {
    const data = this.#files.dataOf(this.#now);
    if (data) this.show(headAt(this.#now, data.reading, by));
  }

  #build() {
    this.#head?.end();
    const isFigure = this.view === 'figure';
    this.#root = element('div', { class: isFigure ? 'room figure' : 'room', onkeydown: this.#onKey });
    this.#head = headView({
      isFigure,
      hasText: !isFigure || this.hasAttribute('data-text'),
      service: () => this.#files.service,
      scores: (state, query) => this.#files.text?.scores(state, query) ?? null,
      look: this.#actions.look,
      change: this.#actions.change,
      drawn: () => {
        this.room.dispatchPair();
        // The thumbnails have the scale of the open map, which may have been drawn after them.
        if (this.#model && this.#head?.scale()?.high !== this.#model.openScale?.high)
          this.room.life.requestRender();
      },
      found: (place, view) => {
        this.#files.learn(place, view);
        this.room.life.requestRender();
      },
    });
    this.room.root.replaceChildren(this.#root, document.createElement('slot'));
    // The views around the head are drawn first, because its size depends on them.
    this.#drawAround();
    this.#unbind?.();
    this.#unbind = isFigure
      ? null
      : bindFiles(
          this,
          droppedFiles(this.#files, (over, isPicture) => {
            this.#dragging = !over ? null : isPicture ? 'picture' : 'files';
            this.room.life.requestRender();
          }),
        );
  }

  /** @param {MapsState} state */
  #draw(state) {
    // Without a width the element is hidden, so nothing is drawn.
    const { shown: data, service } = this.#files;
    if (!this.#head || !service || this.#root.clientWidth === 0) return;
    this.#files.text?.follow(state);
    this.#files.follow(state);
    this.setAttribute('data-heads', String(data?.heads.filter((head) => head !== undefined).length ?? 0));
    // The fallback content is shown until there are heads.
    if (data) this.room.root.querySelector(':host > slot')?.remove();
    markRoot(this.#root, { data, pane: this.#pane, files: this.#files, state, view: this.view });
    this.#head.update((this.#model = this.#modelNow()));
    this.#drawAround();
  }

  /** @returns {MapsModel} */
  #modelNow() {
    const { shown: data } = this.#files;
    return {
      state: this.#now,
      ...this.room.words(),
      data,
      openScale: this.#head?.scale() ?? null,
      appearance: this.room.life.appearance(this.#root),
    };
  }

  /** Draws the views around the head. */
  #drawAround() {
    const { status, dropped, awaited, text, corpora } = this.#files;
    if (!this.#head || !status) return;
    const props = {
      ...{ model: this.#modelNow(), status, dropped, awaited, text },
      ...{ dragging: this.#dragging, hasText: this.hasAttribute('data-text'), pane: this.#pane },
      ...{ notice: this.room.noticeLine, head: this.#head, actions: this.#actions },
      ...{ service: () => this.#files.service, corpus: corpora?.of(this.#now) ?? null },
    };
    render(html`<${this.view === 'figure' ? Figure : RoomView} ...${props} />`, this.#root);
  }

  /** Requests `heed-change`. After zooming and scrolling, it is dispatched when they have ended. */
  #acted() {
    this.#requestChange(this.#now.sight !== this.#lastSight);
  }

  /** Starts the session with a state, and the service. @internal @param {MapsState} first */
  start(first) {
    const { kernels, workerText, corpora, texts } = /** @type {typeof HeedHeadsElement} */ (this.constructor);
    this.#files.text =
      texts?.open({
        ...this.#actions,
        now: () => this.#now,
        changed: () => this.room.life.requestRender(),
        history: this,
        show: (file, cursor) => this.#files.showText(file, cursor),
        example: (what) => this.#begun(exampleOf(what, this.#now)),
      }) ?? null;
    return this.#open(this.#files.start(first, { kernels, workerText, corpora }));
  }

  /** Starts a new history. @param {MapsState} first */
  #open(first) {
    return session(first, this.#files);
  }

  /** @param {() => Promise<void>} begin */
  async #begin(begin) {
    this.#next = await this.#files.gather();
    // Attributes that select a view are applied when the files are open.
    if (this.#next) for (const name of Object.keys(maps.attributes)) this.room.life.changed.delete(name);
    await begin();
    const input = this.#next;
    this.#next = null;
    const wrong = this.room.noticeLine.textContent;
    if (input || this.#now.text === null || !this.#files.text) await this.#files.show(input);
    else this.#files.text.follow(this.#now);
    if (input && this.room.session) this.#noticeAfter(wrong);
    const { status } = this.#files;
    if (!input || !status || status.busy || this.#files.dataOf(this.#now)) return;
    const why = this.#files.rejectionReason();
    this.#end();
    throw new Error(why);
  }

  /**
   * Shows files that were opened. If their shape is the same, the history is kept.
   *
   * @param {MapsState} state @param {Input | null} input
   */
  #arrive(state, input) {
    const { session: current } = this.room;
    const now = this.#now;
    const look = { ...state, language: now.language, theme: now.theme };
    // The sample is not opened by the reader, so a message about the link is kept.
    if (state.text !== null) current?.setDisplay(now.text === null ? now : { ...now, cursor: state.cursor });
    else if (!state.file) current?.setDisplay(state.corrections === now.corrections ? now : look);
    else if (input) this.#receive(look, input);
    else if (sameShape(state.file, now.file)) this.room.act((history) => history.setDisplay(look), false);
    else {
      this.room.session = this.#open(look);
      this.room.notice('');
      this.#acted();
    }
    this.room.life.requestRender();
  }

  /**
   * Shows the input of the page, with the view that the attributes select.
   *
   * @param {MapsState} state @param {Input} input
   */
  #receive(state, { tokens }) {
    this.room.session = this.#open(state);
    this.room.reapply(Object.keys(maps.attributes));
    this.room.settle();
    const { reading } = /** @type {MapsData} */ (this.#files.data);
    if (!tokens || reading.tokens.length > 0) return;
    const wrong = this.room.noticeLine.textContent;
    this.room.life.fail(
      this.room.words().t.maps.reading.tokenCount({ tokens: tokens.length, keys: reading.keys }),
    );
    this.#noticeAfter(wrong);
  }

  /** Opens the small model or the sample. Files are not part of the history. @param {MapsState} next */
  #begun(next) {
    if (!this.#now.file) return void this.room.act((history) => history.commit(next));
    this.room.session = this.#open(next);
    this.#acted();
    return this.room.life.requestRender();
  }

  /** Opens the head with the highest score once all are measured, unless one was requested. */
  #suggest() {
    const now = this.#now;
    const { data, input } = this.#files;
    if (!this.room.session || data?.done !== 1 || !isSuggested(now)) return;
    const isOther = settled(now, data) !== now;
    if (isOther) this.room.session.setDisplay(now);
    if (isOther && !input) this.#acted();
    if (input && this.#suggestedFor !== input) {
      this.#suggestedFor = input;
      this.dispatchEvent(new Event('heed-suggest'));
    }
  }

  /** Shows an earlier message before the current one. @param {string | null} before */
  #noticeAfter(before) {
    this.room.notice([before, this.room.noticeLine.textContent].filter((each) => each).join(' · '));
  }

  /**
   * Ends the worker if the element was removed. When it is added again, it opens the input of the page, or
   * waits for the file of its view.
   */
  #halt() {
    if (this.isConnected) return;
    const { state } = this;
    this.#end();
    this.state = state;
  }

  #end() {
    this.#unbind?.();
    this.room.session = null;
    this.#unbind = this.#head = null;
    this.#files.end();
  }
}

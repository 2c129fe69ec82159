import { load, maskDraw, maskExplain, maskExpression, maskPrepare, maskRow } from '../../engine/masks.js';
import { isOn } from '../../state/attributes.js';
import controlsSheet from '../../element/controls.css.js';
import { rateLimited } from '../../element/rate-limit.js';
import { RoomElement } from '../../element/room-element.js';
import { element } from '../../ui/dom.js';
import { html, render } from '../../ui/html.js';
import { painter, prepared } from './draw.js';
import figureSheet from './figure.css.js';
import { cachedModel, memoizedLast } from './model.js';
import { painting } from './painting.js';
import { player } from './player.js';
import { masks } from './settings.js';
import { drawOptions, refusalOf, session } from './session.js';
import { spokenCell } from './speech.js';
import { attributesOf, decode, encode, freshState, sameNumbers, withDisplayOf } from './state.js';
import sheet from './masks.css.js';
import { Figure } from './views/figure-view.js';
import { Maps } from './views/map-view.js';
import { RoomView } from './views/room-view.js';
import { texts } from './words/index.js';
import { asSentence } from '../../words/as-sentence.js';
/** @import { RoomParts } from '../../types.js' */
/** @import { MaskFigures } from '../../engine/masks.js' */
/** @import { Pair } from '../../ui/grid.js' */
/** @import { FigureModel, MaskActions, MaskState, Refusal } from './types.js' */

/** A change explains the selected cell to check the mask, and its draw shows the same explanation. */
const engine = { maskDraw, maskExplain: memoizedLast(maskExplain), maskPrepare, maskRow };
/**
 * While a mask with more pairs than this changes, the views around the maps are throttled: one frame is too
 * short for both.
 */
const LARGE = 512 * 512;
/** The interval of the throttled views, in milliseconds. */
const INTERVAL = 100;

/**
 * `<heed-mask>`: a mask as an expression, and its effect on scores and weights. As a room, it also shows the
 * cost of the mask and the mask as code.
 *
 * @extends {RoomElement<MaskState, Refusal, MaskState>}
 *
 * @attr {boolean} [editable=false] - Adds a field for the expression to the figure.
 */
export class HeedMaskElement extends RoomElement {
  static tag = 'heed-mask';
  /** @type {RoomParts<MaskState, Refusal, MaskState>} */
  static parts = {
    load,
    fresh: freshState,
    encode,
    decode,
    refusal: (state, t) => refusalOf(engine, state, t)?.text ?? null,
    open: (first, words) => session(engine, first, () => words().t),
  };
  static words = [texts];
  static fields = masks.fields;
  static attributes = attributesOf(({ text, queries, keys }) => void maskExplain(text, queries, keys, 0, 0));
  /** The root of the views. */
  #root = element('div');
  /** The root of the maps. They are drawn in every frame, also while the other views are throttled. */
  #canvases = element('div');
  #paint = painter(engine);
  #play = player({
    state: () => this.state,
    show: (patch) => this.show(patch),
    requestRender: () => this.room.life.requestRender(),
  });
  /** @type {MaskActions} */
  #actions = this.#makeActions();
  /** The cell under the pointer. It is not part of the state. @type {Pair | null} */
  #pointed = null;
  /**
   * Throttled, because a drag or playback changes the state in every frame, and listeners may encode it each
   * time.
   */
  #requestChange = rateLimited(() => this.room.dispatchChange());
  /**
   * The state that the views around the maps show, and when they were drawn.
   *
   * @type {{ state: MaskState | null, at: number }}
   */
  #drawnAround = { state: null, at: 0 };
  /** The costs drawn last. @type {MaskFigures | null} */
  #costs = null;
  /** The timer of their next draw. @type {ReturnType<typeof setTimeout> | 0} */
  #timer = 0;
  #modelOf = cachedModel(engine);
  #parsed = memoizedLast((/** @type {string} */ text) => maskExpression(text));

  constructor() {
    super(() => ({
      sheets: [controlsSheet, figureSheet, sheet],
      build: () => this.#build(),
      draw: (state) => this.#draw(state),
      scene: async (state, how) =>
        (await import('./picture.js')).sceneOf(state, { ...how, t: this.room.words().t }),
      halt: () => this.#play.stop(),
      sentence: ({ text }) => text,
      selected: () => this.#selected(),
      changes: (changed) => {
        if (changed.has('editable') && !changed.has('view')) this.#build();
      },
      acted: () => this.#requestChange(),
      // Focuses the pattern.
      focus: () => /** @type {HTMLElement | null} */ (this.#canvases.querySelector('.map'))?.focus(),
      reset: () =>
        void this.room.act((now) => now.commit({ ...withDisplayOf(freshState(), now.state), rows: null })),
      step: (by) => this.view === 'room' && this.#play.step(by),
    }));
  }

  static get observedAttributes() {
    return [...super.observedAttributes, 'editable'];
  }

  #selected() {
    const { state } = this;
    const { query, key } = state.cursor;
    return {
      head: state.alibi,
      query,
      key,
      /** Computed on access, which does not happen during a drag. */
      get weight() {
        const { allowed, weights } = maskRow(drawOptions(state), query);
        return allowed[key] === 1 ? weights[key] : null;
      },
    };
  }

  #build() {
    this.#play.stop();
    this.#root = element('div', { class: this.view === 'room' ? 'room' : 'figure' });
    this.#canvases = element('div', { class: 'maps', part: 'figure' });
    this.#actions = this.#makeActions();
    this.#drawnAround = { state: null, at: 0 };
    this.#costs = null;
    this.room.root.replaceChildren(this.#root);
    // The width of the maps depends on the views around them, so these are drawn first.
    this.#drawAround(this.#modelOf(this.state, null, this.room.words()), null);
  }

  /** @returns {MaskActions} */
  #makeActions() {
    const state = () => this.state;
    const show = (/** @type {Partial<MaskState>} */ patch) => this.show(patch);
    /** @type {MaskActions['change']} */
    const change = (next, phase, aloud = false) => this.room.act((now) => now[phase](next(now.state)), aloud);
    const { paint, write } = painting({
      state,
      act: (make) => void this.room.act(make),
      messageOf: (error) => this.room.words().t.errors.engine({ says: asSentence(error) }),
    });
    return {
      state,
      show,
      change,
      paint,
      type: (text, phase) => change((now) => ({ ...now, text }), phase),
      cancel: () => void this.room.act((now) => now.cancel()),
      write: (edit) => write(edit, 'commit'),
      point: (cell) => {
        this.#pointed = cell;
        this.room.life.requestRender();
      },
      select: (cursor) => show({ cursor }),
      table: this.view === 'room' ? (name) => show({ table: this.state.table === name ? null : name }) : null,
      speak: () => this.room.life.requestRender(),
    };
  }

  /** @param {MaskState} state */
  #draw(state) {
    // Without a width the element is hidden: nothing is drawn or played.
    const width = this.#canvases.clientWidth;
    if (width === 0) return this.#play.stop();
    const model = this.#modelOf(state, this.#pointed, this.room.words());
    if (!prepared(engine, state)) {
      // The earlier maps remain until the scores are there.
      this.room.life.requestRender();
      return this.#drawAround(model, this.#costs);
    }
    const appearance = this.room.life.appearance(this.#canvases);
    const isThrottled = this.#throttles(state);
    const drawn = this.#paint(state, appearance, width, !isThrottled && this.view === 'room');
    render(html`<${Maps} ...${{ ...drawn, model, appearance, actions: this.#actions }} />`, this.#canvases);
    if (isThrottled) return undefined;
    this.#drawnAround = { state, at: performance.now() };
    this.#costs = drawn.drawing.figures ?? null;
    return this.#drawAround(model, this.#costs);
  }

  /**
   * @param {FigureModel} figureModel
   * @param {MaskFigures | null} costs
   */
  #drawAround(figureModel, costs) {
    const model = {
      ...figureModel,
      parsed: this.#parsed(figureModel.state.text),
      deciding: figureModel.why.clauses.flatMap(({ decides, clause }) => (decides ? [clause] : [])),
    };
    const isFocused = this.room.root.activeElement?.matches('.map') && !this.#pointed;
    const props = {
      model,
      canvases: this.#canvases,
      notice: this.room.noticeLine,
      actions: this.#actions,
    };
    const around =
      this.view === 'room'
        ? html`<${RoomView} ...${props} costs=${costs} play=${this.#play} />`
        : html`<${Figure} ...${props} editable=${isOn(this.getAttribute('editable'))} />`;
    const spoken = isFocused ? spokenCell(model).aloud : '';
    render(
      html`${around}
        <p class="hidden spoken" aria-live="polite">${spoken}</p>`,
      this.#root,
    );
  }

  /** Whether the views around the maps are skipped; if so, schedules their draw. @param {MaskState} state */
  #throttles(state) {
    const { state: before, at } = this.#drawnAround;
    const wait = at + INTERVAL - performance.now();
    if (!before || wait <= 0 || state.queries * state.keys <= LARGE || sameNumbers(before, state))
      return false;
    this.#timer ||= setTimeout(() => {
      this.#timer = 0;
      this.room.life.requestRender();
    }, wait);
    return true;
  }
}

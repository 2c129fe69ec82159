import { legend, load, maskDraw, maskExplain, maskExpression, maskRow } from '../../engine/masks.js';
import { element, setText } from '../../ui/dom.js';
import { attributesOf } from './attributes.js';
import { painter } from './draw.js';
import { expressionView } from './views/expression-view.js';
import { cellLine } from './figure/cell-line.js';
import { sheet as figureSheet } from './figure/style.js';
import { decode, encode } from './fragment.js';
import { legendView } from './views/legend-view.js';
import { bindBrush } from './map-brush.js';
import { mapView } from './views/map-view.js';
import { modeller, remembered } from './model.js';
import { painting } from './painting.js';
import { roomView } from './views/room-view.js';
import { drawnFrom, refusalOf, session } from './session.js';
import { spokenCell } from './speech.js';
import { freshState, sameNumbers, seenAs } from './state.js';
import { sheet } from './style.js';
import { masks as en } from './words/en.js';
import { masks as es } from './words/es.js';
import { isOn } from '../../element/attributes.js';
import { RoomElement } from '../../element/room-element.js';
/** @import { MaskState, Pair, Refusal } from './types.js' */

/** What the figure asks of the engine. */
const engine = { legend, maskDraw, maskExplain, maskRow };
/** Milliseconds between two tellings: browsers refuse an address that changes too often. */
const QUIET = 350;
/** Of masks with more pairs than this, what stands round the maps is drawn less often while they change: a frame has no time for both. */
const LARGE = 512 * 512;
/** Milliseconds between two such drawings. */
const ROUND = 100;

/**
 * `<heed-mask>`: a mask as an expression, and its effect on scores and weights. As a room, it also shows the cost of the mask and the mask as code.
 *
 * @extends {RoomElement<MaskState, Refusal, MaskState>}
 *
 * @attr {string} [mask="causal and window(6)"] - The expression.
 * @attr {number} [queries=24] - The number of queries, 1 to 2048.
 * @attr {number} [keys] - The number of keys, 1 to 2048. Defaults to `queries`.
 * @attr {number} [query=14] - The query of the selected cell, counted from 0.
 * @attr {number} [key=3] - The key of the selected cell, counted from 0.
 * @attr {number} [seed=42] - The seed of the synthetic queries and keys.
 * @attr {number} [size=64] - The number of features of a head, 1 to 256.
 * @attr {number} [heads=8] - The number of query heads, 1 to 128.
 * @attr {number} [kv-heads=8] - The number of key-value heads, a divisor of `heads`. Defaults to `heads` if 8 does not divide it.
 * @attr {number} [alibi] - The head whose ALiBi slope is added to the scores, counted from 0. By default, none is added.
 * @attr {number} [rows] - The number of rows shown, as in generation. By default, all rows are shown.
 * @attr {"one" | "largest"} [scale="one"] - The end of the color scale of weights: 1 or the largest weight.
 * @attr {"none" | "allow" | "forbid"} [brush="none"] - What dragging over the pattern paints.
 * @attr {boolean} [editable=false] - Adds a field for the expression to the figure.
 * @attr {1 | 2 | 4 | 8} [bytes=2] - The bytes of a number in the cache. Only in the room.
 * @attr {2 | 8 | 32 | 128} [speed=8] - The speed of playback, in rows per second. Only in the room.
 * @attr {"numpy" | "sdpa" | "flex"} [code="numpy"] - The language of the code. Only in the room.
 * @attr {"pattern" | "scores" | "weights"} [table] - The map that is also shown as a table. Only in the room.
 */
export class HeedMaskElement extends RoomElement {
  static tag = 'heed-mask';
  static words = { en: { masks: en }, es: { masks: es } };
  static attributes = attributesOf(({ text, queries, keys }) => void maskExplain(text, queries, keys, 0, 0));
  /** @type {ReturnType<HeedMaskElement['views']> | null} */
  #views = null;
  /** Where the pointer is. It is no part of the state. @type {Pair | null} */
  #point = null;
  /** Whether the reader changed the state since it was last told. */
  #changed = false;
  /** Runs while a further change is not told yet. @type {ReturnType<typeof setTimeout> | 0} */
  #quiet = 0;
  /** What stands round the maps was drawn for this state, and when. @type {{ state: MaskState | null, at: number }} */
  #round = { state: null, at: 0 };
  /** Runs until it is drawn anew. @type {ReturnType<typeof setTimeout> | 0} */
  #due = 0;
  #work = modeller(engine);
  #parsed = remembered((/** @type {string} */ text) => maskExpression(text));

  constructor() {
    super([figureSheet, sheet]);
  }

  static get observedAttributes() {
    return [...super.observedAttributes, 'editable'];
  }

  /** Moves the focus to the pattern. */
  focus() {
    this.#views?.maps.pattern.map.focus();
  }

  /** Restores the initial mask and sizes, and keeps display settings such as the theme. */
  reset() {
    this.act((now) => now.commit({ ...seenAs(freshState(), now.state), rows: null }));
  }

  /** Moves the playback by `by` rows. Only in the room. @param {number} by */
  step(by) {
    this.#views?.room?.step(by);
  }

  /** @protected */
  fresh() {
    return freshState();
  }

  /** @protected */
  load() {
    return load(/** @type {typeof RoomElement} */ (this.constructor).program);
  }

  /** @protected @param {MaskState} state */
  encode(state) {
    return encode(state);
  }

  /** @protected @param {string} fragment */
  decode(fragment) {
    return decode(fragment);
  }

  /** @protected @param {MaskState} state */
  refusal(state) {
    return refusalOf(engine, state, this.words().t)?.text ?? null;
  }

  /** @protected @param {MaskState} first */
  open(first) {
    return session(engine, first, () => this.words().t);
  }

  /** @protected */
  halt() {
    this.#views?.room?.stop();
  }

  /** @protected @param {Refusal | null} refused */
  sentence(refused) {
    return refused?.text ?? '';
  }

  /** @protected */
  selected() {
    const { state } = this;
    const { query, key } = state.cursor;
    return {
      head: state.alibi,
      query,
      key,
      /** Worked out when it is asked for: what is dragged does not ask. */
      get weight() {
        const { allowed, weights } = maskRow(drawnFrom(state), query);
        return allowed[key] === 1 ? weights[key] : null;
      },
    };
  }

  /** @protected */
  settle() {
    if (this.changed.has('editable') && !this.changed.has('view')) this.build();
    return super.settle();
  }

  /**
   * Tells once the change is drawn, and then a few times a second: a drag or a play changes the state in every frame, and a page may write it down.
   *
   * @protected
   */
  tell() {
    this.#changed = true;
    requestAnimationFrame(() => this.#release());
  }

  #release() {
    if (!this.#changed || this.#quiet !== 0) return;
    this.#changed = false;
    this.#quiet = setTimeout(() => {
      this.#quiet = 0;
      this.#release();
    }, QUIET);
    super.tell();
  }

  /** @protected */
  async scene() {
    const { sceneOf } = await import('./picture.js');
    const { model, how } = this.pictured;
    return sceneOf(model, { ...how, t: this.words().t });
  }

  /** @protected */
  build() {
    this.halt();
    this.#views = this.views();
    this.#round = { state: null, at: 0 };
  }

  /** The views: those of the figure, and of the room those that stand round it. */
  views() {
    const look = (/** @type {Partial<MaskState>} */ patch) => this.show(patch);
    const point = (/** @type {Pair | null} */ cell) => {
      this.#point = cell;
      this.requestRender();
    };
    const state = () => this.state;
    // A field says itself what is wrong with it.
    const change = (
      /** @type {(state: MaskState) => MaskState} */ next,
      /** @type {'drag' | 'commit'} */ phase,
      aloud = false,
    ) => this.act((now) => now[phase](next(now.state)), aloud);
    const type = (/** @type {string} */ text, /** @type {'drag' | 'commit'} */ phase) =>
      change((now) => ({ ...now, text }), phase);
    const cancel = () => void this.act((now) => now.cancel());
    const isRoom = this.view === 'room';
    const select = (/** @type {Pair} */ cursor) => look({ cursor });
    const { paint, write } = painting({
      state,
      act: (make) => void this.act(make),
      sentence: (says) => this.words().t.errors.engine(says),
    });
    const table = isRoom
      ? (/** @type {import('./types.js').MapName} */ name) =>
          look({ table: this.state.table === name ? null : name })
      : null;
    const actions = { state, point, select, paint, table, speak: () => this.requestRender() };
    const maps = {
      pattern: mapView('pattern', actions),
      scores: mapView('scores', actions),
      weights: mapView('weights', actions),
    };
    const { pattern } = maps;
    bindBrush(pattern.map, pattern.geometry, { state, select, paint });
    const legend = legendView(engine, look);
    for (const name of /** @type {const} */ (['pattern', 'scores', 'weights']))
      maps[name].node.append(legend.nodes[name]);
    const canvases = element(
      'div',
      { class: 'maps', part: 'figure' },
      ...Object.values(maps).map(({ node }) => node),
    );
    const said = element('p', { class: 'hidden spoken', 'aria-live': 'polite' });
    const both = { maps, legend, canvases, said, paint: painter(engine, maps) };
    if (isRoom) {
      const room = roomView({
        canvases,
        notice: this.noticeLine,
        state,
        look,
        point,
        change,
        type,
        cancel,
        write,
      });
      room.node.append(said);
      this.shadowRoot?.replaceChildren(room.node);
      return { ...both, room, figure: null };
    }
    const field = isOn(this.getAttribute('editable')) ? expressionView({ type, cancel }) : null;
    const figure = {
      field,
      text: element('p', { class: 'mask-text', hidden: field !== null }),
      cell: cellLine(),
    };
    this.shadowRoot?.replaceChildren(
      element(
        'div',
        { class: 'figure' },
        this.noticeLine,
        field?.node,
        figure.text,
        canvases,
        figure.cell.node,
        said,
      ),
    );
    return { ...both, room: null, figure };
  }

  /** @protected @param {MaskState} state */
  draw(state) {
    const views = /** @type {ReturnType<HeedMaskElement['views']>} */ (this.#views);
    const { room, figure } = views;
    // Without a width nothing is shown: there is nothing to draw into, and nobody to play to.
    if (views.canvases.clientWidth === 0) return void room?.stop();
    const model = this.#work.model(state, this.#point, this.words());
    const appearance = this.appearance(views.canvases);
    const whole = !this.#waits(state);
    const { scale, figures } = views.paint(
      state,
      appearance,
      views.canvases.clientWidth,
      whole && room !== null,
    );
    views.legend.update(model, scale, appearance);
    for (const map of Object.values(views.maps)) map.update(model);
    if (!whole) return undefined;
    this.#round = { state, at: performance.now() };
    const full = () =>
      /** @type {import('./types.js').MaskModel} */ ({
        ...model,
        parsed: this.#parsed(state.text),
        deciding: model.why.clauses.flatMap(({ decides, clause }) => (decides ? [clause] : [])),
      });
    room?.update(full(), figures ?? undefined);
    figure?.field?.update(full());
    figure?.cell.update(model);
    if (figure) setText(figure.text, state.text);
    const focused = Object.values(views.maps).some(({ map }) => map === this.shadowRoot?.activeElement);
    setText(views.said, focused && !this.#point ? spokenCell(model).aloud : '');
    return undefined;
  }

  /** Whether what stands round the maps is left for later, and comes by itself then. @param {MaskState} state */
  #waits(state) {
    const { state: before, at } = this.#round;
    const wait = at + ROUND - performance.now();
    if (!before || wait <= 0 || state.queries * state.keys <= LARGE || sameNumbers(before, state))
      return false;
    this.#due ||= setTimeout(() => {
      this.#due = 0;
      this.requestRender();
    }, wait);
    return true;
  }
}

import * as engine from '../engine/masks.js';
import { element, setText } from '../lesson/dom.js';
import { cellView } from '../masks/cell-view.js';
import { clausesView } from '../masks/clauses-view.js';
import { codeView } from '../masks/code-view.js';
import { painter } from '../masks/draw.js';
import { expressionView } from '../masks/expression-view.js';
import { figuresView } from '../masks/figures-view.js';
import { decode, encode } from '../masks/fragment.js';
import { legendView } from '../masks/legend-view.js';
import { mapView } from '../masks/map-view.js';
import { modeller } from '../masks/model.js';
import { playView } from '../masks/play-view.js';
import { presetsView } from '../masks/presets-view.js';
import { drawnFrom, refusalOf, session } from '../masks/session.js';
import { settingsView } from '../masks/settings-view.js';
import { spokenCell } from '../masks/speech.js';
import { freshState, sameNumbers, seenAs } from '../masks/state.js';
import { stripView } from '../masks/strip-view.js';
import { sheet } from '../masks/style.js';
import { tableView } from '../masks/table-view.js';
import { toolsView } from '../masks/tools-view.js';
import { masks as en } from '../strings/en-masks.js';
import { masks as es } from '../strings/es-masks.js';
import { RoomElement } from './room-element.js';
/** @import { MaskState, Pair, Refusal } from '../masks/types.js' */

/** Milliseconds between two tellings: browsers refuse an address that changes too often. */
const QUIET = 350;
/** Of masks with more pairs than this, what stands round the maps is drawn less often while they change: a frame has no time for both. */
const LARGE = 512 * 512;
/** Milliseconds between two such drawings. */
const ROUND = 100;

/**
 * `<heed-mask>`: a mask as an expression, what it does to scores and weights, what it costs, and the same mask as code.
 *
 * @extends {RoomElement<MaskState, Refusal, MaskState>}
 */
export class HeedMaskElement extends RoomElement {
  static tag = 'heed-mask';
  static words = { en: { masks: en }, es: { masks: es } };
  /** @type {ReturnType<HeedMaskElement['views']> | null} */
  #views = null;
  /** Where the pointer is. It is no part of the state. @type {Pair | null} */
  #point = null;
  /** The expression before the stroke of a brush. @type {string | null} */
  #unpainted = null;
  /** Whether the reader changed the state since it was last told. */
  #changed = false;
  /** Runs while a further change is not told yet. @type {ReturnType<typeof setTimeout> | 0} */
  #quiet = 0;
  /** What stands round the maps was drawn for this state, and when. @type {{ state: MaskState | null, at: number }} */
  #round = { state: null, at: 0 };
  /** Runs until it is drawn anew. @type {ReturnType<typeof setTimeout> | 0} */
  #due = 0;
  #work = modeller(engine);

  constructor() {
    super([sheet()]);
  }

  /** Goes to where the arrow keys begin: the pattern. */
  focus() { this.#views?.maps.pattern.map.focus(); }

  /** Back to the room as it opens; how it is looked at stays. */
  reset() { this.act((now) => now.commit({ ...seenAs(freshState(), now.state), rows: null })); }

  /** The row before or after, as in the play. @param {number} by */
  step(by) { this.#views?.play.step(by); }

  /** @protected */
  fresh() { return freshState(); }

  /** @protected */
  load() { return engine.load(); }

  /** @protected @param {MaskState} state */
  encode(state) { return encode(state); }

  /** @protected @param {string} fragment */
  decode(fragment) { return decode(fragment); }

  /** @protected @param {MaskState} state */
  refusal(state) { return refusalOf(engine, state, this.words().t)?.text ?? null; }

  /** @protected @param {MaskState} first */
  open(first) { return session(engine, first, () => this.words().t); }

  /** @protected */
  halt() { this.#views?.play.stop(); }

  /** @protected @param {Refusal | null} refused */
  sentence(refused) { return refused?.text ?? ''; }

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
  build() { this.#views = this.views(); }

  /** The views, once. */
  views() {
    const look = (/** @type {Partial<MaskState>} */ patch) => this.show(patch);
    const point = (/** @type {Pair | null} */ cell) => {
      this.#point = cell;
      this.requestRender();
    };
    // A field says itself what is wrong with it.
    const change = (/** @type {(state: MaskState) => MaskState} */ next, /** @type {'drag' | 'commit'} */ phase, aloud = false) => this.act((now) => now[phase](next(now.state)), aloud);
    const type = (/** @type {string} */ text, /** @type {'drag' | 'commit'} */ phase) => change((state) => ({ ...state, text }), phase);
    const map = {
      state: () => this.state,
      point,
      select: (/** @type {Pair} */ cursor) => look({ cursor }),
      paint: (/** @type {Set<number> | null} */ cells, /** @type {'drag' | 'commit' | 'cancel'} */ phase) => this.#paint(cells, phase),
      table: (/** @type {import('../masks/types.js').MapName} */ name) => look({ table: this.state.table === name ? null : name }),
      speak: () => this.requestRender(),
    };
    const maps = { pattern: mapView('pattern', map), scores: mapView('scores', map), weights: mapView('weights', map) };
    const views = {
      maps,
      presets: presetsView(engine, change),
      expression: expressionView({ type, cancel: () => void this.act((now) => now.cancel()) }),
      legend: legendView(engine, look),
      tools: toolsView(look),
      play: playView(engine, () => this.state, look),
      table: tableView((query) => engine.maskRow(drawnFrom(this.state), query)),
      strip: stripView(point),
      figures: figuresView(),
      code: codeView(engine, look),
      cell: cellView(),
      clauses: clausesView(engine, type, (make) => this.#write(make, 'commit')),
      settings: settingsView({ change, look }),
      heading: element('h2', { class: 'hidden' }),
      said: element('p', { class: 'hidden spoken', 'aria-live': 'polite' }),
    };
    const canvases = element('div', { class: 'maps' }, ...Object.values(maps).map(({ node }) => node));
    for (const name of /** @type {const} */ (['pattern', 'scores', 'weights'])) maps[name].node.append(views.legend.nodes[name]);
    const card = element('div', { class: 'band' }, canvases, element('div', { class: 'tools' }, views.play.node, views.tools.node), views.table.node, views.strip.node);
    const main = element('div', { class: 'main' }, views.heading, views.presets.node, views.expression.node, this.noticeLine, card, views.figures.node, views.code.node);
    const side = element('div', { class: 'side' }, views.cell.node, views.clauses.node, views.settings.node);
    this.shadowRoot?.replaceChildren(element('div', { class: 'room' }, main, side, views.said));
    return { ...views, canvases, paint: painter(engine, maps) };
  }

  /** @protected @param {MaskState} state */
  draw(state) {
    const views = /** @type {ReturnType<HeedMaskElement['views']>} */ (this.#views);
    // Without a width the room is not shown: there is nothing to draw into, and nobody to play to.
    if (views.canvases.clientWidth === 0) return void views.play.stop();
    const model = this.#work.model(state, this.#point, this.words());
    setText(views.heading, model.t.rooms.masks);
    const appearance = this.appearance(views.canvases);
    const whole = !this.#waits(state);
    const { scale, figures } = views.paint(state, appearance, views.canvases.clientWidth, whole);
    views.legend.update(model, scale, appearance);
    for (const map of Object.values(views.maps)) map.update(model);
    if (!whole || !figures) return undefined;
    this.#round = { state, at: performance.now() };
    for (const view of [views.presets, views.expression, views.tools, views.table, views.strip, views.code, views.cell, views.clauses, views.settings]) view.update(model);
    views.play.update(model, figures);
    views.figures.update(model, figures);
    const focused = Object.values(views.maps).some(({ map }) => map === this.shadowRoot?.activeElement);
    setText(views.said, focused && !this.#point ? spokenCell(model).aloud : '');
    return undefined;
  }

  /** Whether what stands round the maps is left for later, and comes by itself then. @param {MaskState} state */
  #waits(state) {
    const { state: before, at } = this.#round;
    const wait = at + ROUND - performance.now();
    if (!before || wait <= 0 || state.queries * state.keys <= LARGE || sameNumbers(before, state)) return false;
    this.#due ||= setTimeout(() => {
      this.#due = 0;
      this.requestRender();
    }, wait);
    return true;
  }

  /** Writes what a brush touched into the expression; without cells, the cell under the cursor. @param {Set<number> | null} cells @param {'drag' | 'commit' | 'cancel'} phase */
  #paint(cells, phase) {
    const from = this.#unpainted ?? this.state.text;
    this.#unpainted = phase === 'drag' ? from : null;
    if (phase === 'cancel') return void this.act((now) => now.cancel());
    return this.#write(() => {
      const { brush, cursor, queries, keys, text } = this.state;
      const pairs = cells ? Uint32Array.from([...cells].flatMap((cell) => [Math.floor(cell / keys), cell % keys])) : Uint32Array.of(cursor.query, cursor.key);
      const opposite = engine.maskExplain(text, queries, keys, cursor.query, cursor.key).allows ? 'forbid' : 'allow';
      return engine.maskPainted(from, queries, keys, brush === 'none' ? opposite : brush, pairs);
    }, phase);
  }

  /** Changes the expression by the engine, which may refuse to. @param {(text: string) => string} make @param {'drag' | 'commit'} phase */
  #write(make, phase) {
    this.act((now) => {
      try {
        return now[phase]({ ...now.state, text: make(now.state.text) });
      } catch (error) {
        // What a stroke wrote before it was too much stays, and is undone by itself.
        if (phase === 'commit') now.commit(now.state);
        return { text: this.words().t.errors.engine(error instanceof Error ? error.message : String(error)), column: null };
      }
    });
  }
}

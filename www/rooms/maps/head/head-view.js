import { Mounted } from '../../../ui/controls.js';
import { element, setText } from '../../../ui/dom.js';
import { html, render } from '../../../ui/html.js';
import { Popover } from '../../../ui/popover.js';
import { inNextFrame } from '../../../ui/idle.js';
import { Color } from './color-view.js';
import { Compare, defaultCompare } from './compare-view.js';
import { Header } from './header-view.js';
import { OtherViews } from './other-views.js';
import { mapStore } from './map-store.js';
import { inkReader } from './inks.js';
import { HeadLegend, ShortLegend } from '../legend-view.js';
import { linesView } from './lines-view.js';
import { mapsView } from './maps-view.js';
import { Readout, spokenCell } from './readout-view.js';
import { numberStore } from './numbers.js';
import { isLarge } from '../large/shape.js';
import { scaleOf } from './scale.js';
import { absentIn, clampedCell, hasShapeOf, headMaps, isAwaited, isCausal, labelCache } from './scene.js';
import { SourceOfWeights } from './source-view.js';
import { suggestion } from './suggestion.js';
import { specsOf } from './spec.js';
import { hasPath } from '../speech/path.js';
import { textView } from '../text/text-view.js';
import { tileStore } from './tiles.js';
import { LargeBar, LargePanel } from '../large/panel-view.js';
import { isTypedOver } from './typed-over.js';
import { centeredOn } from './viewport.js';
/** @import { Shown } from '../export/types.js' */
/** @import { LargeView } from '../large/view.js' */
/** @import { MapsData, MapsModel, MapsService, MapsState } from '../types.js' */
/** @import { ScoreRow } from '../live/types.js' */
/** @import { Scene } from './scene.js' */
/** @import { Refusal } from './spec.js' */
/** @import { Colors } from './tiles.js' */
/** @import { Cell } from './viewport.js' */

/** The milliseconds after which a map is said to be computed, and between two draws of a large head. */
const [PATIENCE, LARGE_INTERVAL] = [200, 100];

/** The patterns of lines and tables. */
const NO_PATTERNS = { hatch: false, cross: false };
/**
 * One head in detail, or two heads and their difference: as maps, lines or a table (`main`), with its
 * controls (`legend`, `side`), further notes (`notes`), the numbers of the selected cell (`readout`) and the
 * text (`text`), behind whose last token is a place for what comes next (`after`).
 *
 * @param {object} host
 * @param {boolean} host.isFigure - whether it is embedded in a page
 * @param {boolean} host.hasText - whether the text is shown, if no model reads it
 * @param {() => MapsService | null} host.service
 * @param {(state: MapsState, query: number) => ScoreRow | null} host.scores - of a query, if they are asked for
 * @param {(patch: Partial<MapsState>) => void} host.look - changes how the state is shown, without an undo
 *   step
 * @param {(patch: Partial<MapsState>) => void} host.change - changes the state, with an undo step
 * @param {() => void} host.drawn - called after each draw
 * @param {(place: number, view: LargeView) => void} host.found - more of a large head is computed
 */
export function headView({ isFigure, hasText, service, scores, look, change, drawn, found }) {
  /** @type {MapsModel | null} */
  let model = null;
  /** The current state, which may be newer than the drawn one. @type {MapsState} */
  let state;
  /** The cell under the pointer. It is not part of the state. @type {Cell | null} */
  let hovered = null;
  /** Cancels the requested draw. @type {(() => void) | null} */
  let cancel = null;
  let isSpeechPending = false;
  /** When the pending maps were requested; 0 if none is pending. */
  let waitingSince = 0;
  /**
   * The element that had the focus when a map was requested that takes it.
   *
   * @type {{ from: Element | null } | null}
   */
  let awaitsFocus = null;
  /** What the current maps were drawn from, for exports. @type {Scene | null} */
  let drawnScene = null;
  /** The colors of the drawn weights. @type {Colors['scale'] | null} */
  let scale = null;
  /** The open large head. @type {LargeView | null} */
  let large = null;
  /** @type {ReturnType<typeof setTimeout> | 0} */
  let largeTimer = 0;
  /** The live region for screen readers. @type {HTMLElement | null} */
  let liveRegion = null;
  /** The files of the text in the live region. @type {unknown} */
  let opened = null;

  const redraw = () => {
    cancel ??= inNextFrame(draw);
  };
  const patched =
    (/** @type {(patch: Partial<MapsState>) => void} */ tell) =>
    (/** @type {Partial<MapsState>} */ patch) => {
      state = { ...state, ...patch };
      tell(patch);
    };
  const actions = {
    state: () => state,
    look: patched(look),
    change: patched(change),
    redraw,
    speak() {
      isSpeechPending = true;
      redraw();
    },
    /** @param {Cell} cursor */
    select(cursor) {
      isSpeechPending = true;
      actions.look({ cursor });
    },
    /** Moves the cursor to a cell, which may be outside the viewport. @param {Cell} cursor */
    jumpTo(cursor) {
      const viewport = maps.viewport();
      isSpeechPending = true;
      actions.look({ cursor, sight: viewport ? centeredOn(viewport, cursor) : state.sight, view: 'map' });
    },
    /** @param {Cell | null} cell */
    point(cell) {
      if (cell?.query === hovered?.query && cell?.key === hovered?.key) return;
      hovered = cell;
      redraw();
    },
    toggleCompare: () =>
      actions.change({
        compare: state.compare ? null : defaultCompare(state, model?.data?.reading.heads ?? 1),
      }),
  };
  const store = mapStore({
    changed: redraw,
    gone(map) {
      tiles.forget(map);
      stores.forget(map);
    },
  });
  const failed = (/** @type {number} */ map, /** @type {unknown} */ error) => store.lost(map, error);
  const tiles = tileStore({ service, changed: redraw, failed });
  const stores = numberStore({ service, changed: redraw, failed });
  const { rowOf } = stores;

  const probe = element('i', { class: 'probe', 'aria-hidden': 'true' });
  const inksOf = inkReader(probe);
  const labelsOf = labelCache();
  const [legend, side, readout, notes] = [1, 2, 3, 4].map(() => element('div', { class: 'mounted' }));
  const maps = mapsView(tiles, actions, { legend, isFigure });
  const lines = linesView(rowOf, actions);
  const text = textView({
    stores,
    cursor: () => state.cursor,
    hold: (cursor) => actions.look({ cursor }),
    redraw,
    announce: (sentence) => liveRegion && setText(liveRegion, sentence),
  });
  const main = element('section', { class: 'head-view' });
  // The style of the probe is known once it is in the page.
  render(html`<${Mounted} node=${probe} />`, main);
  /** Moves the focus before the controls of a comparison are removed. */
  const leave = () => /** @type {HTMLElement | null} */ (main.querySelector('.view-tools .compare'))?.focus();

  function draw() {
    cancel?.();
    cancel = null;
    const from = service();
    if (!model?.data || !from || !main.isConnected) {
      follow(null);
      store.clear();
      if (state.text !== null) text.wait();
      return;
    }
    const { specs, refusal } = specsOf(state, model.data);
    store.want(specs, from, model.data);
    // Without a width the view is hidden, so nothing is drawn.
    if (main.clientWidth === 0) return;
    const scene = sceneOf(model, model.data);
    // With each token that is typed the map has another size. What is drawn stays until the new map is there.
    if (state.text !== null && drawnScene && isAwaited(scene)) return;
    const { info, colors } = drawMain(scene, refusal);
    if (hasText || state.text !== null) text.update(scene, info, colors);
    render(html`<${Readout} scene=${scene} rowOf=${rowOf} />`, readout);
    const values = html`<${Popover} name="values" label=${scene.t.options} about=${scene.t.shown}>
      <${SourceOfWeights} scene=${scene} change=${actions.change} />
    <//>`;
    render(html`${!isLarge(model.data.reading) && values}`, side);
    // Messages about other files are removed.
    if (liveRegion && opened !== model.data.opened) setText(liveRegion, '');
    ({ opened } = model.data);
    if (isSpeechPending) speak(scene);
    drawn();
  }

  /** @param {MapsModel} from @param {MapsData} data @returns {Scene} */
  function sceneOf({ t, language, appearance }, data) {
    const labels = labelsOf(state, data, t.image.segments);
    const cursor = clampedCell(state.cursor, labels);
    const shown = store.all();
    const numbers = (shown.plain ?? shown.a)?.info ?? null;
    const pointed = hovered ?? text.activeCell(numbers);
    const activeCell = clampedCell(pointed, labels) ?? cursor;
    const of = state.view === 'map' ? activeCell : cursor;
    const row = of && scores(state, of.query);
    return {
      state: { ...state, cursor },
      data,
      t: t.maps.head,
      large: t.maps.large,
      entries: t.maps.entries,
      text: t.maps.text,
      chosen: t.maps.chosen,
      image: t.image,
      language,
      appearance,
      inks: inksOf(appearance),
      labels,
      shown,
      numbers,
      activeCell,
      // With each token that is typed, the model is ahead of the map.
      scores: row?.scores.length === labels.key.length ? row : null,
      path: hasPath(state, numbers) ? stores.pathOf(numbers) : null,
      isCausal: isCausal(state, data),
      absent: absentIn(state, data, state, shown.a?.info),
    };
  }

  /** Whether a map has been pending for long. @param {Scene['shown']} shown */
  function isLate(shown) {
    const isWaiting = Object.values(shown).some(({ waiting }) => waiting);
    if (isWaiting && waitingSince === 0) {
      waitingSince = performance.now();
      setTimeout(redraw, PATIENCE);
    } else if (!isWaiting) waitingSince = 0;
    return isWaiting && performance.now() - waitingSince >= PATIENCE;
  }

  /** @param {Scene} scene @param {Refusal | null} refusal */
  function drawMain(scene, refusal) {
    const { t, shown, numbers } = scene;
    const { map, view } = scene.state;
    const { theme } = scene.appearance;
    // The present map may belong to the previous state while a response is pending.
    const infos = [shown.a, shown.b].flatMap((each) => each?.info ?? []);
    /** @type {Colors} */
    const colors = { map, theme, scale: scaleOf(scene.state, infos), heads: headMaps(scene) };
    const difference = shown.difference?.info
      ? { map, theme, scale: scaleOf(scene.state, infos, shown.difference.info) }
      : null;
    const info =
      shown.a?.info && numbers && [shown.a.info, numbers].every(hasShapeOf(scene)) ? numbers : null;
    drawnScene = info ? scene : null;
    const areWeights = info && scene.state.values === 'none' && !scene.shown.a?.waiting;
    scale = areWeights ? colors.scale : null;
    const active = focused();
    // The map of another file is hidden until the new one arrives. Without this, the focus would be lost.
    if (!info && active === maps.plot) awaitsFocus = { from: active };
    maps.node.hidden = maps.zooming.hidden = view !== 'map' || !info;
    lines.node.hidden = view !== 'lines' || !info;
    const isStale = isLate(shown);
    const problem = Object.values(shown).find((each) => each.problem)?.problem ?? '';
    const reasons = info ? suggestion(scene, infos) : '';
    const more = html`${info?.large && html`<${LargePanel} ...${{ scene, info, select: actions.jumpTo }} />`}
      <p class="soft reasons" role="status" hidden=${reasons === ''}>${reasons}</p>`;
    render(
      html`<${Mounted} node=${probe} />
        <${Header} scene=${scene} actions=${actions} strings=${model?.t} />
        <${Compare} ...${{ scene, refusal, leave, state: actions.state, change: actions.change }} />
        <p class="head-problem" role="alert" hidden=${problem === ''}>${problem}</p>
        <p class="soft waiting" role="status" hidden=${!isStale}>${isStale && t.waiting}</p>
        ${info?.large && view !== 'picked' && html`<${LargeBar} ...${{ scene, info, look: actions.look }} />`}
        <div class=${isStale ? 'head-drawing stale' : 'head-drawing'} part="figure">
          <${Mounted} node=${maps.node} />
          <${Mounted} node=${lines.node} />
          ${view === 'map' && scene.scores?.table(scene)}
          ${info && html`<${OtherViews} ...${{ scene, info, colors, ...stores, actions, service, words: model?.t.maps }} />`}
        </div>
        ${isFigure && more}`,
      main,
    );
    if (!isFigure) render(more, notes);
    follow(info?.large?.view ?? null);
    if (!info) return { info, colors };
    if (view === 'map') maps.update(scene, colors, difference);
    else if (view === 'lines') lines.update(scene, info);
    drawLegend(scene, colors, difference);
    takeFocus(scene);
    return { info, colors };
  }

  /** @param {Scene} scene @param {Colors} colors @param {Colors | null} difference */
  function drawLegend(scene, colors, difference) {
    const isMap = scene.state.view === 'map';
    if (isFigure && !isMap) return;
    const [viewport, patterns] = isMap ? [maps.viewport(), maps.patterns()] : [null, NO_PATTERNS];
    const props = { scene, colors, difference, viewport, patterns };
    const options = html`<${Color} scene=${scene} look=${actions.look} change=${actions.change} />`;
    render(
      isFigure ? html`<${HeadLegend} ...${props} />` : html`<${ShortLegend} ...${props}>${options}<//>`,
      legend,
    );
  }

  /** Redraws when more rows of a large head are computed. @param {LargeView | null} next */
  function follow(next) {
    if (large === next) return;
    large?.listeners.delete(onRows);
    large = next;
    large?.listeners.add(onRows);
  }
  /** Throttles the draws, which leaves frames for the reader's actions. */
  function onRows() {
    largeTimer ||= setTimeout(() => {
      largeTimer = 0;
      const { layer, head } = state;
      if (large && model?.data) found(layer * model.data.reading.heads + head, large);
      redraw();
    }, LARGE_INTERVAL);
  }

  const focused = () => /** @type {Document | ShadowRoot} */ (main.getRootNode()).activeElement;
  const focus = () => (state.view === 'lines' ? lines.box : maps.plot).focus();

  /**
   * Focuses a map that was pending, unless the reader has moved the focus in the meantime.
   *
   * @param {Scene} scene
   */
  function takeFocus({ shown: { a } }) {
    if (!awaitsFocus || a?.waiting) return;
    const active = focused();
    const { body } = document;
    const isOnPage = active === body || (active === null && document.activeElement === body);
    if (isOnPage || active === awaitsFocus.from) focus();
    awaitsFocus = null;
  }

  /** @param {Scene} scene */
  function speak(scene) {
    const { numbers } = scene;
    const text =
      scene.state.view === 'lines' && numbers ? lines.spoken(scene, numbers) : spokenCell(scene, rowOf);
    if (text === '' || !liveRegion) return;
    isSpeechPending = false;
    setText(liveRegion, text);
  }

  return {
    main,
    side,
    readout,
    legend,
    zooming: maps.zooming,
    notes,
    text: text.node,
    after: text.after,
    /** Sets the live region. @param {HTMLElement | null} node */
    speakIn(node) {
      liveRegion = node;
    },
    /** While a text is typed, the head stays until a model has run it. @param {MapsModel} next */
    update(next) {
      const isTyped = model?.data && isTypedOver(model, next);
      [model, state] = [next, next.state];
      if (!isTyped) draw();
    },
    /** Releases the maps. */
    end() {
      follow(null);
      store.clear();
    },
    /** The weight of the cursor's cell; undefined while it is pending, null if there is none. */
    weight() {
      const { plain, a } = store.all();
      const shown = plain ?? a;
      const { cursor } = state;
      const row = shown?.info && !shown.waiting && cursor ? rowOf(shown.info, cursor.query) : null;
      return row && cursor ? (row[cursor.key] ?? null) : undefined;
    },
    focus,
    /** The scale of the drawn map; null if it does not show weights. */
    scale: () => scale,
    /** Focuses the map once the opened head is drawn. */
    arrive: () => {
      awaitsFocus = { from: focused() };
      redraw();
    },
    /** The drawn maps, for exports. @returns {Shown | null} */
    shown() {
      if (!drawnScene) return null;
      const open = Object.values(drawnScene.shown).flatMap(({ spec, info, waiting }) =>
        info && !waiting ? { spec, info } : [],
      );
      return { maps: open, region: drawnScene.state.view === 'map' ? maps.region() : null };
    },
  };
}

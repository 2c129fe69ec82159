import { Mounted } from '../../../ui/controls.js';
import { element, setText } from '../../../ui/dom.js';
import { html, render } from '../../../ui/html.js';
import { Colour } from './colour-view.js';
import { Compare, firstOther } from './compare-view.js';
import { Header } from './header-view.js';
import { mapStore } from './map-store.js';
import { inkReader } from './inks.js';
import { Legend } from './legend-view.js';
import { linesView } from './lines-view.js';
import { mapsView } from './maps-view.js';
import { Readout, spokenCell } from './readout-view.js';
import { rowStore } from './rows.js';
import { scaleOf } from './scale.js';
import { clampedCell, labeller, titleOf } from './scene.js';
import { SourceOfWeights } from './source-view.js';
import { suggestion } from './suggestion.js';
import { sourceOf, specsOf } from './spec.js';
import { tileStore } from './tiles.js';
import { TopKeys } from './top-view.js';
import { LargeBar, LargePanel } from '../large/panel-view.js';
import { centred } from './sight.js';
/** @import { MapInfo, MapsModel, MapsService, MapsState } from '../types.js' */
/** @import { Colours } from './paint.js' */
/** @import { Scene } from './scene.js' */
/** @import { Pair } from './sight.js' */
/** @import { Refused } from './spec.js' */

/** The milliseconds after which the view shows that a map is being computed. */
const PATIENCE = 200;
/** The milliseconds between two draws while a large head is computed. */
const LEARNING = 100;

/**
 * One head, large: its map with all that says what is in it, as lines or as a table, and beside another one.
 * `main` is what is drawn, `side` what is said of it and chosen for it.
 *
 * @param {object} host
 * @param {() => MapsService | null} host.service
 * @param {(patch: Partial<MapsState>) => void} host.look - a change that one would not undo
 * @param {(patch: Partial<MapsState>) => void} host.change - one that one would
 * @param {() => void} host.drawn - called after each drawing
 * @param {(place: number, view: import('../large/view.js').LargeView) => void} host.found - called when more
 *   of a large head is known
 */
export function headView({ service, look, change, drawn, found }) {
  /** @type {MapsModel | null} */
  let model = null;
  /** The current state, which may be newer than the drawn one. @type {MapsState} */
  let state;
  /** The cell under the pointer. It is not part of the state. @type {Pair | null} */
  let pointed = null;
  let frame = 0;
  let speaking = false;
  let waitedFrom = 0;
  /**
   * The element that has the focus until a new map is drawn and takes it.
   *
   * @type {{ from: Element | null } | null}
   */
  let awaitsFocus = null;
  /**
   * The current maps, for exports.
   *
   * @type {{ scene: Scene, colours: Colours, difference: Colours | null } | null}
   */
  let last = null;

  /** The current large head. @type {import('../large/view.js').LargeView | null} */
  let followed = null;
  /** @type {ReturnType<typeof setTimeout> | 0} */
  let learning = 0;

  const redraw = () => {
    frame ||= requestAnimationFrame(draw);
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
      speaking = true;
      redraw();
    },
    /** @param {Pair} cursor */
    select(cursor) {
      speaking = true;
      actions.look({ cursor });
    },
    /** Goes to a cell, which may be outside the view. @param {Pair} cursor */
    go(cursor) {
      const frame = maps.frame();
      speaking = true;
      actions.look({ cursor, sight: frame ? centred(frame, cursor) : state.sight, view: 'map' });
    },
    /** @param {Pair | null} cell */
    point(cell) {
      if (cell?.query === pointed?.query && cell?.key === pointed?.key) return;
      pointed = cell;
      redraw();
    },
    toggleCompare: () =>
      actions.change({ compare: state.compare ? null : firstOther(state, model?.data?.reading.heads ?? 1) }),
  };
  const store = mapStore({
    changed: redraw,
    gone(map) {
      tiles.forget(map);
      rows.forget(map);
    },
  });
  const failed = (/** @type {number} */ map, /** @type {unknown} */ error) => store.lost(map, error);
  const tiles = tileStore({ service, changed: redraw, failed });
  const rows = rowStore({ service, changed: redraw, failed });

  const probe = element('i', { class: 'probe', 'aria-hidden': 'true' });
  const inksOf = inkReader(probe);
  const labelsOf = labeller();
  const [legend, side, readout] = [1, 2, 3].map(() => element('div', { class: 'mounted' }));
  const maps = mapsView(tiles, actions, legend);
  const lines = linesView(rows.row, actions);
  const main = element('section', { class: 'head-view' });
  // The style of the probe is known once it is in the page.
  render(html`<${Mounted} node=${probe} />`, main);
  /** The live region for screen readers. @type {HTMLElement | null} */
  let said = null;
  /** The current files. @type {unknown} */
  let opened = null;
  /** Moves the focus before the controls of a comparison are removed. */
  const leave = () => /** @type {HTMLElement | null} */ (main.querySelector('.view-tools .compare'))?.focus();

  function draw() {
    cancelAnimationFrame(frame);
    frame = 0;
    const from = service();
    if (!model?.data || !from || !main.isConnected) {
      follow(null);
      return void store.clear();
    }
    const { specs, refused } = specsOf(state, model.data);
    store.want(specs, from, model.data);
    // Without a width the view is hidden, so nothing is drawn.
    if (main.clientWidth === 0) return;
    const scene = sceneOf(model);
    show(scene, refused);
    render(html`<${Readout} scene=${scene} rowOf=${rows.row} />`, readout);
    render(
      html`<${SourceOfWeights} scene=${scene} change=${actions.change} />
        <${Colour} scene=${scene} look=${actions.look} change=${actions.change} />`,
      side,
    );
    // Messages about other files are removed.
    if (said && opened !== model.data.opened) setText(said, '');
    ({ opened } = model.data);
    if (speaking) speak(scene);
    drawn();
  }

  /** @param {MapsModel} of @returns {Scene} */
  function sceneOf({ data, t, language, appearance }) {
    const of = /** @type {NonNullable<MapsModel['data']>} */ (data);
    const labels = labelsOf(state, of);
    const seen = { ...state, cursor: clampedCell(state.cursor, labels) };
    const shown = store.all();
    const activeCell = clampedCell(pointed, labels) ?? seen.cursor;
    const numbers = (shown.plain ?? shown.a)?.info ?? null;
    return {
      state: seen,
      data: of,
      t: t.maps.head,
      large: t.maps.large,
      language,
      appearance,
      inks: inksOf(appearance),
      labels,
      shown,
      numbers,
      activeCell,
      reach: state.words ? null : of.reading.reach,
    };
  }

  /** Whether a map has been pending for long. @param {Scene['shown']} shown */
  function isLate(shown) {
    const waits = Object.values(shown).some((each) => each?.waiting);
    if (waits && waitedFrom === 0) {
      waitedFrom = performance.now();
      setTimeout(redraw, PATIENCE);
    } else if (!waits) waitedFrom = 0;
    return waits && performance.now() - waitedFrom >= PATIENCE;
  }

  /** @param {Scene} scene @param {Refused | null} refused */
  function show(scene, refused) {
    const {
      t,
      state: { map, view },
      shown: { a, b, difference },
      appearance: { theme },
    } = scene;
    // The present map may belong to the previous state while a response is pending.
    const infos = /** @type {MapInfo[]} */ ([a?.info, b?.info].filter(Boolean));
    const colours = { map, theme, scale: scaleOf(scene.state, infos) };
    const other = difference?.info
      ? { map, theme, scale: scaleOf(scene.state, infos, difference.info) }
      : null;
    const info =
      a?.info && scene.numbers && fits(a.info, scene) && fits(scene.numbers, scene) ? scene.numbers : null;
    last = info ? { scene, colours, difference: other } : null;
    const active = focused();
    // The map of another file is hidden until the new one arrives. Without this, the focus would be lost.
    if (!info && active === maps.plot) awaitsFocus = { from: active };
    maps.node.hidden = view !== 'map' || !info;
    lines.node.hidden = view !== 'lines' || !info;
    const isStale = isLate(scene.shown);
    const problem = Object.values(scene.shown).find((each) => each?.problem)?.problem ?? '';
    const reasons = info ? suggestion(scene, infos) : '';
    render(
      html`<${Mounted} node=${probe} />
        <${Header} scene=${scene} look=${actions.look} toggleCompare=${actions.toggleCompare} />
        <${Compare} ...${{ scene, refused, leave, state: actions.state, change: actions.change }} />
        <p class="head-problem" role="alert" hidden=${problem === ''}>${problem}</p>
        <p class="soft waiting" role="status" hidden=${!isStale}>${isStale && t.waiting}</p>
        ${info?.large && html`<${LargeBar} ...${{ scene, info, look: actions.look }} />`}
        <div class=${isStale ? 'head-drawing stale' : 'head-drawing'} part="figure">
          <${Mounted} node=${maps.node} />
          <${Mounted} node=${lines.node} />
          ${
            view === 'table' &&
            info &&
            html`<${TopKeys} ...${{ scene, info, rowOf: rows.row, select: actions.select }} />`
          }
        </div>
        ${info?.large && html`<${LargePanel} ...${{ scene, info, select: actions.go }} />`}
        <p class="soft reasons" role="status" hidden=${reasons === ''}>${reasons}</p>`,
      main,
    );
    follow(info);
    if (!info) return;
    if (view === 'map') {
      maps.update(scene, colours, other);
      render(html`<${Legend} ...${{ scene, colours, difference: other, frame: maps.frame() }} />`, legend);
    } else if (view === 'lines') lines.update(scene, info);
    takeFocus(scene);
  }

  /** Redraws when more rows of a large head are known. @param {MapInfo | null} info */
  function follow(info) {
    const next = info?.large?.view ?? null;
    if (followed === next) return;
    followed?.listeners.delete(learned);
    followed = next;
    followed?.listeners.add(learned);
  }
  /** Ten times a second is enough for numbers, and leaves frames to the reader. */
  function learned() {
    learning ||= setTimeout(() => {
      learning = 0;
      const { layer, head } = state;
      if (followed && model?.data) found(layer * model.data.reading.heads + head, followed);
      redraw();
    }, LEARNING);
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
    if (
      active === awaitsFocus.from ||
      (active === null && document.activeElement === document.body) ||
      active === document.body
    )
      focus();
    awaitsFocus = null;
  }

  /** @param {Scene} scene */
  function speak(scene) {
    const { view } = scene.state;
    const info = scene.numbers;
    const text = view === 'lines' && info ? lines.spoken(scene, info) : spokenCell(scene, rows.row);
    if (text === '' || !said) return;
    speaking = false;
    setText(said, text);
  }

  return {
    main,
    side,
    readout,
    /** @param {HTMLElement | null} node - a live region */
    speakIn(node) {
      said = node;
    },
    /** @param {MapsModel} next */
    update(next) {
      model = next;
      ({ state } = next);
      draw();
    },
    /** Releases the maps. */
    end() {
      follow(null);
      store.clear();
    },
    /** The weight of the cursor's cell; undefined while it is pending, null if there is none. */
    weight() {
      const [shown, cell] = [store.all().plain ?? store.all().a, state.cursor];
      const row = shown?.info && !shown.waiting && cell ? rows.row(shown.info, cell.query) : null;
      return row && cell ? (row[cell.key] ?? null) : undefined;
    },
    /** Moves the cursor to its initial cell. */
    focus,
    /** Moves the focus to the map when the opened head is drawn. */
    arrive: () => {
      awaitsFocus = { from: focused() };
      redraw();
    },
    /**
     * What is drawn now, for exports: the map, the one that numbers are read from, and of a comparison the
     * other two; what colours stand for, the part in sight (null is all), what stands at the axes, and the
     * title.
     */
    shown() {
      const info = last?.scene.shown.a?.info;
      if (!last || !info) return null;
      const numbers = last.scene.numbers ?? info;
      const {
        scene: {
          state: of,
          data,
          t,
          labels,
          shown: { a, b, difference },
          reach,
        },
        colours,
      } = last;
      const { spec } = /** @type {import('./map-store.js').Shown} */ (a);
      const [other, far] = [b, difference].map((each) =>
        each?.info ? { info: each.info, spec: each.spec } : null,
      );
      const pair = other && far ? { b: other, difference: far } : null;
      const sight = of.view === 'map' ? maps.sight() : null;
      return {
        info,
        spec,
        numbers,
        pair,
        scale: colours.scale,
        sight,
        labels,
        title: titleOf(sourceOf(of), data, t),
        reach,
      };
    },
  };
}

/**
 * Whether a map has the shape of the labels: another file may have been opened in between.
 *
 * @param {MapInfo} info @param {Scene} scene
 */
function fits({ queries, keys }, { labels }) {
  return queries === labels.query.length && keys === labels.key.length;
}

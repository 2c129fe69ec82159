import { Icon, Mounted } from '../../../ui/controls.js';
import { element } from '../../../ui/dom.js';
import { html, render } from '../../../ui/html.js';
import { mapView } from './map-view.js';
import { minimap } from './minimap.js';
import { titleOf, withFile } from './scene.js';
import { sourceOf } from './spec.js';
import { scrolledTo, visibleRegion, zoomed } from './viewport.js';
import { heightAtOnce } from '../fold.js';
/** @import { MapInfo, MapsState } from '../types.js' */
/** @import { Patterns } from './absent.js' */
/** @import { Scene } from './scene.js' */
/** @import { Colors, Tiles } from './tiles.js' */
/** @import { Cell, Sight, Viewport } from './viewport.js' */

/** The minimum widths at which two and three maps are side by side, in CSS pixels. */
const [TWO_COLUMNS, THREE_COLUMNS] = [520, 840];
/** The gap between maps, in CSS pixels. */
const GAP = 16;
/** In the room: the maximum height of a map as a share of the window's, and its minimum in CSS pixels. */
const [MAX_HEIGHT_SHARE, MIN_HEIGHT] = [0.68, 260];
/** In the room: the minimum width of a map with bars beside it. Narrower ones have larger cells instead. */
const WITH_BARS = 420;
/** In an embedded figure: the maximum side of a map, in CSS pixels. */
const MAX_SIDE = 700;
/** The factor by which a button zooms. */
const ZOOM = 1.5;

let lastId = 0;

/**
 * The map of a head, or of two heads and their difference, with a shared cursor and viewport.
 *
 * @param {Tiles} tiles
 * @param {object} actions
 * @param {() => MapsState} actions.state
 * @param {(patch: Partial<MapsState>) => void} actions.look
 * @param {(cell: Cell | null) => void} actions.point
 * @param {() => void} actions.speak
 * @param {object} host
 * @param {HTMLElement} host.legend - in a figure, below the maps or beside the last one
 * @param {boolean} host.isFigure - whether the maps are embedded in a page, where the height of the window
 *   says nothing: the frame of a notebook grows with its figure
 */
export function mapsView(tiles, { state, look, point, speak }, { legend, isFigure }) {
  const see = (/** @type {Sight | null} */ sight) => look({ sight });
  /** All maps have the same viewport. @returns {Viewport | null} */
  const viewport = () => maps.a.viewport();
  const actions = {
    point,
    see,
    speak,
    sight: () => state().sight,
    cursor() {
      const { row = 0, col = 0 } = viewport() ?? {};
      return state().cursor ?? { query: Math.floor(row), key: Math.floor(col) };
    },
    /** @param {Cell} cursor @param {boolean} follow */
    select(cursor, follow) {
      const now = viewport();
      speak();
      look(follow && now ? { cursor, sight: scrolledTo(now, cursor) } : { cursor });
    },
  };
  const maps = {
    a: mapView(tiles, actions),
    b: mapView(tiles, actions),
    difference: mapView(tiles, actions),
  };
  const zoom = (/** @type {number} */ factor) => {
    const now = viewport();
    if (now) see(zoomed(now, { x: now.width / 2, y: now.height / 2 }, factor));
  };
  const buttons = /** @type {const} */ ([
    ['nearer', 'plus', () => zoom(ZOOM)],
    ['farther', 'minus', () => zoom(1 / ZOOM)],
    ['all', 'fit', () => see(null)],
  ]);
  const small = minimap(tiles, { viewport, see });
  const keysId = `map-keys-${(lastId += 1)}`;
  const node = element('div', { class: 'maps-view' });
  const zooming = element('div', { class: 'zooming' });
  for (const { plot } of Object.values(maps)) plot.setAttribute('aria-describedby', keysId);

  return {
    node,
    /** The buttons that zoom, and the small map. */
    zooming,
    plot: maps.a.plot,
    viewport,
    region: () => visibleRegion(viewport()),
    /** The patterns that the maps show. @returns {Patterns} */
    patterns() {
      const all = Object.values(maps).flatMap((map) => map.patterns());
      return { hatch: all.some(({ hatch }) => hatch), cross: all.some(({ cross }) => cross) };
    },
    /** @param {Scene} scene @param {Colors} colors @param {Colors | null} difference */
    update(scene, colors, difference) {
      const { t, shown, data } = scene;
      const { compare } = scene.state;
      const title = titleOf(sourceOf(scene.state), data, t);
      const { columns, space } = layoutFor(node, compare !== null, isFigure, scene.scores !== null);
      /** @type {ReturnType<typeof maps.a.draw>} */
      const wanted = [];
      for (const role of /** @type {const} */ (['a', 'b', 'difference'])) {
        const info = shown[role]?.info;
        const mapColors = role === 'difference' ? difference : colors;
        maps[role].node.hidden = !info || !mapColors;
        if (!info || !mapColors) continue;
        const name = compare ? nameOf(role, title, scene) : '';
        const label = t.mapLabel({ title: name || title, queries: info.queries, keys: info.keys });
        wanted.push(...maps[role].draw(scene, info, space, mapColors, { name, label }));
      }
      const now = viewport();
      if (now) {
        // Only the visible rows of a large head are computed.
        shown.a?.info?.large?.view.look(visibleRegion(now)?.rows ?? [0, now.rows]);
        wanted.push(...small.update(scene, /** @type {MapInfo} */ (shown.a?.info), now, colors));
      }
      tiles.want(wanted);
      const isWhole = !now || now.cell <= now.least;
      const focused = /** @type {HTMLButtonElement | null} */ (zooming.querySelector('button:focus'));
      render(
        html`<span class="zoom-buttons">
            ${buttons.map(
              ([name, icon, act]) =>
                html`<button
                  type="button"
                  class="icon"
                  aria-label=${t.zoom[name]}
                  title=${t.zoom[name]}
                  disabled=${name !== 'nearer' && isWhole}
                  onClick=${act}
                >
                  <${Icon} name=${icon} />
                </button>`,
            )}
          </span>
          <${Mounted} node=${small.node} />`,
        zooming,
      );
      // A button that is disabled would drop the focus.
      if (focused?.disabled) maps.a.plot.focus();
      const below = html`<div class="below" style=${{ gridColumn: columns === 2 ? '' : '1 / -1' }}>
        <${Mounted} node=${legend} /><${Mounted} node=${zooming} />
      </div>`;
      render(
        html`<p class="hidden" id=${keysId}>${t.mapKeys}</p>
          <div class="maps-grid" style=${{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}>
            ${Object.values(maps).map((map) => html`<${Mounted} node=${map.node} />`)} ${isFigure && below}
          </div>`,
        node,
      );
    },
  };
}

/**
 * The number of columns of maps, and the space for each.
 *
 * @param {Element} node @param {boolean} isComparison @param {boolean} isFigure @param {boolean} scores
 */
function layoutFor(node, isComparison, isFigure, scores) {
  const width = node.clientWidth;
  const columns = !isComparison || width < TWO_COLUMNS ? 1 : width < THREE_COLUMNS ? 2 : 3;
  const share = Math.floor((width - (columns - 1) * GAP) / columns);
  const side = Math.min(MAX_SIDE, share);
  const space = isFigure
    ? { width: side, height: side }
    : {
        width: share,
        height: Math.max(MIN_HEIGHT, Math.min(innerHeight * MAX_HEIGHT_SHARE, heightAtOnce(node))),
      };
  return { columns, space: { ...space, margins: !isComparison && (isFigure || share >= WITH_BARS), scores } };
}

/** @param {'a' | 'b' | 'difference'} role @param {string} title - of A @param {Scene} scene */
function nameOf(role, title, { t, data, state: { compare } }) {
  if (role === 'difference' || !compare) return t.maps[role];
  const { slot, layer, head } = compare;
  if (role === 'a') return `${t.maps.a}: ${withFile(title, data, compare)}`;
  const of = slot === 1 ? (data.other ?? data) : data;
  return `${t.maps.b}: ${withFile(titleOf({ of: 'head', layer, head }, of, t), of, compare)}`;
}

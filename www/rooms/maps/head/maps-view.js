import { Icon, Mounted } from '../../../ui/controls.js';
import { element } from '../../../ui/dom.js';
import { html, render } from '../../../ui/html.js';
import { mapView } from './map-view.js';
import { minimap } from './minimap.js';
import { titleOf } from './scene.js';
import { followed, zoomed } from './sight.js';
import { sourceOf } from './spec.js';
/** @import { MapInfo, MapsState } from '../types.js' */
/** @import { Tiles } from './draw-cells.js' */
/** @import { Colours } from './paint.js' */
/** @import { Scene } from './scene.js' */
/** @import { Frame, Pair, Sight } from './sight.js' */

/** The least widths at which two and three maps are side by side, and the gap between them, in CSS pixels. */
const [TWO, THREE, GAP] = [520, 840, 16];
/** The greatest height of a map as a share of the window's, and its least height in CSS pixels. */
const [TALL, LOW] = [0.68, 260];
/** The factor by which a button zooms. */
const STEP = 1.5;

let keyHints = 0;

/**
 * The map of a head, or of two heads and their difference, with a shared cursor and viewport.
 *
 * @param {Tiles} tiles
 * @param {object} actions
 * @param {() => MapsState} actions.state
 * @param {(patch: Partial<MapsState>) => void} actions.look
 * @param {(cell: Pair | null) => void} actions.point
 * @param {() => void} actions.speak
 * @param {HTMLElement} legend - the legend, below the maps or beside the last one
 */
export function mapsView(tiles, { state, look, point, speak }, legend) {
  const see = (/** @type {Sight | null} */ sight) => look({ sight });
  /** All maps have the same viewport. @returns {Frame | null} */
  const frame = () => maps.a.frame();
  const shared = {
    point,
    see,
    speak,
    sight: () => state().sight,
    cursor: () =>
      state().cursor ?? { query: Math.floor(frame()?.row ?? 0), key: Math.floor(frame()?.col ?? 0) },
    /** @param {Pair} cursor @param {boolean} follow */
    select(cursor, follow) {
      const now = frame();
      speak();
      look(follow && now ? { cursor, sight: followed(now, cursor) } : { cursor });
    },
  };
  const maps = { a: mapView(tiles, shared), b: mapView(tiles, shared), difference: mapView(tiles, shared) };
  const zoom = (/** @type {number} */ by) => {
    const now = frame();
    if (now) see(zoomed(now, { x: now.width / 2, y: now.height / 2 }, by));
  };
  const buttons = /** @type {const} */ ([
    ['nearer', 'plus', () => zoom(STEP)],
    ['farther', 'minus', () => zoom(1 / STEP)],
    ['all', 'fit', () => see(null)],
  ]);
  const small = minimap(tiles, { frame, see });
  keyHints += 1;
  const hint = `map-keys-${keyHints}`;
  const node = element('div', { class: 'maps-view' });
  for (const { plot } of Object.values(maps)) plot.setAttribute('aria-describedby', hint);

  return {
    node,
    plot: maps.a.plot,
    frame,
    sight: () => cellsOf(frame()),
    /** @param {Scene} scene @param {Colours} colours @param {Colours | null} difference */
    update(scene, colours, difference) {
      const { t, shown, state: now, data } = scene;
      const title = titleOf(sourceOf(now), data, t);
      const room = roomFor(node.clientWidth, now.compare !== null);
      /** @type {ReturnType<typeof maps.a.draw>} */
      const wanted = [];
      for (const which of /** @type {const} */ (['a', 'b', 'difference'])) {
        const info = shown[which]?.info;
        const how = which === 'difference' ? difference : colours;
        maps[which].node.hidden = !info || !how;
        if (!info || !how) continue;
        const name = now.compare ? nameOf(which, title, scene) : '';
        wanted.push(
          ...maps[which].draw(scene, info, room, {
            colours: how,
            name,
            label: t.mapLabel(name || title, info.queries, info.keys),
          }),
        );
      }
      const whole = frame();
      if (whole) {
        // Only the visible rows of a large head are computed.
        shown.a?.info?.large?.view.look(cellsOf(whole)?.rows ?? [0, whole.rows]);
        wanted.push(...small.update(scene, /** @type {MapInfo} */ (shown.a?.info), whole, colours));
      }
      tiles.want(wanted);
      const isWhole = !whole || whole.cell <= whole.least;
      render(
        html`<p class="hidden" id=${hint}>${t.mapKeys}</p>
          <div class="maps-grid" style=${{ gridTemplateColumns: `repeat(${room.across}, minmax(0, 1fr))` }}>
            ${Object.values(maps).map((map) => html`<${Mounted} node=${map.node} />`)}
            <div class="below" style=${{ gridColumn: room.across === 2 ? '' : '1 / -1' }}>
              <${Mounted} node=${legend} />
              <div class="zooming">
                <span class="zoom-buttons">
                  ${buttons.map(
                    ([name, shape, act]) =>
                      html`<button
                        type="button"
                        class="icon"
                        aria-label=${t.zoom[name]}
                        title=${t.zoom[name]}
                        disabled=${name !== 'nearer' && isWhole}
                        onClick=${act}
                      >
                        <${Icon} name=${shape} />
                      </button>`,
                  )}
                </span>
                <${Mounted} node=${small.node} />
              </div>
            </div>
          </div>`,
        node,
      );
    },
  };
}

/** The visible cells, including partly visible ones; null for all. @param {Frame | null} frame */
function cellsOf(frame) {
  if (!frame || frame.cell <= frame.least) return null;
  const part = (/** @type {number} */ first, /** @type {number} */ seen, /** @type {number} */ count) => {
    const start = Math.floor(first);
    return /** @type {[start: number, length: number]} */ ([
      start,
      Math.min(count, Math.ceil(first + seen - 1e-6)) - start,
    ]);
  };
  return {
    rows: part(frame.row, frame.height / frame.y, frame.rows),
    cols: part(frame.col, frame.width / frame.x, frame.cols),
  };
}

/** @param {number} width @param {boolean} compared */
function roomFor(width, compared) {
  const across = !compared || width < TWO ? 1 : width < THREE ? 2 : 3;
  return {
    across,
    width: Math.floor((width - (across - 1) * GAP) / across),
    height: Math.max(LOW, innerHeight * TALL),
    margins: !compared,
  };
}

/** @param {'a' | 'b' | 'difference'} which @param {string} title @param {Scene} scene */
function nameOf(which, title, { t, data, state: { compare } }) {
  if (which === 'difference' || !compare) return t.maps[which];
  const of =
    which === 'a'
      ? title
      : titleOf(
          { of: 'head', layer: compare.layer, head: compare.head },
          compare.slot === 1 ? (data.other ?? data) : data,
          t,
        );
  return `${t.maps[which]}: ${of}${which === 'b' && compare.slot === 1 ? ` (${t.files.other})` : ''}`;
}

import { number, percent, localized } from '../../../format/display.js';
import { html } from '../../../ui/html.js';
import { Setting } from '../../../ui/setting.js';
import { levelFor } from '../head/viewport.js';
import { maps } from '../settings.js';
import { MEMORY } from './shape.js';
/** @import { MapInfo, MapsState } from '../types.js' */
/** @import { Scene } from '../head/scene.js' */
/** @import { Cell, Viewport } from '../head/viewport.js' */

const MIB = 2 ** 20;

/**
 * The pooling of a large head, and the share of the visible rows that is exact.
 *
 * @param {{ scene: Scene, info: MapInfo, look: (patch: Partial<MapsState>) => void }} props
 */
export function LargeBar({ scene: { large: words, state }, info, look }) {
  const { view } = /** @type {NonNullable<MapInfo['large']>} */ (info.large);
  const { known, all, running, stopped, problem, rows } = view.reach();
  const share = all > 0 ? known / all : 1;
  const isRunning = running && problem === '';
  const isOpen = problem !== '' || (share < 1 && (running || stopped));
  return html`<div class="large-bar">
    <${Setting}
      field=${maps.fields.pooling}
      label=${words.pooling}
      value=${state.pooling}
      texts=${words.poolings}
      hints=${words.poolingHelp}
      change=${(/** @type {MapsState['pooling']} */ pooling) => look({ pooling })}
    />
    <div class="large-progress">
      <progress max="1" value=${share} aria-label=${words.progressLabel} />
      <span title=${words.progressHelp({ rows: String(rows), all: String(info.queries) })}>
        ${words.progress({ share: shareText(share) })}
      </span>
      <button
        type="button"
        class="play"
        disabled=${!isOpen}
        onClick=${() => (isRunning ? view.stop() : view.go())}
      >
        ${isRunning || !isOpen ? words.stop : words.go}
      </button>
    </div>
    <p class="head-problem" role="alert" hidden=${problem === ''}>
      ${problem && words.problem({ why: problem })}
    </p>
  </div>`;
}

/**
 * Further information about a large head: outstanding cells, memory, missing keys and queries.
 *
 * @param {{ scene: Scene, info: MapInfo, select: (cell: Cell) => void }} props - `select` goes to a cell
 */
export function LargePanel({ scene: { large: words, language }, info, select }) {
  const { view } = /** @type {NonNullable<MapInfo['large']>} */ (info.large);
  const { bytes } = view.reach();
  const memory = (/** @type {number} */ count) => `${number(count / MIB, 0)} MiB`;
  const { missingKeys, missingQueries } = view.info;
  const notes = [
    missingKeys.length > 0 && words.missingKeys({ keys: missingKeys.length, first: missingKeys[0] }),
    missingQueries.length > 0 &&
      words.missingQueries({ queries: missingQueries.length, first: missingQueries[0] }),
    `${words.memory({ bytes: memory(bytes), most: memory(Math.max(MEMORY, bytes)) })} ${words.only}`,
  ].filter(Boolean);
  return html`<section class="large-head" aria-label=${words.heading}>
    <h3>${words.standing}</h3>
    <p class="soft">${words.standingHelp}</p>
    <ol class="standing">
      ${view.listed.map(
        ({ query, key, weight, times }) =>
          html`<li key=${query}>
            <button type="button" class="link" onClick=${() => select({ query, key })}>
              ${words.cell({ query: String(query), key: String(key), weight: localized(number(weight, 3), language), times: localized(number(times, times < 10 ? 1 : 0), language) })}
            </button>
          </li>`,
      )}
    </ol>
    ${notes.map((note) => html`<p class="soft">${note}</p>`)}
  </section>`;
}

/** A percentage that is rounded to 100 % only if nothing is missing. @param {number} share */
const shareText = (share) => percent(share < 1 ? Math.min(0.99, share) : 1);

/**
 * The meaning of a pixel, in one sentence: it may stand for many cells. Of a head that is not large, nothing
 * is said while each cell has a pixel.
 *
 * @param {Scene['large']} words
 * @param {MapInfo} info
 * @param {Viewport} viewport
 * @param {number} ratio
 */
export function legendOf({ legend }, info, viewport, ratio) {
  const { level, poolX, poolY } = levelFor(viewport, ratio, info.levels.length);
  const [down, across] = [2 ** level * poolY, 2 ** level * poolX];
  const isOne = level === 0 && poolX === 1 && poolY === 1;
  const size = `${down} × ${across}`;
  if (!info.large)
    return isOne ? '' : legend.exact({ what: info.isDifference ? legend.farthest : legend.max, size });
  if (isOne) return legend.one;
  const { view, by } = info.large;
  const { known, all } = view.reach();
  if (known >= all) return legend.exact({ what: legend[by], size });
  const sampled = by === 'max' && view.showsRows(level) ? legend.rows : legend.sampled;
  return sampled({ what: legend[by], size, share: shareText(known / all) });
}

import { maskPlay } from '../../../engine/masks.js';
import { Icon } from '../../../ui/controls.js';
import { html, useRef } from '../../../ui/html.js';
import { Setting } from '../../../ui/setting.js';
import { costModelOf } from '../session.js';
import { masks } from '../settings.js';
import { sized } from './figures-view.js';
/** @import { MaskFigures, MaskPlay } from '../../../engine/masks.js' */
/** @import { player } from '../player.js' */
/** @import { MaskModel } from '../types.js' */

/**
 * Playback row by row, as in generation, with the numbers of keys that the rows read from the cache and write
 * to it. With reduced motion, there are only the buttons for single rows.
 *
 * @param {{ model: MaskModel, costs: MaskFigures, play: ReturnType<typeof player> }} props
 */
export function Play({ model, costs, play }) {
  const { state, t } = model;
  const isReduced = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const counts = useCounts(model, costs);
  const step = (/** @type {string} */ name, /** @type {string} */ label, /** @type {number} */ by) =>
    html`<button type="button" class="icon" aria-label=${label} title=${label} onClick=${() => play.step(by)}>
      <${Icon} name=${name} />
    </button>`;
  return html`<section class="play-view">
    ${
      !isReduced &&
      html`<button type="button" class="play" onClick=${play.toggle}>
        <${Icon} name=${play.isPlaying ? 'pause' : 'play'} />
        <span style=${{ marginInlineStart: '.4em' }}
          >${play.isPlaying ? t.queries.pause : t.queries.play}</span
        >
      </button>`
    }
    ${step('previous', t.queries.previous, -1)}${step('next', t.queries.next, 1)}
    ${
      !isReduced &&
      html`<${Setting}
        field=${masks.fields.speed}
        label=${t.masks.speed}
        value=${state.speed}
        texts=${(/** @type {number} */ speed) => `${speed}/s`}
        hints=${Object.fromEntries(masks.fields.speed.choices.map((rows) => [rows, t.masks.rowsASecond({ rows })]))}
        isBare
        change=${play.setSpeed}
      />`
    }
    <p class="counts" aria-live=${play.isPlaying ? 'off' : 'polite'}>${counts}</p>
  </section>`;
}

/**
 * The text about the rows so far. It is computed only if playback has started.
 *
 * @param {MaskModel} model @param {MaskFigures} costs
 */
function useCounts({ state, language, t: { masks: words } }, { keysWritten, keysKept, cacheBytes }) {
  const { text, queries, keys, rows } = state;
  const last = useRef(/** @type {{ inputs: string, play: MaskPlay } | null} */ (null));
  const inputs = [text, queries, keys, ...Object.values(costModelOf(state))].join('\n');
  if (rows === null && last.current?.inputs !== inputs)
    return `${words.allRows({ queries })} ${words.inAll({ writes: keysWritten, held: words.held({ keys: keysKept, bytes: sized(cacheBytes, language) }) })}`;
  if (last.current?.inputs !== inputs)
    last.current = { inputs, play: maskPlay(text, queries, keys, costModelOf(state)) };
  const { play } = last.current;
  const at = (rows ?? queries) - 1;
  const held = words.held({ keys: play.kept[at], bytes: sized(play.cacheBytes[at], language) });
  const sums = words.sums({ reads: play.totalReads[at], writes: play.totalWrites[at], held });
  if (rows === null) return `${words.allRows({ queries })} ${sums}`;
  const ahead = play.ahead[at] > 0 ? ` ${words.ahead({ keys: play.ahead[at] })}` : '';
  return `${words.atRow({ row: rows, queries })} ${words.doing({ reads: play.reads[at], writes: play.writes[at] })} ${sums}${ahead}`;
}

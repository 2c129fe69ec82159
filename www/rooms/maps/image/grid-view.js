import { html } from '../../../ui/html.js';
import { NumberSetting } from '../../../ui/setting.js';
import { fits, recognizedIn } from './layouts.js';
import { LIMITS } from './settings.js';
/** @import { Strings } from '../../../words/languages.js' */
/** @import { MapsData, MapsState } from '../types.js' */
/** @import { Patches } from './layouts.js' */

/**
 * The grid of patches, which the reader can correct.
 *
 * @param {object} props
 * @param {Strings['image']} props.words
 * @param {Patches} props.patches
 * @param {MapsData} props.data
 * @param {MapsState} props.state
 * @param {(patch: Partial<MapsState>) => void} props.change
 */
export function GridSettings({ words, patches, data, state, change }) {
  const { grid, count } = patches;
  const found = recognizedIn(data);
  const most = Math.max(data.reading.keys, data.reading.queries);
  const field = (/** @type {'columns' | 'rows' | 'before'} */ name, /** @type {[number, number]} */ limits) =>
    html`<${NumberSetting}
      key=${name}
      label=${words[name]}
      value=${grid[name]}
      limits=${limits}
      size="4"
      context=${JSON.stringify(grid)}
      wrong=${words.wrong}
      change=${(/** @type {number} */ value) => {
        const next = { ...grid, [name]: value };
        if (!fits(next, most))
          return words.tooMany({ n: next.before + next.columns * next.rows, count: most });
        return change({ grid: next });
      }}
    />`;
  const after = count - grid.before - grid.columns * grid.rows;
  return html`<div class="grid-settings" role="group" aria-label=${words.grid}>
    <p class="soft">
      ${words.sum({ n: count, before: grid.before, columns: grid.columns, rows: grid.rows, after })}
    </p>
    ${field('columns', [1, LIMITS.side])} ${field('rows', [1, LIMITS.side])}
    ${field('before', [0, LIMITS.before])}
    ${
      state.grid &&
      found &&
      html`<button type="button" class="link" onClick=${() => change({ grid: null })}>
        ${words.recognized({ columns: found.grid.columns, rows: found.grid.rows, before: found.grid.before })}
      </button>`
    }
  </div>`;
}

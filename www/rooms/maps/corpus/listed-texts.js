import { html, useLayoutEffect, useRef, useState } from '../../../ui/html.js';
import { columnValue, longValue } from '../overview/figures.js';
/** @import { MapsModel } from '../types.js' */

/** How many texts are listed at first, and how many more at a time. */
const [FIRST_ROWS, MORE_ROWS] = [12, 24];

/**
 * A text in the list.
 *
 * @typedef {object} Listed
 * @property {number} key
 * @property {number | string} name
 * @property {number} value - of the open head
 * @property {string | undefined} start - its beginning, if it is known
 * @property {boolean} [isOpen]
 * @property {() => void} choose
 */

/**
 * Texts with the value of the open head, the first ones of many.
 *
 * @param {{ texts: Listed[], t: MapsModel['t'], language: MapsModel['language'], arrive: Parameters<typeof import('./bar-view.js').Bar>[0]['arrive'] }} props
 */
export function ListedTexts({ texts, t, language, arrive }) {
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => arrive(list.current?.querySelector('button') ?? null), [texts.length > 0]);
  const [rows, setRows] = useState(FIRST_ROWS);
  // A button that moves to another place in the list loses the focus.
  const root = /** @type {ShadowRoot | undefined} */ (list.current?.getRootNode());
  const focused = /** @type {HTMLElement | null | undefined} */ (root?.activeElement);
  const isFocused = Boolean(focused && list.current?.contains(focused));
  useLayoutEffect(() => {
    if (isFocused && root?.activeElement !== focused) focused?.focus();
  });
  return html`<ol class="texts" ref=${list}>
      ${texts.slice(0, rows).map(
        ({ key, name, value, start, isOpen, choose }) =>
          html`<li key=${key}>
            <button
              type="button"
              aria-current=${isOpen ? 'true' : null}
              title=${start ?? ''}
              onClick=${choose}
            >
              <span class="value" title=${longValue(value, language)}>${columnValue(value, language)}</span>
              <span class="start">${start ?? '…'}</span>
              <span class="number">${name}</span>
            </button>
          </li>`,
      )}
    </ol>
    <button
      type="button"
      class="link"
      hidden=${texts.length <= rows}
      onClick=${() => setRows(rows + MORE_ROWS)}
    >
      ${t.maps.overview.more({ more: String(texts.length - rows) })}
    </button>`;
}

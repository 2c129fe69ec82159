import { decimal } from '../../../format/display.js';
import { html } from '../../../ui/html.js';
import { timesOf } from './path.js';
/** @import { Scene } from '../head/scene.js' */
/** @import { Cell } from '../head/viewport.js' */

/** The most rows of the table. */
const MOST = 500;

/**
 * When each token is said, by the path of dynamic time warping.
 *
 * @param {{ scene: Scene, path: Uint32Array, frameRate: number, select: (cell: Cell) => void }} props
 */
export function SpeechTimes({ scene: { t, labels, state, language }, path, frameRate, select }) {
  const words = t.speech;
  const seconds = (/** @type {number} */ value) => decimal(language, value, 2);
  const line = (
    /** @type {ReturnType<typeof timesOf>[number]} */ { from, to },
    /** @type {number} */ query,
  ) =>
    html`<tr aria-current=${query === state.cursor?.query ? 'true' : null}>
      <th scope="row">
        <button
          type="button"
          class="link"
          onClick=${() => select({ query, key: Math.round(from * frameRate) })}
        >
          <bdi>${labels.query[query]?.text ?? query}</bdi>
        </button>
      </th>
      <td>${seconds(from)}</td>
      <td>${seconds(to)}</td>
    </tr>`;
  return html`<details class="speech-times">
    <summary>${words.heading}</summary>
    <p class="soft">${words.help}</p>
    <div class="tablebox" tabindex="0" role="group" aria-label=${words.heading}>
      <table>
        <thead>
          <tr>
            ${[words.token, words.from, words.to].map((name) => html`<th scope="col">${name}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${timesOf(path, frameRate).slice(0, MOST).map(line)}
        </tbody>
      </table>
    </div>
  </details>`;
}

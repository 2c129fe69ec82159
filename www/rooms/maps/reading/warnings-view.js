import { html } from '../../../ui/html.js';
import { warningsOf } from './row-sums.js';
/** @import { FilesStatus } from '../file-loader.js' */
/** @import { MapsModel } from '../types.js' */

/**
 * What a figure says about its numbers: that they are scores or differences, and which rows are not weights.
 * It waits until the heads are measured, so that screen readers announce it once.
 *
 * @param {{ model: MapsModel, status: FilesStatus }} props
 */
export function Warnings({ model: { data, t }, status }) {
  const words = t.maps.reading;
  const { numbers } = data?.reading ?? {};
  const isMeasured = data && (data.done === 1 || status.busy === null);
  const warnings = isMeasured ? warningsOf(data, t) : [];
  return html`<div class="warnings" role="status">
    ${numbers && html`<p class="kind">${words.shownAs[numbers]}</p>`}
    ${warnings.map((warning) => html`<p>${warning}</p>`)}
  </div>`;
}

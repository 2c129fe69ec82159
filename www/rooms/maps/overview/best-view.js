import { Mounted } from '../../../ui/controls.js';
import { html, useLayoutEffect, useState } from '../../../ui/html.js';
import { Scale } from '../legend-view.js';
import { headsView } from './heads-view.js';
import { labelMeasure, largestHeads } from './order.js';
import { tintScale } from './tints.js';
/** @import { MapsData, MapsModel } from '../types.js' */
/** @import { listHeads } from './order.js' */

/** From this many heads on, the layout by layer is an index, with the heads of the largest measure below. */
const MANY = 144;
/** The size of the thumbnails below the index, in CSS pixels, and their least number. */
const [SIZE, LEAST] = [84, 8];

/**
 * Whether a list is shown as an index: there are many heads, or more beside each other than have space. A
 * running model shows thumbnails before anything is measured.
 *
 * @param {ReturnType<typeof listHeads>} list
 * @param {boolean} isTight - whether thumbnails of all heads of a layer have no space beside each other
 */
export function isIndexed({ flow, heads }, isTight) {
  if (flow || (heads.length < MANY && !isTight)) return false;
  return heads.some(({ value }) => value !== null) || heads.every(({ found }) => found === undefined);
}

/**
 * The legend of the index, and the heads with the largest measure.
 *
 * @param {Parameters<typeof headsView>[0] & { model: MapsModel, data: MapsData, list: ReturnType<typeof listHeads> }} props
 */
export function BestHeads({ model, data, list, ...actions }) {
  const { state, t } = model;
  const words = t.maps.overview;
  const [thumbnails] = useState(() => headsView(actions));
  const [perRow, setPerRow] = useState(4);
  const heads = largestHeads(list.heads, perRow * Math.ceil(LEAST / perRow));
  useLayoutEffect(() => {
    thumbnails.update(model, { ...list, flow: true, heads }, { wanted: SIZE });
    setPerRow(thumbnails.columns() || perRow);
  });
  const { name } = words.measures[labelMeasure(state)];
  return html`<div class="legend">
      <${Scale} ...${{ model, scale: tintScale(data, state), name }} />
    </div>
    <h3 class="best">${words.largest({ measure: name })}</h3>
    <${Mounted} node=${thumbnails.node} />`;
}

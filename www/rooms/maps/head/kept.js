import { KEPT } from '../called.js';
/** @import { MapsData, Source } from '../types.js' */

/** A figure has two maps at most. What is longer was not written here. */
const LONGEST = 1000;

const isPlace = (/** @type {unknown} */ place) => Number.isInteger(place) && Number(place) >= 0;

/** Whether it is what a map can be of: a file says it, which may say anything. @param {any} said @returns {said is Source} */
function isSource(said) {
  if (said?.of === 'head') return isPlace(said.layer) && isPlace(said.head);
  if (said?.of === 'rollout') return isPlace(said.layer);
  if (said?.of !== 'mean' && said?.of !== 'max') return false;
  return said.over === 'heads'
    ? isPlace(said.layer)
    : said.over === 'layers'
      ? isPlace(said.head)
      : said.over === 'all';
}

/**
 * What a map is called by: what it was when it was saved, where its file says so. A saved figure has the maps that were shown as heads of one layer, whichever they were.
 *
 * @param {Source} source
 * @param {Pick<MapsData, 'opened' | 'reading'> | null} data
 * @returns {Source}
 */
export function keptSource(source, data) {
  const text = data?.opened.files[0]?.metadata.find(([key]) => key === KEPT)?.[1] ?? '';
  if (source.of !== 'head' || text === '' || text.length > LONGEST) return source;
  try {
    const said = JSON.parse(text)[source.layer * /** @type {MapsData} */ (data).reading.heads + source.head];
    return isSource(said) ? said : source;
  } catch {
    return source;
  }
}

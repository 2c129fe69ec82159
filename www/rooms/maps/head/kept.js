import { KEPT } from '../called.js';
/** @import { MapsData, Source } from '../types.js' */

/** The most characters of the metadata. A figure has at most two maps, so longer texts are invalid. */
const LONGEST = 1000;

const isPlace = (/** @type {unknown} */ place) => Number.isInteger(place) && Number(place) >= 0;

/**
 * Validates the source of a map, because it comes from a file.
 *
 * @param {any} said @returns {said is Source}
 */
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
 * The source of a map for its name: the one when it was saved, if the file has it. A saved figure has its
 * maps as heads of one layer, whatever they were.
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

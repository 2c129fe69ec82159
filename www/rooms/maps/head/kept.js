import { SOURCES_KEY } from '../source-name.js';
/** @import { MapsData, Source } from '../types.js' */

/** The maximum length of the metadata. A saved figure has at most two maps, so longer texts are invalid. */
const MAX_LENGTH = 1000;

const isIndex = (/** @type {unknown} */ value) => Number.isInteger(value) && Number(value) >= 0;

/**
 * Validates the source of a map that was read from a file.
 *
 * @param {any} source @returns {source is Source}
 */
function isSource(source) {
  const { of, over, layer, head } = source ?? {};
  if (of === 'head') return isIndex(layer) && isIndex(head);
  if (of === 'rollout') return isIndex(layer);
  if (of !== 'mean' && of !== 'max') return false;
  return over === 'heads' ? isIndex(layer) : over === 'layers' ? isIndex(head) : over === 'all';
}

/**
 * The source of a map for its name. A saved figure stores all its maps as heads of one layer; its metadata
 * has their original sources.
 *
 * @param {Source} source
 * @param {Pick<MapsData, 'opened' | 'reading'> | null} data
 * @returns {Source}
 */
export function keptSource(source, data) {
  const text = data?.opened.files[0]?.metadata.find(([key]) => key === SOURCES_KEY)?.[1] ?? '';
  if (!data || source.of !== 'head' || text === '' || text.length > MAX_LENGTH) return source;
  try {
    const kept = JSON.parse(text)[source.layer * data.reading.heads + source.head];
    return isSource(kept) ? kept : source;
  } catch {
    return source;
  }
}

import { MOST_CHOSEN } from '../chosen/settings.js';
import { numberedSource, SOURCES_KEY, sourceName } from '../source-name.js';
/** @import { MapsData, Source } from '../types.js' */

/** The maximum length of the metadata: two combinations of the most heads that can be chosen. */
const MAX_LENGTH = 8000;

const isIndex = (/** @type {unknown} */ value) => Number.isInteger(value) && Number(value) >= 0;

/** @param {unknown} heads */
const isHeads = (heads) =>
  Array.isArray(heads) &&
  heads.length <= MOST_CHOSEN &&
  heads.every((each) => isIndex(each?.layer) && isIndex(each?.head));

/**
 * Validates the source of a map that was read from a file.
 *
 * @param {any} source @returns {source is Source}
 */
function isSource(source) {
  const { of, over, layer, head, heads } = source ?? {};
  if (of === 'head') return isIndex(layer) && isIndex(head);
  if (of === 'rollout') return isIndex(layer);
  if (of !== 'mean' && of !== 'max') return false;
  if (over === 'chosen') return isHeads(heads);
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
  if ('over' in source && source.over === 'chosen')
    return { ...source, heads: source.heads.map((head) => keptHead(head, data)) };
  const text = data?.opened.files[0]?.metadata.find(([key]) => key === SOURCES_KEY)?.[1] ?? '';
  if (!data) return source;
  const numbered = numberedSource(source, data.reading);
  if (source.of !== 'head' || text === '' || text.length > MAX_LENGTH) return numbered;
  try {
    const kept = JSON.parse(text)[source.layer * data.reading.heads + source.head];
    return isSource(kept) ? kept : numbered;
  } catch {
    return numbered;
  }
}

/**
 * The name of a map: its source, and over how many texts it is a mean.
 *
 * @param {Source} source
 * @param {Parameters<typeof keptSource>[1]} data
 * @param {Parameters<typeof sourceName>[1] & { average: (values: { name: string, n: number }) => string }} words
 */
export function nameOfSource(source, data, words) {
  const name = sourceName(keptSource(source, data), words);
  const n = data?.reading.texts?.length ?? 0;
  return n > 0 ? words.average({ name, n }) : name;
}

/**
 * The layer and the head of a chosen head for its name.
 *
 * @param {{ layer: number, head: number }} head
 * @param {Parameters<typeof keptSource>[1]} data
 */
export function keptHead({ layer, head }, data) {
  const kept = keptSource({ of: 'head', layer, head }, data);
  return kept.of === 'head' ? kept : { layer, head };
}

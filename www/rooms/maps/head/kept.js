import { isSame, MOST_CHOSEN } from '../chosen/settings.js';
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

/** @typedef {{ reading: MapsData['reading'], opened?: MapsData['opened'] }} Named - the open files, for the names of heads */

/** @type {WeakMap<MapsData['opened'], unknown[]>} */
const cache = new WeakMap();

/**
 * The sources of the maps of a saved figure, in the order of its heads.
 *
 * @param {MapsData['opened']} [opened]
 */
function sourcesIn(opened) {
  if (!opened) return [];
  let sources = cache.get(opened);
  if (!sources) {
    const text = opened.files[0]?.metadata.find(([key]) => key === SOURCES_KEY)?.[1] ?? '';
    cache.set(opened, (sources = text === '' || text.length > MAX_LENGTH ? [] : listIn(text)));
  }
  return sources;
}

/** @param {string} text @returns {unknown[]} */
function listIn(text) {
  try {
    const list = JSON.parse(text);
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}

/** Whether heads have the names that they have in the file that they were saved from. @param {Named} data */
export const hasSources = ({ opened }) => sourcesIn(opened).length > 0;

/**
 * The source of a map for its name. A saved figure stores all its maps as heads of one layer; its metadata
 * has their original sources.
 *
 * @param {Source} source
 * @param {Named | null} data
 * @returns {Source}
 */
export function keptSource(source, data) {
  if ('over' in source && source.over === 'chosen')
    return { ...source, heads: source.heads.map((head) => keptHead(head, data)) };
  if (!data) return source;
  const numbered = numberedSource(source, data.reading);
  if (source.of !== 'head') return numbered;
  const kept = sourcesIn(data.opened)[source.layer * data.reading.heads + source.head];
  return isSource(kept) ? kept : numbered;
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
 * The layer and the head of a head for its name.
 *
 * @param {{ layer: number, head: number }} head
 * @param {Parameters<typeof keptSource>[1]} data
 */
export function keptHead({ layer, head }, data) {
  const kept = keptSource({ of: 'head', layer, head }, data);
  return kept.of === 'head' ? kept : { layer, head };
}

/**
 * The short name of a head, such as 3·7.
 *
 * @param {{ layer: number, head: number }} head @param {Named | null} data
 */
export function shortName(head, data) {
  const kept = keptHead(head, data);
  return `${kept.layer}·${kept.head}`;
}

/**
 * The layer and the head as texts, for a long name.
 *
 * @param {{ layer: number, head: number }} head @param {Named | null} data
 */
export function namedPlace(head, data) {
  const kept = keptHead(head, data);
  return { layer: String(kept.layer), head: String(kept.head) };
}

/**
 * The head with a name; undefined if there is none.
 *
 * @param {{ layer: number, head: number }} name @param {Named} data
 */
export function headNamed(name, data) {
  const { layers, heads } = data.reading;
  const all = Array.from({ length: layers * heads }, (_, at) => ({
    layer: Math.floor(at / heads),
    head: at % heads,
  }));
  return all.find((head) => isSame(keptHead(head, data), name));
}

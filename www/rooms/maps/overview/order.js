import { hasSources } from '../head/kept.js';
import { headsOf } from '../reading/layers.js';
/** @import { HeadFound, MapsData, MapsState, MeasureName } from '../types.js' */

/**
 * A head of the overview.
 *
 * @typedef {object} ListedHead
 * @property {number} layer
 * @property {number} head
 * @property {HeadFound | undefined} found - undefined if it is not measured yet
 * @property {number | null} value - the value of its label: a measure or the similarity
 * @property {boolean} passes - whether it passes the filter
 * @property {boolean} isMissing - whether its layer has fewer heads, so that it does not exist
 */

/** If the only layer has more heads, they take several lines. One line would be wider than the page. */
const MAX_LINE = 14;

/**
 * The heads in the order in which they are shown: by layer and head all of them, otherwise sorted those that
 * pass the filter.
 *
 * @param {MapsData} data
 * @param {Pick<MapsState, 'sort' | 'order' | 'filter' | 'measure' | 'alike' | 'layer' | 'head'>} state
 * @returns {{ flow: boolean, heads: ListedHead[], passing: number }} `flow`: like text; otherwise layers down, heads across
 */
export function listHeads(data, state) {
  const { heads: perLayer, layers } = data.reading;
  const { sort, order, alike } = state;
  const indexOf = (/** @type {{ layer: number, head: number }} */ { layer, head }) => layer * perLayer + head;
  const similarities =
    alike && data.similar
      ? new Map(data.similar.map((other) => [indexOf(other), other.similarity])).set(indexOf(state), 1)
      : null;
  const measure = labelMeasure(state);
  const all = Array.from({ length: layers * perLayer }, (_, index) => {
    const found = data.heads[index];
    const [layer, head] = [Math.floor(index / perLayer), index % perLayer];
    const isMissing = head >= headsOf(data.reading, layer);
    return {
      layer,
      head,
      isMissing,
      found,
      value: (similarities ? similarities.get(index) : found?.measures[measure]) ?? null,
      passes: !isMissing && passes(found, state.filter),
    };
  });
  const passing = all.filter((head) => head.passes);
  if (similarities || (!alike && sort !== 'layer')) {
    const heads = sorted(passing, similarities || order === 'down' ? -1 : 1);
    return { flow: true, heads, passing: passing.length };
  }
  // The heads of a layer keep their order.
  const heads = order === 'down' && !alike ? all.toSorted((a, b) => b.layer - a.layer) : all;
  const flow = (layers === 1 && perLayer > MAX_LINE) || hasSources(data);
  return { flow, heads, passing: passing.length };
}

/**
 * The first head in the reader's order that has a value; null if there is none.
 *
 * @param {MapsData} data
 * @param {Parameters<typeof listHeads>[1]} state
 */
export function firstListed(data, state) {
  const first = listHeads(data, state).heads.find(({ value }) => value !== null);
  return first ? { layer: first.layer, head: first.head } : null;
}

/**
 * The measure in the labels of the thumbnails.
 *
 * @param {Pick<MapsState, 'sort' | 'measure' | 'alike'>} state @returns {MeasureName}
 */
export function labelMeasure({ sort, measure, alike }) {
  return alike || sort === 'layer' ? measure : sort;
}

/** @param {HeadFound | undefined} found @param {MapsState['filter']} filter */
function passes(found, filter) {
  if (!filter) return true;
  const value = found?.measures[filter.measure];
  return value !== null && value !== undefined && value >= filter.least && value <= filter.most;
}

/**
 * Sorts by value. Equal values keep their order, and heads without a value are last in both directions.
 *
 * @param {ListedHead[]} heads
 * @param {1 | -1} direction
 */
function sorted(heads, direction) {
  return heads.toSorted(({ value: a }, { value: b }) =>
    a === null || b === null ? Number(a === null) - Number(b === null) : direction * (a - b),
  );
}

/**
 * The heads with the largest values that pass the filter, largest first. Equal values keep their order.
 *
 * @param {ListedHead[]} heads
 * @param {number} count
 */
export function largestHeads(heads, count) {
  const valued = heads.filter(({ value, passes }) => value !== null && passes);
  return sorted(valued, -1).slice(0, count);
}

/** @type {WeakMap<MapsData, Map<MeasureName, ReturnType<typeof measureRange>>>} */
const cachedRanges = new WeakMap();

/**
 * The minimum, the maximum and all values of a measure; null if no head has one. Cached by data.
 *
 * @param {MapsData} data
 * @param {MeasureName} measure
 * @returns {{ least: number, most: number, values: number[] } | null}
 */
export function measureRange(data, measure) {
  const ranges = cachedRanges.get(data) ?? new Map();
  cachedRanges.set(data, ranges);
  if (!ranges.has(measure)) {
    const values = data.heads.flatMap((head) => head?.measures[measure] ?? []);
    const range = { least: Math.min(...values), most: Math.max(...values), values };
    ranges.set(measure, values.length > 0 ? range : null);
  }
  return ranges.get(measure);
}

/** @import { HeadFound, MapsData, MapsState, MeasureName, Reading } from '../types.js' */

/**
 * A head of the overview.
 *
 * @typedef {object} Listed
 * @property {number} layer
 * @property {number} head
 * @property {HeadFound | undefined} found - undefined if it is not measured yet
 * @property {number | null} value - the value of its label: a measure or the similarity
 * @property {boolean} passes - whether it passes the filter
 */

/** The heads of one layer that stand side by side. */
const LINE = 14;

/**
 * The heads in the order in which they are shown: by layer and head all of them, sorted those that the filter
 * lets through.
 *
 * @param {MapsData} data
 * @param {Pick<MapsState, 'sort' | 'order' | 'filter' | 'measure' | 'alike' | 'layer' | 'head'>} state
 * @returns {{ flow: boolean, heads: Listed[], passing: number }} `flow`: one after the other, and not layers down, heads across
 */
export function listed(data, state) {
  const { heads: across, layers } = data.reading;
  const { sort, order, alike } = state;
  const likeness =
    alike && data.similar
      ? new Map(data.similar.map(({ layer, head, similarity }) => [layer * across + head, similarity]))
      : null;
  likeness?.set(state.layer * across + state.head, 1);
  const measure = writtenMeasure(state);
  const all = Array.from({ length: layers * across }, (_, place) => {
    const found = data.heads[place];
    const value = likeness ? (likeness.get(place) ?? null) : (found?.measures[measure] ?? null);
    return {
      layer: Math.floor(place / across),
      head: place % across,
      found,
      value,
      passes: passes(found, state.filter),
    };
  });
  const passing = all.filter((head) => head.passes);
  const flow = likeness !== null || (!alike && sort !== 'layer');
  if (flow)
    return {
      flow,
      heads: inOrder(passing, likeness || order === 'down' ? -1 : 1, ({ value }) => value),
      passing: passing.length,
    };
  const heads =
    order === 'down' && !alike
      ? Array.from({ length: layers }, (_, row) =>
          all.slice((layers - 1 - row) * across, (layers - row) * across),
        ).flat()
      : all;
  return { flow: wraps(data.reading), heads, passing: passing.length };
}

/**
 * Whether the heads of the only layer take several lines, because one would be wider than the room.
 *
 * @param {Pick<Reading, 'layers' | 'heads'>} reading
 */
export const wraps = ({ layers, heads }) => layers === 1 && heads > LINE;

/**
 * The labels of the thumbnails.
 *
 * @param {Pick<MapsState, 'sort' | 'measure' | 'alike'>} state @returns {MeasureName}
 */
export function writtenMeasure({ sort, measure, alike }) {
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
 * @template T
 * @param {T[]} items
 * @param {1 | -1} direction
 * @param {(item: T) => number | null} valueOf
 */
function inOrder(items, direction, valueOf) {
  return items.toSorted((a, b) => {
    const [x, y] = [valueOf(a), valueOf(b)];
    if (x === null || y === null) return Number(x === null) - Number(y === null);
    return direction * (x - y);
  });
}

/**
 * The ranges of measures, cached by data.
 *
 * @type {WeakMap<MapsData, Map<MeasureName, ReturnType<typeof spread>>>}
 */
const spreads = new WeakMap();

/**
 * The least and the greatest value of a measure among the heads, and all of them; null where no head has one.
 *
 * @param {MapsData} data
 * @param {MeasureName} measure
 * @returns {{ least: number, most: number, values: number[] } | null}
 */
export function spread(data, measure) {
  const known = spreads.get(data) ?? new Map();
  spreads.set(data, known);
  if (!known.has(measure)) {
    const values = data.heads.flatMap((head) => head?.measures[measure] ?? []);
    known.set(
      measure,
      values.length > 0 ? { least: Math.min(...values), most: Math.max(...values), values } : null,
    );
  }
  return known.get(measure) ?? null;
}

import { called } from '../called.js';
import { keptSource } from './kept.js';
import { labelsOf } from './labels.js';
/** @import { MapInfo, MapsData, MapsModel, MapsState, Source } from '../types.js' */
/** @import { Shown } from './map-store.js' */
/** @import { Inks } from './inks.js' */
/** @import { Pair } from './sight.js' */
/** @import { Which } from './spec.js' */

/**
 * The model that the views of a head are drawn from.
 *
 * @typedef {object} Scene
 * @property {MapsState} state
 * @property {MapsData} data
 * @property {MapsModel['t']['maps']['head']} t
 * @property {MapsModel['t']['maps']['large']} large
 * @property {MapsModel['language']} language
 * @property {MapsModel['appearance']} appearance
 * @property {Inks} inks
 * @property {ReturnType<typeof labelsOf>} labels
 * @property {Partial<Record<Which, Shown>>} shown
 * @property {MapInfo | null} numbers - the map of the readout, which may differ from the painted one
 * @property {Pair | null} activeCell - the cell under the pointer, else the cursor
 * @property {number[] | null} reach - of the visible rows
 */

/**
 * Caches the labels until their inputs change, because thousands of them take long.
 *
 * @returns {(state: MapsState, data: MapsData) => ReturnType<typeof labelsOf>}
 */
export function labeller() {
  /** @type {unknown[]} */
  let from = [];
  /** @type {ReturnType<typeof labelsOf>} */
  let labels;
  return (state, data) => {
    const now = [data.tokens, data.queryTokens, data.reading, state.words];
    if (now.some((part, place) => part !== from[place])) labels = labelsOf(state, data);
    from = now;
    return labels;
  };
}

/**
 * The name of a map.
 *
 * @param {Source} source
 * @param {Parameters<typeof keptSource>[1]} data - that it is of
 * @param {Scene['t']} t
 */
export function titleOf(source, data, { titles }) {
  return called(keptSource(source, data), titles);
}

/**
 * The cursor, clamped to the shape of a map.
 *
 * @param {Pair | null} cell @param {{ query: unknown[], key: unknown[] }} labels @returns {Pair | null}
 */
export function clampedCell(cell, { query, key }) {
  return (
    cell && {
      query: Math.max(0, Math.min(query.length - 1, cell.query)),
      key: Math.max(0, Math.min(key.length - 1, cell.key)),
    }
  );
}

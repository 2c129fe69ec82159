import { drawOptions } from './session.js';
/** @import { Pair } from '../../ui/grid.js' */
/** @import { FigureModel, MaskState } from './types.js' */

/**
 * Returns a function that computes the model of a state. Its row is cached until its inputs change.
 *
 * @param {Pick<typeof import('../../engine/masks.js'), 'maskRow' | 'maskExplain'>} engine
 */
export function cachedModel(engine) {
  const rowOf = memoizedLast(engine.maskRow);

  /**
   * @param {MaskState} state
   * @param {Pair | null} pointed - the cell under the pointer
   * @param {Pick<FigureModel, 't' | 'language'>} words
   * @returns {FigureModel}
   */
  return (state, pointed, words) => {
    const { text, queries, keys } = state;
    // The cell under the pointer may no longer exist.
    const activeCell = pointed && pointed.query < queries && pointed.key < keys ? pointed : state.cursor;
    return {
      state,
      ...words,
      activeCell,
      /** Computed on access, which does not happen while a large mask changes. */
      get row() {
        return rowOf(drawOptions(state), activeCell.query);
      },
      why: engine.maskExplain(text, queries, keys, activeCell.query, activeCell.key),
    };
  };
}

/**
 * Caches the last result of a function.
 *
 * @template {unknown[]} A
 * @template R
 * @param {(...args: A) => R} compute
 * @returns {(...args: A) => R}
 */
export function memoizedLast(compute) {
  let lastKey = '';
  /** @type {R} */
  let result;
  return (...args) => {
    const key = JSON.stringify(args);
    if (key !== lastKey) {
      result = compute(...args);
      lastKey = key;
    }
    return result;
  };
}

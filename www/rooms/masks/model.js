import { drawnFrom } from './session.js';
/** @import { FigureModel, MaskState, Pair } from './types.js' */

/**
 * Computes the model of a state for the views. Each part is cached until its inputs change.
 *
 * @param {Pick<typeof import('../../engine/masks.js'), 'maskRow' | 'maskExplain'>} engine
 */
export function modeller(engine) {
  const row = memoizedLast(engine.maskRow);
  const why = memoizedLast(engine.maskExplain);

  return {
    /**
     * @param {MaskState} state
     * @param {Pair | null} point
     * @param {Pick<FigureModel, 't' | 'language'>} words
     * @returns {FigureModel}
     */
    model(state, point, words) {
      const { text, queries, keys } = state;
      // The cell under the pointer may no longer exist.
      const activeCell = point && point.query < queries && point.key < keys ? point : state.cursor;
      const explained = why(text, queries, keys, activeCell.query, activeCell.key);
      return {
        state,
        ...words,
        activeCell,
        /** Computed on access, which does not happen while a large mask changes. */
        get row() {
          return row(drawnFrom(state), activeCell.query);
        },
        why: explained,
      };
    },
  };
}

/**
 * Caches the last result of a function.
 *
 * @template {unknown[]} A
 * @template R
 * @param {(...args: A) => R} work
 * @returns {(...args: A) => R}
 */
export function memoizedLast(work) {
  let lastKey = '';
  /** @type {R} */
  let answer;
  return (...args) => {
    const key = JSON.stringify(args);
    if (key !== lastKey) {
      answer = work(...args);
      lastKey = key;
    }
    return answer;
  };
}

import { drawnFrom } from './session.js';
/** @import { MaskModel, MaskState, Pair } from './types.js' */

/**
 * Works a state out for the views, each part anew only when what it depends on has changed.
 *
 * @param {typeof import('../engine/masks.js')} engine
 */
export function modeller(engine) {
  const parsed = remembered(engine.maskExpression);
  const row = remembered(engine.maskRow);
  const why = remembered(engine.maskExplain);

  return {
    /** @param {MaskState} state @param {Pair | null} point @param {Pick<MaskModel, 't' | 'language'>} words @returns {MaskModel} */
    model(state, point, words) {
      const { text, queries, keys } = state;
      // What was pointed at may be gone since.
      const looked = point && point.query < queries && point.key < keys ? point : state.cursor;
      const explained = why(text, queries, keys, looked.query, looked.key);
      return {
        state,
        ...words,
        parsed: parsed(text),
        looked,
        /** Asked for when it is looked at: while a large mask is dragged it is not. */
        get row() { return row(drawnFrom(state), looked.query); },
        why: explained,
        deciding: explained.clauses.filter(({ decides }) => decides).map(({ clause }) => clause),
      };
    },
  };
}

/**
 * A function that keeps its last answer.
 *
 * @template {unknown[]} A
 * @template R
 * @param {(...args: A) => R} work
 * @returns {(...args: A) => R}
 */
function remembered(work) {
  let asked = '';
  /** @type {R} */
  let answer;
  return (...args) => {
    const now = JSON.stringify(args);
    if (now !== asked) {
      answer = work(...args);
      asked = now;
    }
    return answer;
  };
}

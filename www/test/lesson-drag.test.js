/** A drag in a lesson does each piece of work once. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import * as engine from '../engine/attention.js';
import { encode } from '../rooms/learn/state/fragment.js';
import { freshState, withEdit } from '../rooms/learn/state/state.js';
import { session } from '../rooms/learn/session.js';
import { LANGUAGES } from '../page/words/index.js';
/** @import { MatrixData, State } from '../types.js' */

before(() => engine.load());

/**
 * A lesson whose matrices are drawn, how often they were drawn and computed, and the inputs that were passed.
 */
function counted() {
  const calls = { draw: 0, workHeads: 0, change: /** @type {string[][]} */ ([]) };
  const counting = {
    ...engine,
    openLesson() {
      const lesson = engine.openLesson();
      /** @type {MatrixData[] | null} */
      let drawn = null;
      /** @type {Record<string, unknown>} */
      let known = {};
      /** @type {typeof lesson} */
      const watched = {
        ...lesson,
        draw(seed, draws) {
          const matrices = lesson.draw(seed, draws);
          if (matrices !== drawn) calls.draw += 1;
          drawn = matrices;
          return matrices;
        },
        workHeads(options, inputs) {
          const given = /** @type {Record<string, unknown>} */ (inputs);
          calls.workHeads += 1;
          calls.change.push(Object.keys(given).filter((name) => given[name] !== known[name]));
          known = given;
          return lesson.workHeads(options, inputs);
        },
      };
      return watched;
    },
  };
  const now = session(counting, freshState('heads'), () => ({ t: LANGUAGES.en, language: 'en' }));
  return { now, calls };
}

/**
 * The state with a property that only the encoding of a state reads, and how often it is read.
 *
 * @param {State} state
 */
function watched(state) {
  const { digits } = state;
  let reads = 0;
  const copy = Object.defineProperty({ ...state }, 'digits', {
    enumerable: true,
    get() {
      reads += 1;
      return digits;
    },
  });
  return { state: copy, reads: () => reads };
}

/** @param {State} state @param {number} value */
const edited = (state, value) => withEdit(state, { matrix: 'wV', row: 0, col: 0, value });

test('a drag draws nothing from the seed again, computes once a move, and encodes the state once, when it ends', () => {
  const { now, calls } = counted();
  const before = { ...calls };
  let encodings = 0;
  for (const value of [1, 2, 3]) {
    const { state, reads } = watched(edited(now.state, value));
    const first = reads();
    assert.equal(now.drag(state), null);
    assert.equal(now.isDragged, true);
    encodings += reads() - first;
  }
  assert.equal(encodings, 0);
  assert.equal(calls.workHeads - before.workHeads, 3);
  assert.deepEqual(calls.change.slice(-3), [['wV'], ['wV'], ['wV']], 'only the edited matrix is another one');
  const { state, reads } = watched(edited(now.state, 4));
  const first = reads();
  assert.equal(now.commit(state), null);
  encode(now.state);
  const once = reads() - first;
  encode(now.state);
  assert.equal(reads() - first, once);
  assert.equal(calls.draw, before.draw);
  assert.equal(now.isDragged, false);
  assert.equal(now.undo(), null);
  assert.deepEqual(now.state.edits, []);
});

test('another seed is drawn, and the drawn matrices stay as they are under edits', () => {
  const { now, calls } = counted();
  const wV = now.model.matrices.wV.data.slice();
  assert.equal(now.drag(edited(now.state, 99)), null);
  assert.equal(now.model.matrices.wV.data[0], 99);
  assert.equal(now.cancel(), null);
  assert.deepEqual(now.model.matrices.wV.data, wV);
  const before = calls.draw;
  assert.equal(now.commit({ ...now.state, seed: 12345 }), null);
  assert.equal(calls.draw, before + 1);
  assert.notDeepEqual(now.model.matrices.wV.data, wV);
});

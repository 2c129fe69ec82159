import { MATRICES, matrixOf, ofHead } from '../../../figure/matrices.js';
import { readersOf } from '../../../figure/heads.js';
/** @import { Context } from '../../../figure/matrices.js' */
/** @import { Graph, Heads, Lesson, Switches } from '../../../types.js' */

/**
 * How every matrix of a lesson is computed from the others. The graph contains no numbers.
 *
 * @param {Lesson} lesson
 * @param {Switches} switches
 * @returns {Graph}
 */
export function graphOf(lesson, switches) {
  /** @param {number | null} index @param {Context['of']} of @returns {Context} */
  const context = (index, of) => ({
    lesson,
    switches,
    index,
    of,
    ofEach: (base) => Array.from({ length: lesson.heads?.heads ?? 1 }, (_, head) => ofHead(base, head)),
  });
  /** @type {Graph} */
  const graph = {};
  /** @param {string[]} bases @param {Context} given */
  const add = (bases, given) => {
    for (const base of bases) {
      const node = MATRICES[base].from(given);
      if (node) graph[ofHead(base, given.index)] = node;
    }
  };
  const all = Object.keys(MATRICES);
  const whole = context(null, (base) => base);
  const { heads } = lesson;
  if (!heads) {
    add(all, whole);
    return graph;
  }
  const isWhole = (/** @type {string} */ base) => !MATRICES[base].head || MATRICES[base].isUndivided === true;
  const after = all.findLastIndex((base) => MATRICES[base].head) + 1;
  add(all.slice(0, after).filter(isWhole), whole);
  addHeads(heads, all, (bases, index, of) => add(bases, context(index, of)));
  add(all.slice(after), whole);
  return graph;
}

/**
 * Adds the matrices of single heads: each key-value head, followed by the query heads that read it.
 *
 * @param {Heads} heads
 * @param {string[]} all
 * @param {(bases: string[], index: number, of: Context['of']) => void} add
 */
function addHeads(heads, all, add) {
  const ofKind = (/** @type {'query' | 'kv'} */ kind) => all.filter((base) => MATRICES[base].head === kind);
  for (let kv = 0; kv < heads.kvHeads; kv += 1) {
    add(ofKind('kv'), kv, (base) => ofHead(base, kv));
    for (const head of readersOf(heads, kv)) {
      add(ofKind('query'), head, (base) => {
        const kind = matrixOf(base).head;
        return kind ? ofHead(base, kind === 'kv' ? kv : head) : base;
      });
    }
  }
}

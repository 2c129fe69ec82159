import { ofHead, readersOf } from '../../../figure/heads.js';
/** @import { Graph, Heads, Lesson, Switches } from '../../../types.js' */

/**
 * How the matrices of several heads come from queries, keys and values: split, attended, put side by side, projected.
 *
 * @param {Lesson & { heads: Heads }} lesson
 * @param {Switches} switches
 * @returns {Graph}
 */
export function headsGraph({ heads, dims }, { mask, softmaxAxis }) {
  const masked = mask !== 'none';
  /** @type {Graph} */
  const graph = masked ? { allowed: { kind: 'constant' }, additive: { kind: 'same', of: ['allowed'] } } : {};
  const [key, value] = [dims.key / heads.heads, dims.value / heads.heads];
  for (let kv = 0; kv < heads.kvHeads; kv += 1) {
    const [k, v, kT] = ['k', 'v', 'kT'].map((base) => ofHead(base, kv));
    graph[k] = { kind: 'slice', of: 'k', col: kv * key };
    graph[v] = { kind: 'slice', of: 'v', col: kv * value };
    graph[kT] = { kind: 'transpose', of: k };
    for (const head of readersOf(heads, kv)) {
      const id = (/** @type {string} */ base) => ofHead(base, head);
      const logits = id(masked ? 'masked' : 'scaled');
      graph[id('q')] = { kind: 'slice', of: 'q', col: head * key };
      graph[id('scores')] = { kind: 'product', left: id('q'), right: kT };
      graph[id('scaled')] = { kind: 'same', of: [id('scores')] };
      if (masked) graph[id('masked')] = { kind: 'same', of: [id('scaled'), 'additive'] };
      graph[id('weights')] = { kind: 'softmax', of: logits, axis: softmaxAxis };
      graph[id('output')] = { kind: 'product', left: id('weights'), right: v };
      if (softmaxAxis === 'rows') continue;
      graph[id('weightsRows')] = { kind: 'softmax', of: logits, axis: 'rows' };
      graph[id('outputRows')] = { kind: 'product', left: id('weightsRows'), right: v };
    }
  }
  graph.merged = {
    kind: 'concat',
    of: Array.from({ length: heads.heads }, (_, head) => ofHead('output', head)),
  };
  if (heads.wO === 'none') return graph;
  return {
    ...graph,
    wO: { kind: 'input', edits: 'wO' },
    projectedOutput: { kind: 'product', left: 'merged', right: 'wO' },
  };
}

import { ofHead } from './heads.js';
import { band, embedBand } from './bands.js';
/** @import { Graph, Lesson, Model } from '../types.js' */
/** @import { Band } from './bands.js' */

/**
 * The bands of several heads: the projections of all tokens, the weights of all heads beside their joint
 * output, and one open head.
 *
 * @param {Lesson} lesson
 * @param {Graph} graph
 * @param {number} head - the open one
 * @param {number} kvHead - its key-value head
 * @returns {Band[]}
 */
export function headBands({ heads }, graph, head, kvHead) {
  const has = (/** @type {string} */ id) => (graph[id] ? id : null);
  const own = (/** @type {string} */ base) => ofHead(base, head);
  const count = heads?.heads ?? 1;
  const weights = Array.from(
    { length: count },
    (_, each) => /** @type {[null, string]} */ ([null, ofHead('weights', each)]),
  );
  return [
    embedBand(graph),
    band('heads', [...weights, [null, 'merged'], [has('wO'), has('projectedOutput')]]),
    band('opened', [
      [null, own('q')],
      [ofHead('kT', kvHead), own('scores')],
      [has('allowed'), own('scaled')],
      [has('additive'), has(own('masked'))],
      [null, own('weights')],
      [null, has(own('weightsRows'))],
      [ofHead('v', kvHead), own('output')],
      [null, has(own('outputRows'))],
    ]),
  ];
}

/**
 * The open head and its key-value head.
 *
 * @param {Pick<Model, 'state' | 'heads'>} model
 */
export function openedHead({ state, heads }) {
  const head = Math.min(state.head, (heads?.each.length ?? 1) - 1);
  return { head, kvHead: heads?.each[head].kvHead ?? 0 };
}

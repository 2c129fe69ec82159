import { ofHead } from './heads.js';
import { attendBand, band, embedBand, inGraph } from './bands.js';
/** @import { Graph, Lesson, Model } from '../types.js' */
/** @import { Band, Column } from './bands.js' */

/**
 * The bands of several heads: the projections of all tokens, the weights of all heads beside the concatenated
 * outputs, and the attention of the open head.
 *
 * @param {Lesson} lesson
 * @param {Graph} graph
 * @param {number} head - the open head
 * @param {number} kvHead - the key-value head that it reads
 * @returns {Band[]}
 */
export function headBands({ heads }, graph, head, kvHead) {
  const ifAny = inGraph(graph);
  /** @type {Column[]} */
  const weights = Array.from({ length: heads?.heads ?? 1 }, (_, each) => [null, ofHead('weights', each)]);
  return [
    embedBand(graph),
    band('heads', [...weights, [null, 'merged'], [ifAny('wO'), ifAny('projectedOutput')]]),
    attendBand(
      'opened',
      graph,
      (base) => ofHead(base, head),
      (base) => ofHead(base, kvHead),
    ),
  ];
}

/**
 * The open head and the key-value head that it reads.
 *
 * @param {Pick<Model, 'state' | 'heads'>} model
 */
export function openedHead({ state, heads }) {
  const head = Math.min(state.head, (heads?.each.length ?? 1) - 1);
  return { head, kvHead: heads?.each[head].kvHead ?? 0 };
}

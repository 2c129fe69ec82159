/** The heads of all layers, whose numbers may differ. */
/** @import { ModelFacts } from './model.js' */

/**
 * The heads, by layer.
 *
 * @param {Pick<ModelFacts, 'layerHeads'>} facts
 * @returns {{ layer: number, head: number }[]}
 */
export const headPlaces = ({ layerHeads }) =>
  layerHeads.flatMap((count, layer) => Array.from({ length: count }, (_, head) => ({ layer, head })));

/** The layers that keep a state in place of a softmax. @param {Pick<ModelFacts, 'kinds'>} facts */
export const stateLayers = ({ kinds }) => kinds.flatMap((kind, layer) => (kind === null ? [] : [layer]));

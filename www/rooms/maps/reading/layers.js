/** What each layer of a reading is: layers may differ in their heads and in what replaces the softmax. */
/** @import { Reading, Source } from '../types.js' */

/** @typedef {NonNullable<NonNullable<Reading['kinds']>[number]>} LinearKind */

/**
 * The number of heads of a layer.
 *
 * @param {Pick<Reading, 'heads' | 'layerHeads'>} reading
 * @param {number} layer
 */
export const headsOf = ({ heads, layerHeads }, layer) => layerHeads?.[layer] ?? heads;

/** The number of all heads. @param {Pick<Reading, 'layers' | 'heads' | 'layerHeads'>} reading */
export const headCount = ({ layers, heads, layerHeads }) =>
  layerHeads ? layerHeads.reduce((sum, count) => sum + count, 0) : layers * heads;

/**
 * What replaces the softmax of a layer; null for a softmax.
 *
 * @param {Pick<Reading, 'kinds'>} reading @param {number} layer @returns {LinearKind | null}
 */
export const kindOf = ({ kinds }, layer) => kinds?.[layer] ?? null;

/**
 * Whether the weights of a layer are signed.
 *
 * @param {Pick<Reading, 'kinds'>} reading
 * @param {number} layer
 */
export const isSigned = (reading, layer) => kindOf(reading, layer) !== null;

/**
 * Whether a layer has a softmax. Differential attention has two.
 *
 * @param {Pick<Reading, 'kinds'>} reading @param {number} layer
 */
export const hasSoftmax = (reading, layer) =>
  kindOf(reading, layer) === null || kindOf(reading, layer) === 'differential';

/** Whether a kind erases what a key reads before it writes. @param {LinearKind | null} kind */
export const erases = (kind) => kind === 'gated_delta' || kind === 'kda';

/**
 * Whether an array of a reading has a layer.
 *
 * @param {Reading['q'] | undefined} parts
 * @param {number} layer
 */
export const hasLayer = (parts, layer) =>
  parts?.some((part) => part.axes.includes('layer') || part.layer === layer) ?? false;

/**
 * Whether the queries of a layer picked their keys.
 *
 * @param {Pick<Reading, 'selected'>} reading
 * @param {number} layer
 */
export const isPicked = ({ selected }, layer) => hasLayer(selected, layer);

/**
 * The number of tokens that an entry of a layer stands for; 0 if the layer has no entries.
 *
 * @param {Pick<Reading, 'compressRates'>} reading
 * @param {number} layer
 */
export const compressRateOf = ({ compressRates }, layer) => compressRates?.[layer] ?? 0;

/** The layers of a map. @param {Reading} reading @param {Source} source */
export function layersOf({ layers }, source) {
  const all = Array.from({ length: layers }, (_, layer) => layer);
  if (source.of === 'head') return [source.layer];
  if (source.of === 'rollout') return all.slice(0, source.layer + 1);
  if (source.over === 'chosen') return source.heads.map(({ layer }) => layer);
  return source.over === 'heads' ? [source.layer] : all;
}

/**
 * Whether a map has signed weights: one of its layers does.
 *
 * @param {Reading} reading
 * @param {Source} source
 */
export const isSignedMap = (reading, source) =>
  layersOf(reading, source).some((layer) => isSigned(reading, layer));

/** @import { Source } from './types.js' */

/** The metadata key for the sources of the heads in a saved figure. */
export const KEPT = 'heedmap_sources';

/**
 * The name of a map: a head by its index, a mean or maximum by what it combines.
 *
 * @typedef {{ heads: (layer: number) => string, layers: (head: number) => string, all: string }} Over
 * @param {Source} source
 * @param {{ head: (layer: number, head: number) => string, rollout: (layer: number) => string, mean: Over, max: Over }} words
 */
export function called(source, words) {
  if (source.of === 'head') return words.head(source.layer, source.head);
  if (source.of === 'rollout') return words.rollout(source.layer);
  const of = words[source.of];
  return source.over === 'heads'
    ? of.heads(source.layer)
    : source.over === 'layers'
      ? of.layers(source.head)
      : of.all;
}

/** @import { Source } from './types.js' */

/** The metadata key for the sources of the heads in a saved figure. */
export const SOURCES_KEY = 'heedmap_sources';

/**
 * The name of a head or of a combination of heads.
 *
 * @typedef {{ heads: (layer: number) => string, layers: (head: number) => string, all: string }} Over
 * @param {Source} source
 * @param {{ head: (layer: number, head: number) => string, rollout: (layer: number) => string, mean: Over, max: Over }} words
 */
export function sourceName(source, words) {
  if (source.of === 'head') return words.head(source.layer, source.head);
  if (source.of === 'rollout') return words.rollout(source.layer);
  const names = words[source.of];
  if (source.over === 'heads') return names.heads(source.layer);
  return source.over === 'layers' ? names.layers(source.head) : names.all;
}

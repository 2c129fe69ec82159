/** @import { Source } from './types.js' */

/** Under which key a saved figure says what each of its heads was. */
export const KEPT = 'heedmap_sources';

/**
 * What a map is called, in words of one kind: a head by its place, a mean or a largest by what it is over.
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

/** @import { Strings } from '../../words/languages.js' */
/** @import { Source } from './types.js' */

/** The metadata key for the sources of the heads in a saved figure. */
export const SOURCES_KEY = 'heedmap_sources';
/** The metadata key of a saved figure for rounding to 8 bits: the step and its power. */
export const ROUNDING_KEY = 'heedmap_rounding';
/** The metadata key for what was off in the run of a model (`docs/format.md`). */
export const OFF_KEY = 'off';
/** The metadata key of a saved figure whose rows need not sum to 1. */
export const UNCHECKED_KEY = 'heedmap_unchecked';

/**
 * What the first file with a metadata key says; empty if none has it.
 *
 * @param {readonly { metadata: [string, string][] }[]} files @param {string} key
 */
export const saidIn = (files, key) =>
  files.flatMap(({ metadata }) => metadata).find(([name]) => name === key)?.[1] ?? '';

/**
 * The name of a head or of a combination of heads.
 *
 * @param {Source} source
 * @param {Strings['maps']['head']['titles']} words
 */
export function sourceName(source, words) {
  if (source.of === 'head') return words.head({ layer: source.layer, head: source.head });
  if (source.of === 'rollout') return words.rollout({ layer: source.layer });
  const names = words[source.of];
  if (source.over === 'chosen') return names.chosen({ heads: namesOf(source.heads) });
  if (source.over === 'heads') return names.heads({ layer: source.layer });
  return source.over === 'layers' ? names.layers({ head: source.head }) : names.all;
}

/** The most heads that a name lists. */
const MOST_NAMES = 8;

/**
 * The names of heads, of which the first ones are listed.
 *
 * @param {readonly { layer: number, head: number }[]} heads
 */
function namesOf(heads) {
  const names = heads.slice(0, MOST_NAMES).map(({ layer, head }) => `${layer}·${head}`);
  return [...names, ...(heads.length > MOST_NAMES ? ['…'] : [])].join(', ');
}

/**
 * The number of a layer as the files say it: they may hold only some layers of a model.
 *
 * @param {{ layerNumbers?: readonly number[] }} reading @param {number} layer - its index
 */
export const layerName = ({ layerNumbers }, layer) => layerNumbers?.[layer] ?? layer;

/**
 * A source with the numbers of its layers in place of their indexes, for its name.
 *
 * @param {Source} source @param {{ layerNumbers?: readonly number[] }} reading @returns {Source}
 */
export function numberedSource(source, reading) {
  const named = (/** @type {{ layer: number, head: number }} */ head) => ({
    ...head,
    layer: layerName(reading, head.layer),
  });
  if ('heads' in source) return { ...source, heads: source.heads.map(named) };
  return 'layer' in source ? { ...source, layer: layerName(reading, source.layer) } : source;
}

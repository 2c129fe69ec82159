/** Variants of a run that are divided among several Workers, and their readouts put together again. */
import { headPlaces } from './model-places.js';
/** @import { ModelFacts } from './model.js' */
/** @import { ModelReadout, ModelVariant, RunOptions } from './model-run.js' */

/**
 * A request for each Worker, with every n-th variant; null if the request is not divided, because it has few
 * variants or some are kept.
 *
 * A variant is computed from the layer of its first change on, so Workers that take turns get as much work.
 *
 * @param {number} count - the number of Workers
 * @param {number} least - the least number of variants that is divided
 * @param {Pick<ModelFacts, 'layerHeads'>} facts
 * @param {RunOptions} request
 * @returns {RunOptions[] | null}
 */
export function dividedAmong(count, least, facts, request) {
  const variants = variantsOf(facts, request);
  const positions = request.positions ?? [];
  const isPlain = variants.every(({ kept }) => !kept) && new Set(positions).size === positions.length;
  if (count < 2 || variants.length < least || !isPlain) return null;
  return Array.from({ length: count }, (_, share) => ({
    ...request,
    eachHead: null,
    variants: variants.filter((_variant, at) => at % count === share),
    // The first Worker reads what belongs to the text.
    ...(share > 0 && { lens: false, direct: false, writes: false }),
  }));
}

/**
 * All variants, also those of `eachHead`.
 *
 * @param {Pick<ModelFacts, 'layerHeads'>} facts @param {RunOptions} request
 * @returns {ModelVariant[]}
 */
function variantsOf(facts, { variants, eachHead }) {
  if (!eachHead) return variants ?? [];
  const { text, with: replacement, other } = eachHead;
  const each = headPlaces(facts).map((place) => ({
    text,
    edits: [{ part: /** @type {const} */ ('head'), ...place, with: replacement, text: other }],
  }));
  return [...(variants ?? []), ...each];
}

/**
 * The readouts of the whole request, in the order of one thread: for each position the texts, the variants,
 * and the parts of the texts.
 *
 * @param {ModelReadout[][]} shares
 * @returns {ModelReadout[]}
 */
export function joinedReadouts(shares) {
  const [first] = shares;
  const isVariant = (/** @type {ModelReadout} */ { source }) => source === 'variant';
  const variants = shares
    .flatMap((readouts, share) =>
      readouts.filter(isVariant).map((each) => ({ ...each, index: each.index * shares.length + share })),
    )
    .sort((a, b) => a.index - b.index);
  return [...new Set(first.map(({ position }) => position))].flatMap((position) => {
    const here = (/** @type {ModelReadout} */ each) => each.position === position;
    const texts = first.filter((each) => here(each) && each.source === 'text');
    const parts = first.filter((each) => here(each) && each.source !== 'text' && !isVariant(each));
    return [...texts, ...variants.filter(here), ...parts];
  });
}

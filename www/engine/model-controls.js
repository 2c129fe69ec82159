/** What the heads of a model do on texts that mean nothing, against which a name for a head is checked. */
import { mean } from '../format/mean.js';
import { allLists, successors } from './model-circuits.js';
import { headPlaces } from './model-places.js';
import { PASSAGE } from './model-passage.js';
import { run } from './model-run.js';
import { randomOf } from './model-sampling.js';
/** @import { LanguageModel } from './model.js' */
/** @import { Watch } from './model-run.js' */

/** @typedef {ReturnType<typeof sharesOf> & { successor: number }} Shares */

/** The number of texts, and of different tokens of each, which come twice. */
const [TEXTS, TOKENS] = [3, 12];

/**
 * Texts of mixed tokens: twelve tokens of a passage in a random order, and the same once more. Tokens that
 * belong before and after each text of the model are there too. A model without a tokenizer gets random ids.
 *
 * @param {LanguageModel} model
 * @returns {number[][]} of equal lengths
 */
export function mixedTexts(model) {
  const { hasTokenizer, positions, vocabulary } = model.facts;
  const [first, ...last] = hasTokenizer ? model.encode('') : [];
  const around = first === undefined ? 0 : 1 + last.length;
  const known = hasTokenizer
    ? [...new Set(model.encode(PASSAGE))].filter((id) => id !== first && !last.includes(id))
    : Array.from({ length: vocabulary }, (_, id) => id);
  const count = Math.min(TOKENS, known.length, Math.floor((positions - around) / 2));
  return Array.from({ length: TEXTS }, (_, seed) => {
    const left = [...known];
    const half = Array.from({ length: Math.max(1, count) }, (__, step) => {
      const [picked] = left.splice(Math.floor(randomOf(seed, step) * left.length), 1);
      return picked;
    });
    return [...(first === undefined ? [] : [first]), ...half, ...half, ...last];
  });
}

/**
 * The least share of the weight, over these texts, that each head gives to the previous token, to the next,
 * to the first one, to the earlier copy of the token, and to what followed that copy. `successor` is the
 * share of the tokens of all lists at which the head writes most for the next word (`successors`).
 *
 * A head that does so on one text by accident, as in a model of random weights, does not on the others. A
 * head that looks at the previous token, or continues what came before, does it for any tokens.
 *
 * @param {LanguageModel} model
 * @param {Watch} [watch]
 * @returns {Promise<{ layer: number, head: number, shares: Shares }[]>} by layer, then head
 */
export async function controls(model, watch) {
  const texts = mixedTexts(model);
  const next = await successors(model, allLists(model), watch);
  const running = await run(model, { texts }, watch);
  try {
    return headPlaces(model.facts).map(({ layer, head }, at) => {
      const all = texts.map((ids, text) => sharesOf(running.weights(layer, head, { text }), ids));
      const least = (/** @type {keyof ReturnType<typeof sharesOf>} */ name) =>
        Math.min(...all.map((shares) => shares[name]));
      return {
        layer,
        head,
        shares: {
          previous_token: least('previous_token'),
          next_token: least('next_token'),
          sink_share: least('sink_share'),
          duplicate_token: least('duplicate_token'),
          induction: least('induction'),
          successor: next?.[at].first ?? 0,
        },
      };
    });
  } finally {
    running.free();
  }
}

/**
 * The mean shares of a text whose tokens come at most twice.
 *
 * @param {Float32Array} weights @param {number[]} ids
 */
function sharesOf(weights, ids) {
  const n = ids.length;
  const weight = (/** @type {number} */ query, /** @type {number} */ key) => weights[query * n + key];
  const again = [...ids.keys()]
    .map((at) => ({ at, copy: ids.indexOf(ids[at]) }))
    .filter(({ at, copy }) => copy < at);
  return {
    previous_token: mean(ids.slice(1).map((_, at) => weight(at + 1, at))),
    next_token: mean(ids.slice(1).map((_, at) => weight(at, at + 1))),
    // Behind it, heads that look at copies have something to look at.
    sink_share: mean(ids.slice(0, again[0]?.at).map((_, at) => weight(at, 0))),
    duplicate_token: mean(again.map(({ at, copy }) => weight(at, copy))),
    induction: mean(again.map(({ at, copy }) => weight(at, copy + 1))),
  };
}

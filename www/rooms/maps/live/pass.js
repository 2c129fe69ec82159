/** One pass of the model over a text: its tokens, its heads as a file, and the logits of what comes next. */
/** @import { LanguageModel, TokenPiece } from '../../../engine/model.js' */
/** @import { FinishedRun } from '../../../engine/model-run.js' */
/** @import { Head } from './settings.js' */
/** @import { Models } from './types.js' */

/**
 * What the reader has asked for.
 *
 * @typedef {object} Wanted
 * @property {string} text
 * @property {readonly Head[]} off
 * @property {'zero' | 'mean'} replacement
 */
/**
 * @typedef {object} Pass
 * @property {Wanted} wanted
 * @property {number[]} ids - the tokens that were run
 * @property {number} left - the number of tokens that are left out, because the model has no more positions
 * @property {TokenPiece[]} pieces
 * @property {Float32Array} logits - of the next token, with the heads that are off
 * @property {Float32Array | null} logitsBefore - with all heads on; null if none is off
 * @property {File} file - the heads
 * @property {FinishedRun} run
 * @property {(id: number) => string} textOf - the text of a token; empty if it is no whole character
 */

/**
 * Runs a model over a text, and once more with the heads that are off.
 *
 * @param {Models} engine
 * @param {LanguageModel} model
 * @param {Wanted} wanted
 * @param {import('../../../engine/model-run.js').Watch} [watch]
 * @returns {Promise<Pass | null>} null for a text without tokens
 */
export async function passOf(engine, model, wanted, watch) {
  const { text, off, replacement } = wanted;
  const all = [...model.encode(text)];
  const ids = all.slice(0, model.facts.positions);
  if (ids.length === 0) return null;
  const exists = (/** @type {Head} */ { layer, head }) =>
    layer < model.facts.layers && head < model.facts.heads;
  /** @type {import('../../../engine/model-run.js').ModelEdit[]} */
  const edits = off
    .filter(exists)
    .map(({ layer, head }) => ({ part: 'head', layer, head, with: replacement }));
  const hasVariant = edits.length > 0;
  const variants = hasVariant ? [{ edits, kept: true }] : null;
  const run = await engine.run(model, { texts: [ids], variants, writes: true }, watch);
  const variant = hasVariant ? 0 : null;
  const from = Math.min(...edits.map(({ layer }) => layer));
  const hasLogits = model.facts.hasLogits;
  return {
    wanted,
    ids,
    left: all.length - ids.length,
    pieces: model.pieces(ids),
    logits: hasLogits ? run.logits({ variant }) : new Float32Array(0),
    logitsBefore: hasLogits && hasVariant ? run.logits() : null,
    file: engine.toFile(run, { name: `${model.name}.safetensors`, variant, from }),
    run,
    textOf: textOf(model),
  };
}

/** @param {LanguageModel} model */
function textOf(model) {
  /** @type {Map<number, string>} */
  const known = new Map();
  return (/** @type {number} */ id) => {
    const there = known.get(id);
    if (there !== undefined) return there;
    const [{ text, special, partial }] = model.pieces([id]);
    const found = special || partial ? '' : text;
    known.set(id, found);
    return found;
  };
}

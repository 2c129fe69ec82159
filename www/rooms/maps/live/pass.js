/** One pass of the model over a text: its tokens, its heads as bytes, and the logits of what comes next. */
import { idsOf } from './ids.js';
import { editsOf, otherOf } from './off.js';
/** @import { LanguageModel, TokenPiece } from '../../../engine/model.js' */
/** @import { FinishedRun } from '../../../engine/model-run.js' */
/** @import { HeldFile } from '../service/bytes.js' */
/** @import { MapsState } from '../types.js' */
/** @import { Models } from './types.js' */

/**
 * What the reader has asked for.
 *
 * @typedef {object} Wanted
 * @property {string} text
 * @property {string | null} model - the name of the reader's own model; null for the small one
 * @property {MapsState['off']} off
 * @property {MapsState['replacement']} replacement
 * @property {string | null} second - the second sentence, if its parts may replace those of the text
 */
/**
 * @typedef {object} Pass
 * @property {Wanted} wanted
 * @property {number[]} ids - the tokens that were run
 * @property {number} left - the number of tokens that are left out, because the model has no more positions
 * @property {TokenPiece[]} pieces
 * @property {Float32Array} logits - of the next token, with the parts that are off
 * @property {Float32Array | null} logitsBefore - with all parts on; null if none is off
 * @property {0 | null} variant - the run that is shown: the variant with parts off, or null for the text itself
 * @property {HeldFile} file - the heads
 * @property {FinishedRun} run
 * @property {(id: number) => string} textOf - the text of a token; empty if it is no whole character
 */

/** The maximum number of bytes of what the heads write. */
const MOST_WRITES = 128 << 20;

/**
 * Runs a model over a text, and once more with the parts that are off.
 *
 * @param {Models} engine
 * @param {LanguageModel} model
 * @param {Wanted} wanted
 * @param {import('../../../engine/model-run.js').Watch} [watch]
 * @returns {Promise<Pass | null>} null for a text without tokens
 */
export async function passOf(engine, model, wanted, watch) {
  const { text, off, replacement } = wanted;
  const all = idsOf(model, text);
  const ids = all.slice(0, fittingOf(model, all));
  if (ids.length === 0) return null;
  const edits = editsOf(off, replacement, model.facts, ids.length);
  const hasVariant = edits.length > 0;
  const other = otherOf(engine, model, ids, wanted.second);
  const texts = hasVariant && replacement === 'text' ? [ids, other.ids] : [ids];
  const run = await engine.run(
    model,
    {
      texts,
      variants: hasVariant ? [{ edits, kept: true }] : null,
      writes: keepsWrites(model, ids.length * (texts.length + Number(hasVariant))),
    },
    watch,
  );
  const variant = hasVariant ? 0 : null;
  const hasLogits = model.facts.hasLogits;
  const held = engine.toBytes(run, { variant });
  return {
    wanted,
    ids,
    left: all.length - ids.length,
    pieces: model.pieces(ids),
    logits: hasLogits ? run.logits({ variant }) : new Float32Array(0),
    logitsBefore: hasLogits && hasVariant ? run.logits() : null,
    variant,
    file: { name: `${stem(model.name)}.safetensors`, size: held.length, held },
    run,
    textOf: textOf(model),
  };
}

/** The name of a model without the extension of its file. @param {string} name */
const stem = (name) => name.replace(/\.(gguf|safetensors)$/i, '');

/**
 * The number of columns of a map before those of the tokens: one if the heads of the model have sinks.
 *
 * @param {Pass} pass
 */
export const columnsBefore = ({ run: { facts } }) => Number(facts.hasSinks);

/**
 * How many tokens the model has positions for, without part of a character at the end: then no token of the
 * text could be read.
 *
 * @param {LanguageModel} model @param {number[]} all
 */
function fittingOf(model, all) {
  const { positions } = model.facts;
  if (all.length <= positions) return all.length;
  const pieces = model.pieces(all);
  let count = positions;
  while (count > 0 && pieces[count].group === pieces[count - 1]?.group) count -= 1;
  return count || positions;
}

/**
 * Whether there is memory for what each head writes at each position, which the parts of a score need.
 *
 * @param {LanguageModel} model @param {number} tokens - of all texts and variants
 */
function keepsWrites({ facts: { layers, heads, width } }, tokens) {
  return 4 * layers * heads * width * tokens <= MOST_WRITES;
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

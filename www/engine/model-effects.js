/** What changes inside a model do to its next token, and how its answer grows from layer to layer. */
import { invalid, requested } from './model-instance.js';
import { answerOf, idsOf, run } from './model-run.js';
/** @import { LanguageModel } from './model.js' */
/** @import { Answer, ModelEdit, Watch } from './model-run.js' */

/** @typedef {string | ArrayLike<number>} Text - a text, or the ids of its tokens */

/** The cells of the residual streams of a run, so that a map of many patches takes several runs. */
const MOST_CELLS = 2 ** 25;

/**
 * What a cell of a map of patches replaces by the same of the other text: the residual stream before a
 * layer at a token (`stream`), what all heads of a layer give at a token (`attention`), what the MLP writes
 * at a token (`mlp`), or one head at all tokens (`head`).
 *
 * @typedef {'stream' | 'attention' | 'mlp' | 'head'} PatchedPart
 */
/**
 * A map of patches.
 *
 * @typedef {object} Patches
 * @property {Answer} whole - of the text
 * @property {Answer} other - of the other text
 * @property {number} columns - the number of tokens, or of heads; the largest, if layers differ
 * @property {Answer[][]} patched - by layer, then token or head
 */

/**
 * Replaces parts of a text's run by those of another text, one at a time, and reads the answer again: the
 * part whose answer moves to that of the other text carries what differs between the two (activation
 * patching).
 *
 * @param {LanguageModel} model
 * @param {object} request
 * @param {Text} request.text
 * @param {Text} request.other - a text of as many tokens
 * @param {number} request.token - the id of the token whose logit and probability are the answer
 * @param {PatchedPart} [request.part] - by default `stream`
 * @param {Watch} [watch]
 * @returns {Promise<Patches>}
 * @throws {import('./model.js').ModelError} if the texts have different numbers of tokens; the message names both
 */
export async function patch(model, request, watch) {
  const { text, other, token, part = 'stream' } = requested(request);
  const texts = [text, other].map((each) => idsOf(model, each));
  const { layers, heads, layerHeads, width } = model.facts;
  const tokens = texts[0].length;
  const columns = part === 'head' ? heads : tokens;
  const counts = part === 'head' ? layerHeads : Array.from({ length: layers }, () => tokens);
  const edits = counts.flatMap((count, layer) =>
    Array.from({ length: count }, (_, at) => patchEdits(part, layer, at, layerHeads[layer])),
  );
  const most = Math.max(1, Math.floor(MOST_CELLS / (tokens * width)));
  /** @type {Answer[]} */
  const patched = [];
  /** @type {Answer[]} */
  let ends = [];
  for (let first = 0; first === 0 || first < edits.length; first += most) {
    const variants = edits.slice(first, first + most).map((each) => ({ edits: each }));
    const running = await run(model, { texts, watched: [token], variants }, watch);
    try {
      const readouts = running.readouts();
      ends = readouts.filter(({ source }) => source === 'text').map(answerOf);
      patched.push(...readouts.filter(({ source }) => source === 'variant').map(answerOf));
    } finally {
      running.free();
    }
  }
  return {
    whole: ends[0],
    other: ends[1],
    columns,
    patched: counts.map((count) => patched.splice(0, count)),
  };
}

/** @param {PatchedPart} part @param {number} layer @param {number} at @param {number} heads @returns {ModelEdit[]} */
function patchEdits(part, layer, at, heads) {
  switch (part) {
    case 'stream':
      return [{ part: 'stream', layer, token: at, text: 1 }];
    case 'mlp':
      return [{ part: 'mlp', layer, token: at, with: 'text', text: 1 }];
    case 'head':
      return [{ part: 'head', layer, head: at, with: 'text', text: 1 }];
    case 'attention':
      return Array.from({ length: heads }, (_, head) => ({
        part: 'head',
        layer,
        head,
        token: at,
        with: 'text',
        text: 1,
      }));
    default:
      throw invalid(`part must be stream, attention, mlp or head, not ${String(part)}`);
  }
}

/**
 * What the model would answer if it ended in a layer.
 *
 * @typedef {object} LensStep
 * @property {number} layer
 * @property {'attention' | 'mlp'} after - what has just been added to the residual stream
 * @property {number} logit - of the token
 * @property {number} probability - of the token
 * @property {{ id: number, probability: number }[]} best - the likeliest tokens, at most ten
 */

/**
 * The logit lens: the residual stream after each attention and each MLP, read as if the model ended there.
 *
 * Early layers do not write in the directions of the logits, and later layers change what they wrote, so
 * what it shows for them is distorted: it is no answer that the model gives.
 *
 * @param {LanguageModel} model
 * @param {object} request
 * @param {Text} request.text
 * @param {number} request.token
 * @param {number} [request.position] - by default the last
 * @param {Watch} [watch]
 * @returns {Promise<LensStep[]>} for each layer after attention, then after the MLP
 */
export async function lens(model, request, watch) {
  const { text, token, position } = requested(request);
  const positions = position === undefined ? null : [position];
  const running = await run(model, { texts: [text], watched: [token], lens: true, positions }, watch);
  try {
    return running
      .readouts()
      .filter(({ source }) => source === 'after_attention' || source === 'after_layer')
      .map((readout) => ({
        layer: /** @type {number} */ (readout.layer),
        after: readout.source === 'after_attention' ? 'attention' : 'mlp',
        ...answerOf(readout),
        best: Array.from(readout.best, (id, at) => ({ id, probability: readout.probabilities[at] })),
      }));
  } finally {
    running.free();
  }
}

/** A run of a model: texts and their variants on their way through its layers, and what was kept of them. */
import { Handle, bindings, guarded, invalid, missing, requested } from './model-instance.js';
import { plain } from './instance.js';
import { fed, pacer } from './model-feed.js';
import { headPlaces } from './model-places.js';
/** @import { LanguageModel } from './model.js' */

/**
 * @typedef {bindings.RunOptions} RunOptions
 * @typedef {bindings.ModelEdit} ModelEdit
 * @typedef {bindings.ModelVariant} ModelVariant
 * @typedef {bindings.ReplacementName} ReplacementName
 * @typedef {bindings.ModelReadout} ModelReadout
 * @typedef {bindings.ScoreCell} ScoreCell
 * @typedef {bindings.ScoreParts} ScoreParts
 * @typedef {bindings.KeptPart} KeptPart
 */

/**
 * What a run computes: a text or several, as text or as ids of tokens, and what is kept of them.
 *
 * @typedef {Omit<RunOptions, 'texts'> & { texts: (string | ArrayLike<number>)[] }} Request
 */
/**
 * A text or a variant; by default the first text. `variant` counts the variants from 0. Before its first
 * change, a variant is its text.
 *
 * @typedef {{ text?: number, variant?: number | null }} TraceName
 */
/**
 * How a run is watched.
 *
 * @typedef {object} Watch
 * @property {AbortSignal} [signal] - cancels the run within some milliseconds; it then throws the reason
 * @property {(layer: number, run: FinishedRun) => void} [onLayer] - called when a layer is done, whose heads
 *   can then be read
 * @property {FinishedRun | null} [earlier] - an earlier run of the same model. Of a causal model, only the
 *   tokens behind those that the texts share with it are computed, if there are no variants; the results are
 *   those of a run that computes everything, bit for bit
 * @property {(memory: { parameters: number, files: number }) => void} [onMemory] - called with
 *   the largest number of bytes of parameters that were held at once so far, and with those of the files
 */

/**
 * Runs a model elsewhere than on this thread. The request was checked, and its texts are ids.
 *
 * @typedef {(model: LanguageModel, request: RunOptions, watch: Watch) => Promise<FinishedRun>} Runner
 */

/**
 * A run whose layers can be read. The caller frees it with `free`.
 *
 * @extends {Handle<bindings.ModelRun>}
 */
export class FinishedRun extends Handle {
  /** The number of layers that are done. */
  layers = 0;

  /** @param {LanguageModel} model @param {bindings.ModelRun} raw @param {RunOptions} request */
  constructor(model, raw, { texts, variants }) {
    super(raw);
    this.model = model;
    this.facts = model.facts;
    this.name = model.name;
    this.ids = texts;
    this.variants = variants ?? [];
  }

  /** The number of first tokens that were taken from an earlier run. @returns {number} */
  get reused() {
    return guarded(() => rawRun(this).reused);
  }

  /** The raw tokens of a text. @param {number} [text] */
  tokensOf(text = 0) {
    return this.model.tokens(this.idsOf(text));
  }

  /** The ids of a text. @param {number} [text] */
  idsOf(text = 0) {
    const { [text]: found } = this.ids;
    if (!found) throw missing('text', text, this.ids.length);
    return found;
  }

  /**
   * What was kept of all heads of a layer: `q` is (heads, tokens, size), `k` and `v` are (key heads, tokens,
   * size), as scores use them, and `outputs` is (tokens, heads, size).
   * Layers that keep a state also have `beta` and `log_decay`; `heads` gives their shapes.
   *
   * @param {number} layer @param {KeptPart} part @param {TraceName} [trace]
   * @returns {Float32Array}
   */
  kept(layer, part, trace = {}) {
    return guarded(() => rawRun(this).kept(traceOf(layer, trace), part));
  }

  /**
   * The weights of a head, (queries, keys).
   *
   * @param {number} layer @param {number} head @param {TraceName} [trace]
   * @returns {Float32Array}
   */
  weights(layer, head, trace = {}) {
    return guarded(() => rawRun(this).weights(traceOf(layer, trace), head));
  }

  /** All readouts: of texts, variants, and what the request asks for. @returns {ModelReadout[]} */
  readouts() {
    return guarded(() => rawRun(this).readouts());
  }

  /**
   * The logits of all tokens at a position of a text or of a variant that was kept, by default the last.
   *
   * @param {TraceName} [trace] @param {number} [position]
   * @returns {Float32Array}
   */
  logits({ text = 0, variant = null } = {}, position = this.idsOf(text).length - 1) {
    const of = variant === null ? 'text' : 'variant';
    return guarded(() => rawRun(this).logits(of, variant ?? text, position));
  }

  /**
   * The score of a cell as a sum over where its query and its key came from, for a run with `writes`. That of
   * a variant is the sum of the changed run.
   *
   * The parts sum to the score exactly, while the scale of the norm is held at its value for the token.
   *
   * @param {ScoreCell} cell @param {{ signal?: AbortSignal }} [options]
   * @returns {Promise<ScoreParts>}
   */
  async scoreParts(cell, { signal } = {}) {
    const wanted = plain(cell, 'the cell');
    return fed(() => new bindings.ScoreSplit(rawRun(this), wanted), this.model.source, { signal });
  }
}

/** The object of the bindings. @internal @param {FinishedRun} run */
export const rawRun = (run) => Handle.raw(FinishedRun, run, 'the run');

/** @param {number} layer @param {TraceName} trace @returns {bindings.TraceName} */
const traceOf = (layer, { text = 0, variant = null }) => ({
  of: variant === null ? 'text' : 'variant',
  index: variant ?? text,
  layer,
});

/**
 * Runs a model layer by layer. While a layer is computed, its parameters are in memory, and no others are.
 *
 * @param {LanguageModel} model
 * @param {Request} request
 * @param {Watch} [watch]
 * @returns {Promise<FinishedRun>}
 * @throws {bindings.ModelError} for a text that the model cannot run, a file that cannot be read, or numbers that are
 *   not finite; and the reason of the signal, if it was cancelled
 */
export async function run(model, request, watch = {}) {
  const { texts, ...options } = requested(request);
  if (!Array.isArray(texts)) throw invalid('texts must be an array of texts or of ids');
  const ids = texts.map((text) => idsOf(model, text));
  watch.signal?.throwIfAborted();
  const wanted = { ...options, texts: ids };
  const runner = model.runner ?? runHere;
  return runner(model, wanted, watch).catch((error) => {
    throw withToken(model, error);
  });
}

/**
 * The ids of a text, which may be given as ids.
 *
 * @internal @param {LanguageModel} model @param {string | ArrayLike<number>} text @returns {number[]}
 */
export function idsOf(model, text) {
  Handle.raw(Handle, model, 'the model');
  if (typeof text === 'string') return [...model.encode(text)];
  if (typeof text === 'object' && text !== null && 'length' in text) return Array.from(text);
  throw invalid('a text must be a string or an array of ids');
}

/** Adds the text of a token to the message about it. @param {LanguageModel} model @param {any} error */
function withToken(model, error) {
  if (error?.class !== 'not_finite_token' || !model.facts.hasTokenizer) return error;
  const [id] = error.figures;
  const [{ text }] = model.pieces([id]);
  error.message = error.message.replace(`token ${id},`, `token ${id} (“${text.trim()}”),`);
  return error;
}

/** Runs a model on this thread. @internal @type {Runner} */
export async function runHere(model, wanted, { signal, onLayer, onMemory, earlier }) {
  const raw = guarded(() =>
    earlier?.isAlive
      ? bindings.ModelRun.after(model.raw(), wanted, rawRun(earlier))
      : new bindings.ModelRun(model.raw(), wanted),
  );
  const running = new FinishedRun(model, raw, wanted);
  const pace = pacer(signal);
  try {
    for (;;) {
      const { step, read, layer } = guarded(() => rawRun(running).step());
      if (layer !== null) running.layers = layer + 1;
      if (layer !== null || step === 'done')
        onMemory?.({ parameters: guarded(() => rawRun(running).parameterBytes), files: model.source.held() });
      if (step === 'done') return running;
      if (read) {
        const found = model.source.bytes(read);
        const bytes = found instanceof Uint8Array ? found : await found;
        guarded(() => rawRun(running).supply(bytes));
      }
      if (layer !== null) onLayer?.(layer, running);
      const pause = pace();
      if (pause) await pause;
    }
  } catch (error) {
    running.free();
    throw error;
  }
}

/**
 * The effect of each head on the next token: the logit with the head minus the logit without it (exact
 * ablation). Everything after the head is computed again.
 *
 * Zeros, the mean over the text, and the output for another text are three different questions, so `with`
 * has to be told together with a result.
 *
 * @param {LanguageModel} model
 * @param {object} request
 * @param {string | ArrayLike<number>} request.text
 * @param {number} request.token - the id of the token whose logit is compared
 * @param {ReplacementName} [request.with] - by default `zero`; `text` needs `other`
 * @param {string | ArrayLike<number>} [request.other] - a text of as many tokens, for `text`
 * @param {Watch} [watch]
 * @returns {Promise<{ layer: number, head: number, effect: number, logit: number, probability: number, direct: number }[]>}
 *   by layer, then head; `logit` and `probability` are those without the head. `direct` is what the head
 *   writes directly to the logit (direct logit attribution): it differs from the effect because later heads
 *   and MLPs read what it wrote
 */
export async function ablate(model, request, watch) {
  return (await headEffects(model, request, watch)).heads;
}

/**
 * The effects of `ablate`, with the answer of the whole model.
 *
 * @param {LanguageModel} model @param {Parameters<typeof ablate>[1]} request @param {Watch} [watch]
 */
export async function headEffects(model, request, watch) {
  const { text, token, with: replacement = 'zero', other } = requested(request);
  const texts = other === undefined ? [text] : [text, other];
  const eachHead = { with: replacement, other: other === undefined ? null : 1 };
  const running = await run(model, { texts, watched: [token], eachHead, direct: true }, watch);
  try {
    const readouts = running.readouts();
    const places = headPlaces(model.facts);
    const [whole] = readouts.filter(({ source, index }) => source === 'text' && index === 0).map(answerOf);
    const direct = readouts.filter(({ source, index }) => source === 'head' && index === 0);
    const variants = readouts.filter(({ source }) => source === 'variant');
    const heads = variants.map((readout) => {
      const answer = answerOf(readout);
      const { index } = readout;
      const effect = (whole?.logit ?? NaN) - answer.logit;
      return { ...places[index], effect, ...answer, direct: direct[index].watched[0] };
    });
    return { whole, heads };
  } finally {
    running.free();
  }
}

/**
 * The answer of a model: the logit and the probability of one token as the next one.
 *
 * @typedef {object} Answer
 * @property {number} logit
 * @property {number} probability
 */

/**
 * The answer of a readout, about the first token that was watched.
 *
 * @internal @param {ModelReadout} readout @returns {Answer}
 */
export function answerOf({ watched: [logit], logSumExp }) {
  return { logit, probability: Math.exp(logit - logSumExp) };
}

/** What was kept of a layer, for another thread. @internal @param {FinishedRun} run @param {number} layer */
export const layerBytes = (run, layer) => guarded(() => rawRun(run).layerBytes(layer));

/**
 * The queries, keys and values of a layer, with their shapes. A layer that keeps a state also has betas and
 * log decays, (heads, tokens), as docs/format.md describes them.
 *
 * @param {FinishedRun} running
 * @param {number} layer
 * @param {TraceName} [trace]
 * @returns {Record<'q' | 'k' | 'v', HeadsPart> & Partial<Record<'beta' | 'log_decay', HeadsPart>>}
 */
export function heads(running, layer, trace = {}) {
  rawRun(running);
  const { kinds, state, layerHeads, keyHeads, headSize } = running.facts;
  const tokens = running.idsOf(trace.text).length;
  const count = layerHeads[layer];
  const part = (/** @type {KeptPart} */ name, /** @type {number} */ of, /** @type {number[]} */ ...size) => ({
    shape: [of, tokens, ...size],
    data: running.kept(layer, name, trace),
  });
  if (kinds[layer] === null || state === null)
    return {
      q: part('q', count, headSize),
      k: part('k', keyHeads, headSize),
      v: part('v', keyHeads, headSize),
    };
  return {
    q: part('q', state.keyHeads, state.keySize),
    k: part('k', state.keyHeads, state.keySize),
    v: part('v', count, state.valueSize),
    beta: part('beta', count),
    log_decay: part('log_decay', count),
  };
}

/** @typedef {{ shape: number[], data: Float32Array }} HeadsPart */

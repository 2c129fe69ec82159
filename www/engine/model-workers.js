/**
 * Runs of models in Workers. Each has its own instance of the program and its own memory, so any static host
 * works, and the page stays responsive. What a run keeps is copied to the page layer by layer, so a finished
 * run is read here, and is still there when its Worker has ended.
 *
 * Variants that are not kept, as those of `ablate`, are divided among the Workers. The rows of a text do not
 * depend on other rows, so the results are those of one thread, bit for bit.
 */
import { bindings, guarded, program } from './model-instance.js';
import { FinishedRun, rawRun, runHere } from './model-run.js';
import { workerMember } from './model-member.js';
import { headPlaces } from './model-places.js';
import { defaultWorkers } from './worker-lock.js';
/** @import { LanguageModel, ModelFacts } from './model.js' */
/** @import { Ended, Member } from './model-member.js' */
/** @import { ModelReadout, ModelVariant, Runner, RunOptions, TraceName, Watch } from './model-run.js' */

/** A run is repeated until this many Workers have ended during it; then this thread runs it. */
const MAX_TRIES = 2;
/** Workers that share fewer variants would spend more time on the text itself, which each of them runs. */
const LEAST_VARIANTS = 8;

/**
 * @typedef {object} WorkersOptions
 * @property {number} [workers] - by default the number of cores, at most four
 * @property {() => void} [onRestart] - called when a Worker has ended unexpectedly. Its run begins anew, in another
 *   one or on this thread
 * @property {() => Worker} [start] - starts a Worker with `model-worker-entry.js`, for bundlers that do not
 *   find the file
 */

/**
 * A run that a Worker has computed. It is read here.
 */
class ReceivedRun extends FinishedRun {
  /** Where it was computed. @type {{ member: Member, id: number } | null} */
  place = null;
  /** @type {Pick<Ended, 'readouts' | 'logits' | 'reused'>} */
  #end = { readouts: [], logits: [], reused: 0 };

  /** @param {Ended} end */
  finish(end) {
    this.#end = end;
  }

  /** Adds the variants of other shares of the request. @param {ModelReadout[][]} others */
  join(others) {
    this.#end.readouts = joinedReadouts([this.#end.readouts, ...others]);
  }

  /** @override */
  get reused() {
    return this.#end.reused;
  }

  /** @override @returns {ModelReadout[]} */
  readouts() {
    return this.#end.readouts;
  }

  /** @override @param {TraceName} [trace] @param {number} [position] */
  logits({ text = 0, variant = null } = {}, position = this.idsOf(text).length - 1) {
    const [source, index] = variant === null ? ['text', text] : ['variant', variant];
    const found = this.#end.logits.find(
      (each) => each.source === source && each.index === index && each.position === position,
    );
    // The program has the sentence about logits that were not kept.
    return found?.logits ?? super.logits({ text, variant }, position);
  }

  /** @override */
  free() {
    super.free();
    this.place?.member.free(this.place.id);
    this.place = null;
  }
}

/**
 * Workers that run models. They are started when they are needed. The caller closes them.
 *
 * ```js
 * const workers = modelWorkers();
 * const model = workers.use(await open([file]));
 * const finished = await run(model, { texts: ['Elinor met Jane'] }); // runs in a Worker
 * ```
 *
 * @param {WorkersOptions} [options]
 */
export function modelWorkers({ workers = defaultWorkers(), onRestart, start = startWorker } = {}) {
  /** @type {(Promise<Member> | null)[]} */
  const members = Array.from({ length: Math.max(1, workers) }, () => null);
  /** The Workers that cannot be started here. @type {Set<number>} */
  const forbidden = new Set();
  let isClosed = false;

  /** A Worker of the pool, which may still start; null if there can be none. @param {number} index */
  async function memberAt(index) {
    const compiled = program();
    if (forbidden.has(index) || isClosed || !compiled) return null;
    const starting = (members[index] ??= workerMember(start, compiled));
    try {
      const member = await starting;
      if (member.hasEnded()) {
        if (members[index] === starting) members[index] = null;
        return memberAt(index);
      }
      return member;
    } catch {
      if (members[index] === starting) members[index] = null;
      forbidden.add(index);
      return null;
    }
  }

  /**
   * Runs a request in a Worker, and anew if the Worker ends.
   *
   * @param {number} index - of the Worker
   * @param {LanguageModel} model @param {RunOptions} request @param {Watch} watch
   * @param {RunOptions | null} [whole] - the request that this one is a part of, which the result is read as; null if
   *   nothing of the layers is needed
   * @returns {Promise<FinishedRun>}
   */
  async function runIn(index, model, request, watch, whole = request) {
    const keep = whole !== null;
    const { signal, onLayer, onMemory, earlier } = watch;
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const member = await memberAt(index);
      if (!member) break;
      const running = new ReceivedRun(
        model,
        guarded(() => bindings.ModelRun.received(model.raw(), whole ?? request)),
        whole ?? request,
      );
      try {
        const place = earlier instanceof ReceivedRun ? earlier.place : null;
        const { id, ended } = member.run({
          model,
          request,
          keep,
          signal,
          earlier: place?.member === member ? place.id : null,
          onLayer(layer, kept, memory) {
            if (kept) guarded(() => rawRun(running).receive(layer, kept));
            running.layers = layer + 1;
            onMemory?.(memory);
            if (keep) onLayer?.(layer, running);
          },
        });
        running.finish(await ended);
        if (keep) running.place = { member, id };
        return running;
      } catch (error) {
        running.free();
        signal?.throwIfAborted();
        const { isLost, class: kind } = /** @type {any} */ (error);
        // In some browsers, a Worker of a file:// page cannot read files.
        if (kind === 'gone') break;
        if (!isLost) throw error;
        if (!isClosed) onRestart?.();
      }
    }
    return runHere(model, whole ?? request, watch);
  }

  /** @type {Runner} */
  async function runner(model, request, watch) {
    const shares = dividedAmong(members.length, LEAST_VARIANTS, model.facts, request);
    if (!shares || !(await memberAt(1))) return runIn(0, model, request, watch);
    watch.signal?.throwIfAborted();
    const [own, ...others] = shares;
    // A share that fails ends the others.
    const stop = new AbortController();
    const signal = watch.signal ? AbortSignal.any([watch.signal, stop.signal]) : stop.signal;
    const running = [
      runIn(0, model, own, { ...watch, signal }, request),
      ...others.map((share, at) => runIn(at + 1, model, share, { signal }, null)),
    ];
    try {
      const [first, ...rest] = await Promise.all(running);
      // Without its Worker, this thread has run everything.
      if (first instanceof ReceivedRun) first.join(rest.map((each) => each.readouts()));
      for (const each of rest) each.free();
      return first;
    } catch (error) {
      stop.abort();
      for (const each of running)
        each.then(
          (run) => run.free(),
          () => {},
        );
      throw error;
    }
  }

  return {
    /** Lets a model run in the Workers. @param {LanguageModel} model */
    use(model) {
      model.runner = runner;
      return model;
    },
    /** Ends the Workers. Finished runs can still be read. */
    close() {
      isClosed = true;
      for (const member of members)
        member?.then(
          (each) => each.end('the Workers were closed'),
          () => {},
        );
      members.fill(null);
    },
  };
}

/** The expression is written out, so that bundlers find the file. */
function startWorker() {
  return new Worker(new URL('./model-worker-entry.js', import.meta.url), { type: 'module' });
}

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
function joinedReadouts(shares) {
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

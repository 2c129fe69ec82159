import { track } from '../../../ui/idle.js';
import { doneHeads } from './done-heads.js';
import { passOf } from './pass.js';
/** @import { LanguageModel } from '../../../engine/model.js' */
/** @import { Strings } from '../../../words/languages.js' */
/** @import { MapsState } from '../types.js' */
/** @import { Pass, Wanted } from './pass.js' */
/** @import { ModelSource, Models } from './types.js' */

/**
 * The room that the model runs in.
 *
 * @typedef {object} LiveHost
 * @property {() => void} changed - called when anything has changed that the views show
 * @property {(pass: Pass) => Promise<void>} show - shows the heads of a pass; resolved when they are open
 * @property {(name: string, isOther: boolean) => MapsState} stateOf - the state in which a model of the reader opens;
 *   `isOther`: the open one has the same name, and is another
 * @property {(state: MapsState, isOther: boolean) => void} opened - called when a model of the reader has run the
 *   text of that state
 */
/**
 * A model of the reader before it is open, which runs the text for the first time.
 *
 * @typedef {object} Trial
 * @property {LanguageModel} model
 * @property {number} layers - the number of layers that are done
 * @property {ReturnType<typeof doneHeads>} done - their thumbnails
 */

/**
 * A model that runs in the room. It follows the text of the state: whenever that changes, it runs, and a pass
 * for an older text is cancelled.
 */
export class LiveModel {
  /** @type {LanguageModel | null} */
  model = null;
  /** The last pass whose heads are open. @type {Pass | null} */
  pass = null;
  /** Whether a text is being run. */
  isRunning = false;
  /** The number of layers that are done, while a pass takes long. */
  layers = 0;
  /** The thumbnails of these layers. @type {ReturnType<typeof doneHeads> | null} */
  done = null;
  /** The bytes of parameters that are held. */
  bytes = 0;
  /** Whether the reader has stopped the last pass. */
  isStopped = false;
  /** Why the last text could not be run. @type {((t: Strings) => string) | null} */
  problem = null;
  /** The model that the room opens with. @type {LanguageModel | null} */
  #small = null;
  /** Whether a Worker has ended during the last pass, which was begun anew. */
  wasRestarted = false;
  /**
   * The Workers that run models; null: the page runs them.
   *
   * @type {ReturnType<Models['modelWorkers']> | null}
   */
  #workers;
  /** The model of the reader. @type {LanguageModel | null} */
  #own = null;
  /** The model that is being opened. @type {Trial | null} */
  trial = null;
  /** What its first run has found. @type {Pass | null} */
  #first = null;
  /** @type {Wanted | null} */
  #wanted = null;
  #stop = new AbortController();
  #opening = new AbortController();
  #smallFile;
  #host;

  /**
   * @param {Models} engine
   * @param {ModelSource['small']} small - gets the model that the room opens with
   * @param {LiveHost} host
   * @param {() => Worker} [start] - starts a Worker; without it, the page runs the model
   */
  constructor(engine, small, host, start) {
    this.engine = engine;
    const onRestart = () => {
      this.wasRestarted = true;
      host.changed();
    };
    this.#workers = start ? engine.modelWorkers({ start, onRestart }) : null;
    this.#smallFile = small;
    this.#host = host;
  }

  /** Whether what is shown belongs to an older text. */
  get isBehind() {
    return this.isRunning || !isSame(this.pass?.wanted ?? null, this.#wanted);
  }

  /** Follows a state. @param {MapsState} state */
  follow(state) {
    const wanted = wantedOf(state);
    if (isSame(wanted, this.#wanted)) return;
    this.#wanted = wanted;
    if (wanted === null) {
      this.#stop.abort();
      this.#drop();
    } else if (!this.isRunning) void track(this.#work());
    else this.#stop.abort();
  }

  /**
   * Opens a model of the reader, in place of the last one. What is shown stays until the model has run the
   * text, because only then it is known that it can. Without a tokenizer it waits for ids.
   *
   * @param {File[]} files
   * @returns {Promise<unknown>} why it could not be opened, or null
   */
  async open(files) {
    this.#opening.abort();
    const { signal } = (this.#opening = new AbortController());
    /** @type {LanguageModel | null} */
    let model = null;
    try {
      model = await this.#open(files, signal);
      signal.throwIfAborted();
      const isOther = this.#own?.name === model.name && !isSameShape(this.#own, model);
      const state = this.#host.stateOf(model.name, isOther);
      const first = await this.#try(model, state, signal);
      // The reader may have opened another model meanwhile.
      signal.throwIfAborted();
      this.#stop.abort();
      this.#own?.free();
      this.#own = model;
      // A text of the model before must not be taken for one of this model.
      this.#wanted = null;
      this.#drop();
      this.#first = first;
      this.#host.opened(state, isOther);
      return null;
    } catch (error) {
      model?.free();
      return signal.aborted ? null : error;
    }
  }

  /**
   * Runs the text of a state for the first time.
   *
   * @param {LanguageModel} model @param {MapsState} state @param {AbortSignal} signal
   * @returns {Promise<Pass | null>} null if the model waits for ids
   */
  async #try(model, state, signal) {
    const wanted = wantedOf(state);
    if (wanted === null) return null;
    const { changed } = this.#host;
    const done = doneHeads({ signal, from: firstOff(wanted), changed });
    const trial = (this.trial = { model, layers: 0, done });
    changed();
    try {
      return await passOf(this.engine, model, wanted, {
        signal,
        onLayer(layer, run) {
          trial.layers = layer + 1;
          done.layerIsDone(run, layer);
          changed();
        },
        onMemory: ({ parameters, files }) => {
          this.bytes = parameters + files;
        },
      });
    } catch (error) {
      if (/** @type {any} */ (error).class === 'no_tokenizer') return null;
      throw error;
    } finally {
      done.end();
      if (this.trial === trial) this.trial = null;
      changed();
    }
  }

  /** The model with this name, or the small one. @param {string | null} name */
  async #modelOf(name) {
    if (name !== null && this.#own?.name !== name)
      throw Object.assign(new Error(name), { class: 'needs_model', figures: [name] });
    if (name !== null) return /** @type {LanguageModel} */ (this.#own);
    return (this.#small ??= await this.#open([await this.#smallFile()]));
  }

  /** @param {File[]} files @param {AbortSignal} [signal] */
  async #open(files, signal) {
    const model = await this.engine.open(files, { signal });
    return this.#workers?.use(model) ?? model;
  }

  /** Stops the pass, or the model that is being opened. What is shown stays. */
  cancel() {
    if (this.trial) this.#opening.abort();
    else {
      this.#stop.abort();
      this.isStopped = true;
    }
    this.#host.changed();
  }

  /** Releases the memory. */
  end() {
    this.#wanted = null;
    this.#stop.abort();
    this.#opening.abort();
    this.#drop();
    for (const model of [this.#small, this.#own]) model?.free();
    this.model = this.#small = this.#own = null;
    this.#workers?.close();
  }

  #drop() {
    for (const pass of [this.pass, this.#first]) pass?.run.free();
    this.pass = this.#first = null;
    this.problem = null;
  }

  /** Runs until the last text that was wanted is shown. */
  async #work() {
    this.isRunning = true;
    try {
      /** @type {Wanted | null} */
      let done = null;
      while (this.#wanted && !isSame(done, this.#wanted)) {
        done = this.#wanted;
        this.#stop = new AbortController();
        await this.#run(done, this.#stop.signal);
      }
    } finally {
      this.isRunning = false;
      this.#host.changed();
    }
  }

  /** @param {Wanted} wanted @param {AbortSignal} signal */
  async #run(wanted, signal) {
    const done = (this.done = doneHeads({
      signal,
      from: firstOff(wanted),
      changed: () => this.#host.changed(),
    }));
    try {
      const model = (this.model = await this.#modelOf(wanted.model));
      this.layers = 0;
      this.isStopped = this.wasRestarted = false;
      const first = this.#first;
      this.#first = null;
      const known = first && isSame(first.wanted, wanted) ? first : null;
      if (!known) first?.run.free();
      const pass =
        known ??
        (await passOf(this.engine, model, wanted, {
          signal,
          earlier: this.pass?.run,
          onLayer: (layer, run) => {
            this.layers = layer + 1;
            done.layerIsDone(run, layer);
            // The small model takes a few milliseconds, in which only its result is worth a draw.
            if (wanted.model !== null || done.heads) this.#host.changed();
          },
          onMemory: ({ parameters, files }) => {
            this.bytes = parameters + files;
          },
        }));
      if (signal.aborted) return pass?.run.free();
      const before = this.pass;
      this.pass = pass;
      this.problem = null;
      before?.run.free();
      if (pass) await this.#host.show(pass);
    } catch (error) {
      if (signal.aborted) return;
      this.problem = sentenceOf(error);
    } finally {
      done.end();
      this.done = null;
    }
    this.#host.changed();
  }
}

/** What a state asks for; null without a text. @param {MapsState} state @returns {Wanted | null} */
function wantedOf({ text, model, off, replacement, second: sentence }) {
  // The second sentence changes the pass only if its parts take the place of others.
  const second = off.length > 0 && replacement === 'text' ? sentence : null;
  return text === null ? null : { text, model, off, replacement, second };
}

/**
 * Whether two models may be the same one: files of most models have the same name.
 *
 * @param {LanguageModel} a @param {LanguageModel} b
 */
const isSameShape = ({ facts: a }, { facts: b }) =>
  a.kind === b.kind && a.layers === b.layers && a.width === b.width && a.parameters === b.parameters;

/** The first layer with a part that is off; infinite if none is. @param {Wanted} wanted */
const firstOff = ({ off }) => Math.min(...off.map(({ layer }) => layer ?? 0));

/** @param {Wanted | null} a @param {Wanted | null} b */
function isSame(a, b) {
  return JSON.stringify(a) === JSON.stringify(b);
}

/**
 * The sentence about an error of a model or its files.
 *
 * @param {unknown} error @returns {(t: Strings) => string}
 */
export function sentenceOf(error) {
  const { message, class: kind, figures } = /** @type {any} */ (error);
  return (t) => {
    const words = t.maps.live.problems;
    if (kind === 'needs_model') return words.needsModel({ name: figures[0] });
    if (kind === 'no_tokenizer') return words.noTokenizer;
    if (kind === 'no_such_token')
      return words.otherTokenizer({ id: String(figures[0]), vocabulary: String(figures[1]) });
    if (kind === 'not_finite' && figures) return words.notFinite({ layer: String(figures[0]) });
    // What the page says about files is a sentence already, and what the model says is not.
    return /\.$/.test(message) ? message : words.other({ says: message });
  };
}

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
 * @property {(name: string) => void} opened - called when a model of the reader is open
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
  follow({ text, model, off, replacement, second: sentence }) {
    // The second sentence changes the pass only if its parts take the place of others.
    const second = off.length > 0 && replacement === 'text' ? sentence : null;
    const wanted = text === null ? null : { text, model, off, replacement, second };
    if (isSame(wanted, this.#wanted)) return;
    this.#wanted = wanted;
    if (wanted === null) {
      this.#stop.abort();
      this.#drop();
    } else if (!this.isRunning) void track(this.#work());
    else this.#stop.abort();
  }

  /**
   * Opens a model of the reader, in place of the last one. What is shown stays until it is open.
   *
   * @param {File[]} files
   * @returns {Promise<unknown>} why it could not be opened, or null
   */
  async open(files) {
    this.#opening.abort();
    const { signal } = (this.#opening = new AbortController());
    try {
      const model = await this.#open(files, signal);
      // The reader may have opened another model meanwhile.
      if (signal.aborted) {
        model.free();
        return null;
      }
      this.#stop.abort();
      this.#own?.free();
      this.#own = model;
      // A text of the model before must not be taken for one of this model.
      this.#wanted = null;
      this.#drop();
      this.#host.opened(model.name);
      return null;
    } catch (error) {
      return signal.aborted ? null : error;
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

  /** Stops the pass. What is shown stays. */
  cancel() {
    this.#stop.abort();
    this.isStopped = true;
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
    this.pass?.run.free();
    this.pass = null;
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
    const from = Math.min(...wanted.off.map(({ layer }) => layer ?? 0));
    const done = (this.done = doneHeads({ signal, from, changed: () => this.#host.changed() }));
    try {
      const model = (this.model = await this.#modelOf(wanted.model));
      this.layers = 0;
      this.isStopped = this.wasRestarted = false;
      const pass = await passOf(this.engine, model, wanted, {
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
      });
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

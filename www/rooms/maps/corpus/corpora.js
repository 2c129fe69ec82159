import { track } from '../../../ui/idle.js';
import { mostOf } from '../overview/behavior.js';
import { freshState, MEASURES, NO_CORRECTIONS } from '../state.js';
import { nameInState } from './settings.js';
/** @import { MapsData, MapsState } from '../types.js' */
/** @import { CorpusHost, OpenCorpus, RoomCorpus } from './types.js' */
/** @import { StoreSource } from './bytes.js' */
/** @import { OpenedTexts } from './opened-texts.js' */

/** The ending of an archive of a store. */
const ARCHIVE = /\.(zarr|headvis)\.zip$/i;

/** The store of texts that is open. What reads and shows stores is loaded when one is opened. */
export class Corpora {
  /** @type {RoomCorpus | null} */
  current = null;
  /** How many stores were opened. Only the last one is shown. */
  #count = 0;
  #load;
  #host;

  /**
   * @param {(() => Promise<OpenCorpus>) | undefined} load - undefined if stores cannot be opened here
   * @param {CorpusHost} host
   */
  constructor(load, host) {
    this.#load = load;
    this.#host = host;
  }

  /** Whether what lists texts can be loaded here. */
  get canList() {
    return this.#load !== undefined;
  }

  /**
   * Opens an archive of a store.
   *
   * @param {File[]} files
   * @returns {Promise<void> | null} when it is open, or could not be opened; null if there is none
   */
  take(files) {
    const archive = files.find(({ name }) => ARCHIVE.test(name));
    if (!archive || !this.#load) return null;
    return this.open({ name: archive.name.replace(/\.zip$/i, ''), archive });
  }

  /** @param {StoreSource} source */
  open(source) {
    return track(this.#open(source, (corpus) => this.#host.begin(this.#first(corpus))));
  }

  /**
   * Lists the texts of open files, sorted by what the open head does most unless a measure was chosen.
   *
   * @param {OpenedTexts} texts
   * @param {MapsData} data - of the open text
   */
  list(texts, { heads, reading }) {
    const { measure, layer, head } = this.#host.now();
    const found = heads[layer * reading.heads + head];
    const most = (measure === MEASURES[0] && found && mostOf(found.measures)) || measure;
    const show = (/** @type {RoomCorpus} */ { name }) =>
      this.#host.look({ corpus: { name: nameInState(name), text: null }, measure: most });
    void track(this.#open(texts, show));
  }

  /** @param {StoreSource | OpenedTexts} source @param {(corpus: RoomCorpus) => void} show */
  async #open(source, show) {
    const id = (this.#count += 1);
    try {
      if (!this.#load) throw new Error('Stores of texts can be opened on the page of Heedmap.');
      const open = await this.#load();
      const corpus = await open(source, this.#host);
      if (id !== this.#count) return;
      this.current = corpus;
      show(corpus);
    } catch (error) {
      if (id === this.#count)
        this.#host.say(/** @type {any} */ (error).says ?? (() => /** @type {Error} */ (error).message));
    }
  }

  /**
   * The first state of a store: that of a link that waits for one, or its strongest head.
   *
   * @param {RoomCorpus} corpus
   */
  #first(corpus) {
    const now = this.#host.now();
    const linked = this.#host.awaited();
    const { language, theme, map } = now;
    const base = linked?.corpus
      ? { ...linked, language, theme, map }
      : { ...freshState(now), ...corpus.strongest() };
    const text = linked?.corpus?.text ?? null;
    /** @type {MapsState} */
    const state = {
      ...base,
      file: null,
      // Those of the link are for the heads of its text, which are not open yet.
      corrections: NO_CORRECTIONS,
      text: null,
      cursor: null,
      suggested: null,
      source: 'head',
      corpus: {
        ...linked?.corpus,
        ...{ name: nameInState(corpus.name), text: text !== null && text < corpus.texts ? text : null },
      },
    };
    return state;
  }

  /** The open store, if a state is about it. @param {MapsState} state */
  of({ corpus, text }) {
    const { current } = this;
    return corpus && text === null && current && nameInState(current.name) === corpus.name ? current : null;
  }

  /**
   * What is shown in place of heads, for a state about a store without an open text.
   *
   * @param {MapsState} state
   */
  bounds(state) {
    const corpus = this.of(state);
    return corpus?.isListed(state) ? corpus.bounds : null;
  }

  /** Opens the heads of the text of a state. @param {MapsState} state */
  follow(state) {
    this.of(state)?.follow(state);
  }

  /** The state of heads that have arrived: those of a text keep its store. @param {MapsState} state */
  arrived(state) {
    return this.current?.arrived(state) ?? state;
  }

  end() {
    this.#count += 1;
    this.current = null;
  }
}

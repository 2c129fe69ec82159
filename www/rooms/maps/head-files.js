import { filesBeside, readInput, viewsOfInput } from './input.js';
import { isPicture, takePicture } from './image/pictures.js';
import { isLarge } from './large/shape.js';
import { syntheticOf } from './large/synthetic.js';
import { fileLoader } from './file-loader.js';
import { compiled } from './program.js';
import { Corpora } from './corpus/corpora.js';
import { refusalOf } from './reading/messages.js';
import { sample } from './sample/sample.js';
import { mapsService } from './service/service.js';
import { fileOf, freshState, sameShape, sameView } from './state.js';
import { asSentence } from '../../words/as-sentence.js';
/** @import { Input } from './input.js' */
/** @import { HeldFile } from './service/bytes.js' */
/** @import { OpenCorpus } from './corpus/types.js' */
/** @import { LargeView } from './large/view.js' */
/** @import { FilesStatus } from './file-loader.js' */
/** @import { Corrections, FilesHost, MapsState } from './types.js' */

/**
 * The files of `<heed-heads>`, from the page or the reader; the sample if there are none. A service reads
 * them. They are not part of the state.
 */
export class HeadFiles {
  /** @type {ReturnType<typeof mapsService> | null} */
  service = null;
  /** @type {ReturnType<typeof fileLoader> | null} */
  loader = null;
  /** A view whose file is not open yet. It is shown when that file is opened. @type {MapsState | null} */
  awaited = null;
  /** Files that were dropped while others are open, until the reader says where. @type {File[] | null} */
  dropped = null;
  /** The state that was shown when the view began to wait for its file. @type {MapsState | null} */
  #meanwhile = null;
  /** The text that a model reads. @type {import('./live/types.js').RoomText | null} */
  text = null;
  /** The store of texts that is open. @type {Corpora | null} */
  corpora = null;
  /** Whether the heads are those of the text of the state, which a model has run. */
  isText = false;
  /** The input of the page, if it is open or being opened. @type {Input | null} */
  input = null;
  /** Cancels the last fetch. */
  #fetching = new AbortController();
  /** Called when the last files are open, or could not be opened. */
  #opened = () => {};
  /** @type {FilesHost} */
  #host;

  /** @param {FilesHost} host */
  constructor(host) {
    this.#host = host;
  }

  get status() {
    return this.loader?.status ?? null;
  }

  get data() {
    return this.status?.data ?? null;
  }

  /** The open files, unless the texts of a store are listed in their place. */
  get shown() {
    return this.corpora?.bounds(this.#host.now()) ? null : this.data;
  }

  /**
   * The open files, if a state is about them. The heads of a text, or of the sample, may not be there yet.
   *
   * @param {MapsState} state
   */
  dataOf(state) {
    const listed = this.corpora?.bounds(state);
    if (listed) return listed;
    return this.isText === (state.text !== null) ? this.data : null;
  }

  /**
   * Starts the service.
   *
   * @param {MapsState} first - the first state of the element
   * @param {object} programs
   * @param {string} programs.workerText - the script of the worker; without it, files are read in the page
   * @param {() => Promise<WebAssembly.Module>} [programs.kernels] - loads the kernels
   * @param {() => Promise<OpenCorpus>} [programs.corpora] - loads what opens stores of texts
   * @returns {MapsState} the state to show until the file of the first state is open
   */
  start(first, { corpora, ...programs }) {
    const isAwaited = first.file || first.corpus;
    this.awaited = isAwaited ? first : null;
    this.#meanwhile = isAwaited ? freshState(first) : null;
    const { changed, arrived, notice, t } = this.#host;
    this.corpora = new Corpora(corpora, {
      ...this.#host,
      awaited: () => this.awaited,
      isOpen: (corpus) => this.corpora?.current === corpus,
      say: (message) => this.loader?.say(message),
      begin: (state) => {
        this.loader?.cancel();
        this.loader?.forget();
        this.dropped = null;
        if (!this.awaited?.file) this.awaited = null;
        this.#host.begin(state);
      },
      show: (files, isAverage) =>
        this.#open(files, [this.awaited ?? [], this.#host.now()].flat(), { isAverage }),
    });
    this.service = mapsService({ module: compiled, ...programs });
    this.service.onrestart = ({ kind, message }) =>
      notice(
        kind === 'stopped' ? t().maps.overview.restarted : t().errors.engine({ says: asSentence(message) }),
      );
    this.loader = fileLoader(this.service, {
      changed,
      arrived: (given) => {
        const state = this.corpora?.arrived(given) ?? given;
        this.isText = state.text !== null;
        if (state.file && this.awaited && sameShape(state.file, this.awaited.file)) this.awaited = null;
        this.#opened();
        arrived(state, this.input);
      },
      // The resolution of thumbnails on this screen.
      side: () => Math.round(32 * Math.min(2, globalThis.devicePixelRatio || 1)),
    });
    return this.#meanwhile ?? first;
  }

  /** Closes the files and ends the service. */
  end() {
    this.#fetching.abort();
    this.text?.end();
    this.service?.end();
    this.corpora?.end();
    this.corpora = this.text = this.service = this.loader = this.input = null;
    this.#opened();
  }

  /**
   * The state of the element for the page. While the file of a link is awaited, that is the state of the
   * link, unless the reader has changed something.
   *
   * @param {MapsState} now
   */
  stateOf(now) {
    return this.awaited && sameView(now, this.#meanwhile)
      ? { ...this.awaited, language: now.language, theme: now.theme }
      : now;
  }

  /**
   * Sets a state from the page. If it belongs to another file, it waits for that file, and the open one
   * stays.
   *
   * @param {MapsState} state @param {(state: MapsState) => void} put
   */
  put(state, put) {
    const { data } = this;
    const here = data && !data.isSample ? fileOf('', data.reading) : null;
    const isOther =
      (state.file && !sameShape(state.file, here)) || (state.corpus && !this.corpora?.of(state));
    this.awaited = isOther ? state : null;
    const { language, theme } = state;
    const now = this.#host.now();
    put(this.awaited || (here && !state.file) ? { ...now, language, theme } : { ...state, file: now.file });
    this.#meanwhile = this.#host.now();
  }

  /** Why the open files cannot be read with these corrections, or null. @param {Corrections} corrections */
  refusal(corrections) {
    return this.data && refusalOf(this.data.opened, corrections, this.#host.t());
  }

  /**
   * Reads the input of the page, again if it has changed in the meantime.
   *
   * @returns {Promise<Input | null>}
   */
  async gather() {
    this.#fetching.abort();
    this.#fetching = new AbortController();
    const { element } = this.#host;
    const attributes = () => ['src', 'tokens', 'kind'].map((name) => element.getAttribute(name));
    const before = attributes();
    const [src, tokens, kind] = before;
    const said = { tokens, kind };
    const input = await readInput(element.data, src, said, element.baseURI, this.#fetching.signal);
    return this.service || attributes().join() === before.join() ? input : this.gather();
  }

  /** Opens the current input of the page. @throws {Error} if it cannot be shown */
  async reopen() {
    const input = await this.gather().catch((error) => {
      // A later fetch cancels an earlier one.
      if (error.name !== 'AbortError') throw error;
    });
    if (input === undefined) return;
    await this.show(input);
    const { status } = this;
    if (input && status && !status.busy && (status.says || status.refused.length > 0))
      throw new Error(this.rejectionReason());
  }

  /** Opens the input of the page, or else the sample. @param {Input | null} input @returns {Promise<void>} */
  async show(input) {
    const store = input && this.corpora?.take(input.files);
    if (store) return store;
    if (input) {
      const [picture] = input.files.filter(isPicture);
      await this.instead([...input.files.filter((file) => !isPicture(file)), ...filesBeside(input)], input);
      return void (picture && this.input === input && this.#takePicture([picture]));
    }
    // A figure in a frame cannot run the model of the link.
    if (this.#host.now().text !== null && !this.text)
      return this.#host.notice(this.#host.t().maps.live.problems.notHere);
    const { loader, data } = this;
    const file = await sample();
    // Meanwhile the reader may have opened a file, or the element may have been removed.
    if (!loader || this.loader !== loader || loader.status.busy || this.data !== data) return undefined;
    return this.instead([file], null, true);
  }

  /** Why the last files could not be opened. The message is removed from the status. */
  rejectionReason() {
    const t = this.#host.t();
    const { says, refused } = /** @type {FilesStatus} */ (this.status);
    this.loader?.forget();
    const [first] = refused;
    return says?.(t) ?? (first ? t.maps.overview.refused({ name: first.name, why: first.text }) : '');
  }

  /**
   * Opens files in place of the open ones.
   *
   * @param {File[]} files
   * @param {Input | null} [input]
   * @param {boolean} [isSample]
   * @returns {Promise<void>} when they are open, or could not be opened
   */
  instead(files, input = null, isSample = false) {
    this.dropped = null;
    this.input = input;
    const now = this.#host.now();
    const { map, language, theme } = now;
    // The second file of a comparison is closed with the first, unless the comparison is in the awaited link.
    const alone = { ...now, corpus: null, compare: now.compare?.slot === 1 ? null : now.compare };
    const views = [...(this.awaited ? [this.awaited] : []), ...viewsOfInput(input, now), alone];
    return this.#open(files, isSample ? [now] : views.map((state) => ({ ...state, map, language, theme })), {
      isSample,
    });
  }

  /**
   * @param {(File | HeldFile)[]} files @param {MapsState[]} views
   * @param {{ isSample?: boolean, isAverage?: boolean }} [how]
   * @returns {Promise<void>} when they are open, or could not be opened
   */
  #open(files, views, how = {}) {
    return new Promise((done) => {
      this.#opened = () => done();
      if (this.loader) void this.loader.open(files, views, how).then(done);
      else done();
    });
  }

  /**
   * Shows the heads of a text that the model has run.
   *
   * @param {File | HeldFile} file
   * @param {MapsState['cursor']} cursor
   * @returns {Promise<void>} when they are open, or could not be opened
   */
  showText(file, cursor) {
    this.dropped = this.input = null;
    return this.#open([file], [{ ...this.#host.now(), cursor }], { isSample: true });
  }

  /**
   * Opens files beside the open ones.
   *
   * @param {File[]} files @returns {Promise<void>} when they are open, or could not be opened
   */
  beside(files) {
    this.dropped = null;
    return new Promise(
      (done) =>
        void this.loader
          ?.openBeside(files, this.#host.now(), () => {
            const { layer, head, compare } = this.#host.now();
            this.#host.compare(compare?.slot === 1 ? compare : { slot: 1, layer, head });
            done();
          })
          .then(done),
    );
  }

  /** Takes a store of texts, or a picture for the open heads. @param {File[]} files @returns {boolean} */
  #takeOther(files) {
    if (this.corpora?.take(files)) return true;
    const isTaken = this.#takePicture(files);
    // What was wrong with the last files is not wrong with the picture.
    if (isTaken) this.loader?.forget();
    return isTaken;
  }

  /** @param {File[]} files */
  #takePicture(files) {
    const { shown } = this;
    if (!shown || isLarge(shown.reading)) return false;
    return takePicture(files, { ...this.#host, data: shown, say: (text) => this.loader?.say(text) });
  }

  /**
   * Opens files. If others are open, the place says where, and without one the reader is asked. A model runs
   * in any place.
   *
   * @param {File[]} files @param {string | null} [place] - `beside` or `instead`
   */
  take(files, place = null) {
    if (this.#takeOther(files)) return;
    const open = () => {
      if (place === 'beside' || place === 'instead') void this[place](files);
      else this.#take(files);
    };
    const isTaken = this.text?.take(files, (why) => {
      // A config.json may also belong to a file of heads.
      if (why) this.loader?.say(why);
      else open();
    });
    if (isTaken) this.loader?.forget();
    else open();
  }

  /** @param {File[]} files */
  #take(files) {
    if (!this.shown || this.shown.isSample) return void this.instead(files);
    this.dropped = files;
    return this.#host.changed();
  }

  /** Opens generated files. They replace other generated files without a question. @param {File[]} files */
  takeGenerated(files) {
    if (syntheticOf(this.data?.opened.files ?? []) !== '') void this.instead(files);
    else this.take(files);
  }

  /**
   * Opens the files that the reader was asked about.
   *
   * @param {boolean} beside @returns {Promise<boolean>} whether other files are open now
   */
  async place(beside) {
    if (!this.dropped) return false;
    const { opened, other } = this.data ?? {};
    await this[beside ? 'beside' : 'instead'](this.dropped);
    return this.data?.opened !== opened || this.data?.other !== other;
  }

  /**
   * Starts jobs that a state needs: another reading of the files, or the heads that are similar to the open
   * one.
   *
   * @param {MapsState} state
   */
  follow(state) {
    // The reader has gone from a text to the sample.
    if (this.isText && state.text === null && !state.file && !state.corpus)
      return void this.show(null).catch(({ message }) => this.#host.notice(message));
    this.corpora?.follow(state);
    const { corrections, alike, layer, head } = state;
    const { loader, data, status } = this;
    // Files that are being opened replace these.
    if (!loader || !data || !status || status.busy?.what === 'open') return;
    if (JSON.stringify(corrections) !== JSON.stringify(status.corrections))
      void loader.reread(state, (reading) => !data.isSample && this.#host.read(fileOf(status.name, reading)));
    else if (alike && data.done === 1 && !status.busy && status.alikeTo !== `${layer}:${head}`)
      void loader.findAlike(layer, head);
  }

  /**
   * Updates the measures of a large head of which more rows are known.
   *
   * @param {number} place @param {LargeView} view
   */
  learn(place, view) {
    const { status } = this;
    const head = status?.data?.heads[place];
    if (!status?.data || !head) return;
    const { measures, errors, isExact } = view.measures();
    const sampled = isExact ? undefined : { rows: view.sampled, errors };
    status.data.heads[place] = { ...head, measures, sampled };
    // A new object, because caches are keyed by it.
    status.data = { ...status.data };
  }
}

import { program } from '../../engine/maps.js';
import { ATTRIBUTES, VIEWED } from './attributes.js';
import { gathered, statedViews, tokenFile } from './given.js';
import { holdings } from './model.js';
import { sample } from './sample/sample.js';
import { mapsService } from './service/client.js';
import { session } from './session.js';
import { isSuggested } from './first-head.js';
import { fileOf, freshState, sameShape, sameView, settled } from './state.js';
import { whyNot } from './understand/aside.js';
import { readingOf } from './understand/reading-of.js';
import { understand } from './understand/understand.js';
import { RoomElement } from '../../element/room-element.js';
/** @import { Given } from './given.js' */
/** @import { GivenHeads } from '../../types.js' */
/** @import { MapsService, MapsState } from './types.js' */

/**
 * An element that shows what is in files: those that its page gives, those that a reader drops, and as long as there are none the sample. It knows what is open, what is
 * awaited and what was asked; how that looks is for the element that extends it.
 *
 * @extends {RoomElement<MapsState, string, MapsState, GivenHeads>}
 *
 * @fires {Event} heed-suggest - All heads of the given numbers are measured, and the one that is most worth seeing is open unless one was named.
 */
export class HeadsElement extends RoomElement {
  static attributes = ATTRIBUTES;
  /** The script of the worker that files are read in; the bundle carries it. Without it they are read in the page. */
  static workerText = '';
  /** @protected @type {MapsService | null} */
  service = null;
  /** @protected @type {ReturnType<typeof holdings> | null} */
  files = null;
  /** A view whose file is not there: it comes back when that is dropped. @protected @type {MapsState | null} */
  awaited = null;
  /** Files that were dropped while others are open, and wait for an answer. @protected @type {File[] | null} */
  asked = null;
  /** What was shown when a file began to be awaited. @type {MapsState | null} */
  #meanwhile = null;
  /** What the page gave, while it is what is open or being opened. @type {Given | null} */
  #given = null;
  /** What the page gave when the element last dispatched `heed-suggest`. @type {Given | null} */
  #suggestedFor = null;
  /** What the page gave before there was anything to open it in. @type {Given | null} */
  #next = null;
  /** Ends the fetching of what was asked for last. */
  #fetching = new AbortController();
  /** Called when files are there, or came to nothing. */
  #opened = () => {};

  /** The whole state. Until the linked file is opened, this is the state from the link, unless the reader has changed something. @returns {MapsState} */
  get state() {
    const { now } = this;
    return this.awaited && sameView(now, this.#meanwhile)
      ? { ...this.awaited, language: now.language, theme: now.theme }
      : now;
  }

  set state(state) {
    super.state = state;
  }

  /** What is shown. @protected */
  get now() {
    return super.state;
  }

  /** @protected @param {MapsState} state */
  put(state) {
    const data = this.files?.held.data;
    const here = data && !data.isSample ? fileOf('', data.reading) : null;
    // A view of another file than the one that is open waits for it, and what is open stays.
    this.awaited = state.file && !sameShape(state.file, here) ? state : null;
    const { language, theme } = state;
    const { now } = this;
    super.put(
      this.awaited || (here && !state.file) ? { ...now, language, theme } : { ...state, file: now.file },
    );
    this.#meanwhile = this.now;
  }

  /** Opens what holds files, and a session that begins with a state. @internal @param {MapsState} first */
  openFiles(first) {
    this.awaited = first.file ? first : null;
    this.#meanwhile = first.file ? freshState(first) : null;
    const { workerText } = /** @type {typeof HeadsElement} */ (this.constructor);
    const service = (this.service = mapsService({
      module: /** @type {WebAssembly.Module} */ (program()),
      workerText,
    }));
    service.onrestart = ({ kind, message }) => {
      const { t } = this.words();
      this.notice(kind === 'stopped' ? t.maps.overview.restarted : t.errors.engine(message));
    };
    this.files = holdings(
      service,
      { understand, readingOf, whyNot },
      {
        changed: () => {
          this.#suggest();
          this.requestRender();
        },
        arrived: (state) => this.#arrive(state),
        // As fine as thumbnails are on this screen.
        side: () => Math.round(32 * Math.min(2, globalThis.devicePixelRatio || 1)),
      },
    );
    return this.#session(first.file ? freshState(first) : first);
  }

  /** A history that begins with a view. @param {MapsState} first */
  #session(first) {
    const { held } = /** @type {ReturnType<typeof holdings>} */ (this.files);
    const words = () => this.words().t;
    return session(first, {
      data: () => held.data,
      refuses: (corrections) => {
        const candidate = held.candidates[corrections.candidate ?? 0];
        if (held.data && !candidate) return words().links.broken;
        const answer = held.data && readingOf(held.data.opened, candidate, corrections);
        return answer && 'refused' in answer ? answer.refused(words()) : null;
      },
    });
  }

  /** @protected */
  async begin() {
    this.#next = await this.#gather();
    // How files are looked at is applied when they are there.
    if (this.#next) for (const name of Object.keys(VIEWED)) this.changed.delete(name);
    await super.begin();
    const given = this.#next;
    this.#next = null;
    const wrong = this.noticeLine.textContent;
    await this.#show(given);
    if (given && this.isStarted) this.#sayAfter(wrong);
    const { held } = this.files ?? {};
    if (!given || !held || held.data || held.busy) return;
    const why = this.#whyNot();
    this.end();
    throw new Error(why);
  }

  /** @protected */
  settle() {
    const isOther = this.changed.has('src') || this.changed.has('tokens');
    super.settle();
    if (isOther) this.#regive().catch((error) => this.fail(error));
    return undefined;
  }

  /** @protected @param {GivenHeads | null} _ @param {MapsState} state */
  async withData(_, state) {
    if (this.session) await this.#regive();
    else this.#next = await this.#gather();
    return this.session?.state ?? state;
  }

  /** What the page gives now, also where that changes while it is fetched. @returns {Promise<Given | null>} */
  async #gather() {
    this.#fetching.abort();
    this.#fetching = new AbortController();
    const asked = () => [this.getAttribute('src'), this.getAttribute('tokens')];
    const [src, tokens] = asked();
    const given = await gathered(this.data, src, tokens, this.baseURI, this.#fetching.signal);
    return this.session || asked().join() === `${src ?? ''},${tokens ?? ''}` ? given : this.#gather();
  }

  /** The page gives something else. @throws {Error} why that cannot be shown */
  async #regive() {
    const given = await this.#gather().catch((error) => {
      // What is asked for next ends what was asked for before.
      if (error.name !== 'AbortError') throw error;
    });
    if (given === undefined) return;
    await this.#show(given);
    const { held } = this.files ?? {};
    if (given && held && !held.busy && (held.says || held.refused.length > 0))
      throw new Error(this.#whyNot());
  }

  /** Opens what the page gave, or else the sample. @param {Given | null} given */
  async #show(given) {
    const { tokens } = given ?? {};
    if (given) return this.instead([...given.files, ...(tokens ? [tokenFile(tokens)] : [])], given);
    const { files } = this;
    const before = files?.held.data;
    const file = await sample();
    // Meanwhile the reader may have opened a file, or the element may have been removed.
    if (!files || this.files !== files || files.held.busy || files.held.data !== before) return undefined;
    return this.instead([file], null, true);
  }

  /** Why the last files came to nothing; it is said once. */
  #whyNot() {
    const { held, forget } = /** @type {ReturnType<typeof holdings>} */ (this.files);
    const { t } = this.words();
    const [refused] = held.refused;
    const why = held.says?.(t) ?? (refused ? t.maps.overview.refused(refused.name, refused.text) : '');
    forget();
    return why;
  }

  /** Files in place of what is open. @protected @param {File[]} files @param {Given | null} [given] @param {boolean} [isSample] @returns {Promise<void>} when they are there, or came to nothing */
  instead(files, given = null, isSample = false) {
    this.asked = null;
    this.#given = given;
    const { now } = this;
    // What was compared with a second file is compared no more: it goes with the first. What a link compares waits for it.
    const alone = now.compare?.slot === 1 ? { ...now, compare: null } : now;
    const views = [...(this.awaited ? [this.awaited] : []), ...statedViews(given, now), alone];
    const wanted = isSample
      ? [now]
      : views.map((state) => ({ ...state, map: now.map, language: now.language, theme: now.theme }));
    return new Promise((done) => {
      this.#opened = () => done();
      void this.files?.open(files, wanted, isSample).then(done);
    });
  }

  /** Files beside what is open. @protected @param {File[]} files @returns {Promise<void>} when they are there, or came to nothing */
  beside(files) {
    this.asked = null;
    return new Promise(
      (done) =>
        void this.files
          ?.openBeside(files, this.now, () => {
            const { layer, head, compare } = this.now;
            this.act((now) =>
              now.commit({
                ...now.state,
                suggested: null,
                compare: compare?.slot === 1 ? compare : { slot: 1, layer, head },
              }),
            );
            done();
          })
          .then(done),
    );
  }

  /** Files of which nobody said where they go. @protected @param {File[]} files */
  take(files) {
    const { data } = this.files?.held ?? {};
    if (!data || data.isSample) return void this.instead(files);
    this.asked = files;
    return this.requestRender();
  }

  /** New files are there: a view that is kept stays with its history, another begins one. @param {MapsState} state */
  #arrive(state) {
    const { session, now } = this;
    const kept = sameShape(state.file, now.file);
    const look = { ...state, language: now.language, theme: now.theme };
    if (state.file && this.awaited && sameShape(state.file, this.awaited.file)) this.awaited = null;
    this.#opened();
    // The sample is nothing that the reader did: what the page says of the link stays.
    if (!state.file) session?.look(state.corrections === now.corrections ? now : look);
    else if (this.#given) this.#receive(look, this.#given);
    else if (kept) this.act((history) => history.look(look), false);
    else {
      this.session = this.#session(look);
      this.notice('');
      this.tell();
    }
    this.requestRender();
  }

  /** Opens the head that is most worth seeing once all are measured, unless somebody named one. */
  #suggest() {
    const { session, now } = this;
    const { data } = this.files?.held ?? {};
    if (!session || data?.done !== 1 || !isSuggested(now)) return;
    const isOther = settled(now, data) !== now;
    if (isOther) session.look(now);
    if (isOther && !this.#given) this.tell();
    if (this.#given && this.#suggestedFor !== this.#given) {
      this.#suggestedFor = this.#given;
      this.dispatchEvent(new Event('heed-suggest'));
    }
  }

  /** What the page gave is there: it is looked at as the attributes say. @param {MapsState} state @param {Given} given */
  #receive(state, { tokens }) {
    this.session = this.#session(state);
    for (const name of Object.keys(VIEWED)) if (this.hasAttribute(name)) this.changed.add(name);
    super.settle();
    const { reading } = /** @type {NonNullable<ReturnType<typeof holdings>['held']['data']>} */ (
      this.files?.held.data
    );
    if (!tokens || reading.tokens.length > 0) return;
    const wrong = this.noticeLine.textContent;
    this.fail(this.words().t.maps.reading.tokenCount(tokens.length, reading.keys));
    this.#sayAfter(wrong);
  }

  /** What is said now takes the place of nothing that is wrong besides. @param {string | null} wrong */
  #sayAfter(wrong) {
    this.notice([wrong, this.noticeLine.textContent].filter((each) => each).join(' · '));
  }

  /** Once it is taken away its Worker ends; brought back it begins anew with what the page gave, and waits for the file of its view. @protected */
  halt() {
    if (this.isConnected) return;
    const { state } = this;
    this.end();
    this.state = state;
  }

  /** Lets go of what is open. @protected */
  end() {
    this.#fetching.abort();
    this.service?.end();
    this.session = this.service = this.files = this.#given = null;
    this.#opened();
  }
}

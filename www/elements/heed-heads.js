import { load, paintMap, program } from '../engine/maps.js';
import { element, setText } from '../lesson/dom.js';
import { dropView, filesView } from '../maps/drop-view.js';
import { bindFiles } from '../maps/drop.js';
import { decode, encode } from '../maps/fragment.js';
import { exportView } from '../maps/export/view.js';
import { headView } from '../maps/head/head-view.js';
import { specsOf } from '../maps/head/spec.js';
import { headSheet } from '../maps/head/style.js';
import { holdings } from '../maps/model.js';
import { measuresView } from '../maps/overview/measures-view.js';
import { overviewView } from '../maps/overview/overview-view.js';
import { readingView } from '../maps/reading/reading-view.js';
import { sample } from '../maps/sample/sample.js';
import { mapsService } from '../maps/service/client.js';
import { session } from '../maps/session.js';
import { fileOf, freshState, sameShape, sameView } from '../maps/state.js';
import { sheet } from '../maps/style.js';
import { whyNot } from '../maps/understand/aside.js';
import { readingOf } from '../maps/understand/reading-of.js';
import { understand } from '../maps/understand/understand.js';
import { maps as en } from '../strings/en-maps.js';
import { maps as es } from '../strings/es-maps.js';
import { RoomElement } from './room-element.js';
/** @import { Corrections, MapsModel, MapsService, MapsState } from '../maps/types.js' */

/** Milliseconds without a change after which the last one is told: browsers refuse an address that changes too often. */
const QUIET = 350;

/**
 * `<heed-heads>`: the attention of a model, from files that are dropped: all heads as thumbnails, and one of them large. What is read stays on the page.
 *
 * @extends {RoomElement<MapsState, string, MapsState>}
 */
export class HeedHeadsElement extends RoomElement {
  static tag = 'heed-heads';
  static words = { en: { maps: en }, es: { maps: es } };
  /** The script of the worker that files are read in; the bundle carries it. Without it they are read in the page. */
  static workerText = '';
  /** @type {MapsService | null} */
  #service = null;
  /** @type {ReturnType<typeof holdings> | null} */
  #files = null;
  /** @type {ReturnType<HeedHeadsElement['views']> | null} */
  #views = null;
  /** A view whose file is not there: it comes back when that is dropped. @type {MapsState | null} */
  #awaited = null;
  /** What was shown when it began to be awaited. @type {MapsState | null} */
  #meanwhile = null;
  /** Files that were given while others are open, and wait for an answer. @type {File[] | null} */
  #asked = null;
  /** A state that was set before there was a session. @type {MapsState | null} */
  #first = null;
  /** Files that were given before there was a session. @type {File[] | null} */
  #own = null;
  #dragging = false;
  /** @type {(() => void) | null} */
  #unbind = null;
  #changed = false;
  /** Where in the map one looked when that was told last. @type {MapsState['sight']} */
  #told = null;
  /** @type {ReturnType<typeof setTimeout> | 0} */
  #quiet = 0;

  constructor() {
    super([sheet(), headSheet()]);
  }

  connectedCallback() {
    super.connectedCallback();
    this.#unbind ??= bindFiles(this, {
      take: (files, place) => (place === 'beside' ? this.#beside(files) : place === 'instead' ? this.#open(files) : this.#take(files)),
      dragging: (over) => {
        this.#dragging = over;
        this.requestRender();
      },
    });
  }

  /** The whole state. While the file of a link is not there, and nobody touched what is shown meanwhile, it is that of the link. @returns {MapsState} */
  get state() {
    const now = this.#now;
    return this.#awaited && sameView(now, this.#meanwhile) ? { ...this.#awaited, language: now.language, theme: now.theme } : now;
  }

  set state(state) {
    const { session } = this;
    if (!session) {
      this.#first = state;
      return;
    }
    const data = this.#files?.held.data;
    const here = data && !data.isSample ? fileOf('', data.reading) : null;
    // A view of another file than the one that is open waits for it, and what is open stays.
    this.#awaited = state.file && !sameShape(state.file, here) ? state : null;
    const { language, theme } = state;
    const now = session.state;
    const next = this.#awaited || (here && !state.file) ? { ...now, language, theme } : { ...state, file: now.file };
    this.notice(this.sentence(session.commit(next)));
    this.#meanwhile = session.state;
    this.requestRender();
  }

  /** What is shown. */
  get #now() { return this.session?.state ?? this.#first ?? freshState(); }

  /** What is open and which maps are shown, for those who write them into a file; null while nothing is there. */
  get holding() {
    const { data } = this.#files?.held ?? {};
    return data && this.#service ? { service: this.#service, data, specs: specsOf(this.#now, data).specs } : null;
  }

  /** Goes to where the arrow keys begin: the thumbnails. */
  focus() { this.#views?.overview.focus(); }

  /** Back to the room as it opens on this file; how it is looked at stays. */
  reset() { this.act((now) => now.commit(freshState(now.state, now.state.file))); }

  /** The head before or after. @param {number} by */
  step(by) {
    const { data } = this.#files?.held ?? {};
    if (!data) return;
    const { layers, heads } = data.reading;
    const place = Math.max(0, Math.min(layers * heads - 1, this.#now.layer * heads + this.#now.head + by));
    this.show({ layer: Math.floor(place / heads), head: place % heads });
  }

  /** @protected */
  load() { return load(); }

  /** @protected @param {MapsState} state */
  encode(state) { return encode(state); }

  /** @protected @param {string} fragment */
  decode(fragment) { return decode(fragment); }

  /** @protected @param {MapsState} first */
  open(first) {
    this.#awaited = first.file ? first : null;
    this.#meanwhile = first.file ? freshState(first) : null;
    const service = this.#service = mapsService({ module: /** @type {WebAssembly.Module} */ (program()), workerText: HeedHeadsElement.workerText });
    service.onrestart = (sentence) => this.notice(this.words().t.errors.engine(sentence));
    this.#files = holdings(service, { understand, readingOf, whyNot }, {
      changed: () => this.requestRender(),
      arrived: (state) => this.#arrive(state),
      // As fine as thumbnails are on this screen.
      side: () => Math.round(32 * Math.min(2, globalThis.devicePixelRatio || 1)),
    });
    return this.#begin(first.file ? freshState(first) : first);
  }

  /** A history that begins with a view. @param {MapsState} first */
  #begin(first) {
    const { held } = /** @type {ReturnType<typeof holdings>} */ (this.#files);
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

  /** Files in place of what is open. @param {File[]} files @param {boolean} [isSample] */
  #open(files, isSample = false) {
    this.#asked = null;
    const now = this.#now;
    // What was compared with a second file is compared no more: it goes with the first. What a link compares waits for it.
    const alone = now.compare?.slot === 1 ? { ...now, compare: null } : now;
    const wanted = isSample ? [now] : [alone, ...(this.#awaited ? [this.#awaited] : [])].toReversed().map((state) => ({ ...state, map: now.map, language: now.language, theme: now.theme }));
    void this.#files?.open(files, wanted, isSample);
  }

  /** Files beside what is open. @param {File[]} files */
  #beside(files) {
    this.#asked = null;
    void this.#files?.openBeside(files, this.#now, () => {
      const { layer, head, compare } = this.#now;
      this.act((now) => now.commit({ ...now.state, compare: compare?.slot === 1 ? compare : { slot: 1, layer, head } }));
    });
  }

  /** Files of which nobody said where they go. @param {File[]} files */
  #take(files) {
    const { data } = this.#files?.held ?? {};
    if (!data || data.isSample) return this.#open(files);
    this.#asked = files;
    this.requestRender();
    return undefined;
  }

  /** New files are there: a view that is kept stays with its history, another begins one. @param {MapsState} state */
  #arrive(state) {
    const { session } = this;
    const now = this.#now;
    const kept = sameShape(state.file, now.file);
    const look = { ...state, language: now.language, theme: now.theme };
    if (state.file && this.#awaited && sameShape(state.file, this.#awaited.file)) this.#awaited = null;
    // The sample is nothing that the reader did: what the page says of the link stays.
    if (!state.file) session?.look(state.corrections === now.corrections ? now : look);
    else if (kept) this.act((history) => history.look(look), false);
    else {
      this.session = this.#begin(look);
      this.tell();
    }
    this.requestRender();
  }

  /** @protected */
  build() {
    this.#views = this.views();
    const files = this.#own;
    this.#own = null;
    this.#open(files ?? [sample()], files === null);
  }

  /** Files that a page gives, in place of what is open. @protected @param {unknown} data @param {MapsState} state */
  withData(data, state) {
    const files = [data].flat();
    if (files.length === 0 || !files.every((file) => file instanceof Blob)) throw new Error('data is to be a file, or several');
    if (this.session) this.#open(/** @type {File[]} */ (files));
    else this.#own = /** @type {File[]} */ (files);
    return state;
  }

  /** The views, once. */
  views() {
    const files = /** @type {ReturnType<typeof holdings>} */ (this.#files);
    const look = (/** @type {Partial<MapsState>} */ patch) => this.show(patch);
    const change = (/** @type {Partial<MapsState>} */ patch) => void this.act((now) => now.commit({ ...now.state, ...patch }));
    const service = () => this.#service;
    const said = element('p', { class: 'hidden spoken', 'aria-live': 'polite' });
    const head = headView({ service, look, change, say: (/** @type {string} */ text) => setText(said, text) });
    const views = {
      files: filesView({
        take: (chosen) => this.#take(chosen),
        place: (beside) => this.#asked && (beside ? this.#beside(this.#asked) : this.#open(this.#asked)),
        drop: () => {
          this.#asked = null;
          this.requestRender();
        },
        cancel: files.cancel,
        resume: files.resume,
        forget: files.forget,
      }),
      reading: readingView({ correct: (/** @type {Partial<Corrections>} */ patch) => change({ corrections: { ...this.#now.corrections, ...patch } }) }),
      overview: overviewView({ paint: paintMap, look, change }),
      measures: measuresView(() => look({ alike: !this.#now.alike })),
      export: exportView({ service, shown: head.shown }),
      head,
      drop: dropView(),
    };
    const left = element('div', { class: 'left' }, views.files.node, this.noticeLine, views.reading.node, views.overview.node, views.measures.node);
    const side = element('div', { class: 'side' }, head.side, views.export.node);
    const room = element('div', { class: 'room' }, left, element('div', { class: 'main' }, head.main), side, said, views.drop.node);
    this.shadowRoot?.replaceChildren(room);
    return { ...views, room };
  }

  /** @protected @param {MapsState} state */
  draw(state) {
    const [views, files] = [this.#views, this.#files];
    // Without a width the room is not shown: there is nothing to draw into.
    if (!views || !files || views.room.clientWidth === 0) return;
    const { held } = files;
    this.#follow(state, files);
    const { data } = held;
    /** @type {MapsModel} */
    const model = { state, ...this.words(), data, appearance: this.appearance(views.room) };
    const { t } = model;
    this.setAttribute('data-heads', String(data?.heads.filter((head) => head !== undefined).length ?? 0));
    views.files.update(model, held, { asked: this.#asked, awaited: this.#awaited?.file ?? null });
    views.reading.update(model, held.candidates);
    for (const view of [views.overview, views.measures, views.head, views.export]) view.update(model);
    views.drop.update(t, this.#dragging, data !== null && !data.isSample);
  }

  /** Has what the state asks for beside numbers of heads: another reading of the files, or the heads that are like the open one. @param {MapsState} state @param {ReturnType<typeof holdings>} files */
  #follow(state, { held, reread, findAlike }) {
    const { data } = held;
    if (!data) return;
    const key = `${state.layer}:${state.head}`;
    if (JSON.stringify(state.corrections) !== JSON.stringify(held.corrections)) {
      void reread(state.corrections, (reading) => {
        if (!data.isSample) this.act((now) => now.look({ ...now.state, file: fileOf(held.name, reading) }), false);
      });
    } else if (state.alike && data.done === 1 && !held.busy && held.alikeTo !== key) void findAlike(state.layer, state.head);
  }

  /** Tells of a change at once; of those that follow it, and of zooming, when they rest: writing an address down takes longer than a frame has. @protected */
  tell() {
    this.#changed = true;
    if (this.#quiet === 0 && this.#now.sight === this.#told) requestAnimationFrame(() => this.#release());
    else this.#rest();
  }

  #release() {
    if (!this.#changed || this.#quiet !== 0) return;
    this.#changed = false;
    this.#told = this.#now.sight;
    this.#rest();
    super.tell();
  }

  #rest() {
    clearTimeout(this.#quiet);
    this.#quiet = setTimeout(() => {
      this.#quiet = 0;
      this.#release();
    }, QUIET);
  }

  /** Once it is taken away it takes no files any more, and its Worker ends; brought back it begins anew with the sample, and waits for the file of its view. @protected */
  halt() {
    if (this.isConnected) return;
    this.#unbind?.();
    this.#service?.end();
    this.#first = this.state;
    this.session = this.#unbind = this.#service = this.#files = this.#views = null;
  }
}

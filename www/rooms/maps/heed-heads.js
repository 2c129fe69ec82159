import { bindFiles } from './drop.js';
import { shownName } from './understand/names.js';
import { decode, encode } from './fragment.js';
import { specsOf } from './head/spec.js';
import { headSheet } from './head/style.js';
import { chosenBy, fileOf, freshState } from './state.js';
import { sheet } from './style.js';
import { views } from './views.js';
import { maps as en } from './words/en.js';
import { maps as es } from './words/es.js';
import { HeadsElement } from './heads-element.js';
/** @import { MapsModel, MapsState } from './types.js' */

/** Milliseconds without a change after which the last one is told: browsers refuse an address that changes too often. */
const QUIET = 350;

/** @typedef {ReturnType<typeof import('./model.js').holdings>} Files */

/**
 * `<heed-heads>`: the attention of a model, from numbers or files that its page gives or that are dropped: all heads as thumbnails, and one of them large. What is read stays
 * on the page.
 *
 * The property `data` is `{ shape: [layers, heads, queries, keys], data, tokens }`, with all numbers in one array, or a file, or a list of files.
 *
 * @attr {string} [src] - the address of a file of tensors, relative to the page: .npy, .npz, .safetensors, JSON or a table, told by what is in it
 * @attr {string} [tokens] - with spaces between them, or a JSON list
 * @attr {number} [layer] - of the head that is shown large, counted from 0; without `layer` and `head`, that of the head most worth seeing by its measures
 * @attr {number} [head] - counted from 0; without it, 0 where there is a `layer`
 * @attr {number} [query] - the cell that is looked at, counted from 0
 * @attr {number} [key] - the cell that is looked at, counted from 0
 * @attr {"head" | "mean" | "max" | "rollout"} [source="head"] - one head, or heads combined
 * @attr {"heads" | "layers" | "all"} [over="heads"] - what is combined: the heads of a layer, the layers of a head, or all
 * @attr {"none" | "norm" | "share"} [values="none"] - whether weights are weighed by values, where the file has them
 * @attr {"auto" | "unit" | "largest" | "log" | "percentile" | "row"} [scale="auto"] - what the colours stand for; `auto` is 0 to 1, or less where the map would be almost blank
 * @attr {"layer" | "entropy" | "normalised_entropy" | "sink_share" | "previous_token" | "next_token" | "induction" | "duplicate_token" | "mean_distance" | "diagonal_share" | "causal_share"} [sort="layer"] - the order of the thumbnails
 * @attr {"up" | "down"} [order="up"] - of the thumbnails
 * @attr {"entropy" | "normalised_entropy" | "sink_share" | "previous_token" | "next_token" | "induction" | "duplicate_token" | "mean_distance" | "diagonal_share" | "causal_share"} [measure="entropy"] - what stands below the thumbnails
 * @attr {"figure" | "room"} [view="room"] - `figure`: one head, its legend, what its cell says, and thumbnails where there are several
 * @attr {"ember" | "viridis" | "cividis" | "grey"} [colormap="ember"] - the colours
 * @attr {"en" | "es"} [language] - the reader's, unless given
 * @attr {"light" | "dark"} [theme] - that of the page, unless given
 * @attr {string} [link] - the whole state, as what a link to the page has after its `#`
 * @fires {HeedReadyEvent} heed-ready - the figure is there
 * @fires {HeedPairEvent} heed-select - the reader looks at another cell; heads are counted through all layers
 * @fires {HeedChangeEvent} heed-change - the reader changed the state
 * @fires {HeedErrorEvent} heed-error - something was refused, or nothing can be shown
 * @slot - shown until the figure is there, and where it cannot be
 * @csspart figure - the head that is shown large
 * @csspart legend - what its colours mean
 * @csspart notice - the line that says what was refused
 * @csspart error - the sentence in place of a figure
 * @cssprop --heed-paper - the ground
 * @cssprop --heed-panel - the ground of cards and fields
 * @cssprop --heed-ink - text
 * @cssprop --heed-soft - text that says less
 * @cssprop --heed-line - lines
 * @cssprop --heed-faint - lines that are hardly seen
 * @cssprop --heed-accent - the cell that is looked at
 * @cssprop --heed-focus - what has the focus
 * @cssprop --heed-wrong - what was refused
 * @cssprop --heed-sans - the font of text
 * @cssprop --heed-serif - the font of names
 * @cssprop --heed-mono - the font of numbers
 * @cssprop --heed-theme - `light` or `dark`, whatever the page's `color-scheme`
 */
export class HeedHeadsElement extends HeadsElement {
  static tag = 'heed-heads';
  static words = { en: { maps: en }, es: { maps: es } };
  /** @type {ReturnType<typeof views> | null} */
  #views = null;
  /** What was drawn last. @type {MapsModel | null} */
  #model = null;
  #dragging = false;
  /** @type {(() => void) | null} */
  #unbind = null;
  #changed = false;
  /** Where in the map one looked when that was told last. @type {MapsState['sight']} */
  #told = null;
  /** @type {ReturnType<typeof setTimeout> | 0} */
  #quiet = 0;

  constructor() {
    super([sheet, headSheet]);
  }

  /** What is open and which maps are shown, for those who write them into a file; null while nothing is there. */
  get holding() {
    const { service, files, now } = this;
    const { data } = files?.held ?? {};
    return data && service ? { service, data, specs: specsOf(now, data).specs } : null;
  }

  /** Goes to where the arrow keys begin: the thumbnails; in a figure, the head. */
  focus() {
    this.#views?.focus();
  }

  /** Back to the room as it opens on this file; how it is looked at stays. */
  reset() {
    this.act((now) => now.commit(freshState(now.state, now.state.file)));
  }

  /** Changes what is looked at, without a step to undo. @internal @param {Partial<MapsState>} patch */
  show(patch) {
    super.show(this.#chosen(patch));
  }

  /** A change by the reader, who keeps the open head where not all heads are measured yet. @param {Partial<MapsState>} patch */
  #chosen(patch) {
    return chosenBy(patch, this.files?.held.data?.done === 1);
  }

  /** The head before or after. @param {number} by */
  step(by) {
    const { data } = this.files?.held ?? {};
    if (!data) return;
    const { layers, heads } = data.reading;
    const place = Math.max(0, Math.min(layers * heads - 1, this.now.layer * heads + this.now.head + by));
    this.show({ layer: Math.floor(place / heads), head: place % heads });
  }

  /** @protected @param {MapsState} state */
  encode(state) {
    return encode(state);
  }

  /** @protected @param {string} fragment */
  decode(fragment) {
    return decode(fragment);
  }

  /** @protected */
  async scene() {
    if (!this.#views || !this.#model) throw new Error('<heed-heads> shows nothing yet');
    return this.#views.scene(this.#model);
  }

  /** @protected */
  build() {
    this.#views?.head.end();
    const files = /** @type {Files} */ (this.files);
    const isFigure = this.view === 'figure';
    const change = (/** @type {Partial<MapsState>} */ patch) =>
      void this.act((now) => now.commit({ ...now.state, ...this.#chosen(patch) }));
    const look = (/** @type {Partial<MapsState>} */ patch) => this.show(patch);
    this.#views = views({
      isFigure,
      look,
      change,
      notice: this.noticeLine,
      service: () => this.service,
      files: {
        take: (chosen) => this.take(chosen),
        place: (beside) => void this.#place(beside),
        drop: () => {
          this.asked = null;
          this.requestRender();
        },
        cancel: files.cancel,
        resume: files.resume,
        forget: files.forget,
      },
      correct: (patch) => change({ corrections: { ...this.now.corrections, ...patch } }),
      alike: () => look({ alike: !this.now.alike }),
      drawn: () => this.tellPair(),
    });
    this.shadowRoot?.replaceChildren(this.#views.node, document.createElement('slot'));
    this.#unbind?.();
    this.#unbind = isFigure
      ? null
      : bindFiles(this, {
          take: (some, place) =>
            void (place === 'beside'
              ? this.beside(some)
              : place === 'instead'
                ? this.instead(some)
                : this.take(some)),
          dragging: (over) => {
            this.#dragging = over;
            this.requestRender();
          },
          without: (folder, isRead) =>
            this.files?.say(({ maps: { overview: words } }) =>
              (isRead ? words.emptyFolder : words.unreadFolder)(shownName(folder)),
            ),
        });
  }

  /** @protected @param {MapsState} state */
  draw(state) {
    const [views, files] = [this.#views, this.files];
    // Without a width the room is not shown: there is nothing to draw into.
    if (!views || !files || views.node.clientWidth === 0) return;
    const { held } = files;
    this.#follow(state, files);
    const { data } = held;
    /** @type {MapsModel} */
    const model = { state, ...this.words(), data, appearance: this.appearance(views.node) };
    this.setAttribute('data-heads', String(data?.heads.filter((head) => head !== undefined).length ?? 0));
    // What stands in the tag is shown until there are heads.
    if (data) this.shadowRoot?.querySelector(':host > slot')?.remove();
    this.#model = model;
    views.update(model, held, {
      asked: this.asked,
      awaited: this.awaited?.file ?? null,
      dragging: this.#dragging,
    });
  }

  /** Opens the files that waited for an answer, then goes to the map of what was opened. @param {boolean} beside */
  async #place(beside) {
    const { asked } = this;
    if (!asked) return;
    const open = () => {
      const { data } = this.files?.held ?? {};
      return [data?.opened, data?.other];
    };
    const before = open();
    await (beside ? this.beside(asked) : this.instead(asked));
    if (open().some((each, at) => each !== before[at])) this.#views?.head.arrive();
  }

  /** Has what the state asks for beside numbers of heads: another reading of the files, or the heads that are like the open one. @param {MapsState} state @param {Files} files */
  #follow(state, { held, reread, findAlike }) {
    const { data } = held;
    if (!data) return;
    const key = `${state.layer}:${state.head}`;
    if (JSON.stringify(state.corrections) !== JSON.stringify(held.corrections)) {
      void reread(state.corrections, (reading) => {
        if (!data.isSample)
          this.act((now) => now.look({ ...now.state, file: fileOf(held.name, reading) }), false);
      });
    } else if (state.alike && data.done === 1 && !held.busy && held.alikeTo !== key)
      void findAlike(state.layer, state.head);
  }

  /** Tells of a change at once; of those that follow it, and of zooming, when they rest: writing an address down takes longer than a frame has. @protected */
  tell() {
    this.#changed = true;
    if (this.#quiet === 0 && this.now.sight === this.#told) requestAnimationFrame(() => this.#release());
    else this.#rest();
  }

  #release() {
    if (!this.#changed || this.#quiet !== 0) return;
    this.#changed = false;
    this.#told = this.now.sight;
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

  /** The cursor's pair, in a head. @protected */
  selected() {
    const { cursor, source, layer, head } = this.now;
    const { data } = this.files?.held ?? {};
    if (!cursor || !data) return null;
    const weight = this.#views?.head.weight();
    return weight === undefined
      ? undefined
      : {
          head: source === 'head' ? layer * data.reading.heads + head : null,
          ...cursor,
          weight: Number.isNaN(weight) ? null : weight,
        };
  }

  /** It takes no files any more. @protected */
  end() {
    this.#unbind?.();
    this.#unbind = this.#views = null;
    super.end();
  }
}

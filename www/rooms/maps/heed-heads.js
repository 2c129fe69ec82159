import { element } from '../../ui/dom.js';
import { html, render } from '../../ui/html.js';
import { load } from '../../engine/maps.js';
import { bindFiles } from './drop.js';
import { shownName } from './understand/names.js';
import { decode, encode } from './fragment.js';
import { shownScene } from './export/using.js';
import { headView } from './head/head-view.js';
import { withMeasures } from './large/overview.js';
import { specsOf } from './head/spec.js';
import { headSheet } from './head/style.js';
import { chosenBy, fileOf, freshState } from './state.js';
import { sheet } from './style.js';
import { Figure, Room } from './room-view.js';
import { maps as en } from './words/en.js';
import { maps as es } from './words/es.js';
import { maps as pt } from './words/pt.js';
import { HeadsElement } from './heads-element.js';
/** @import { RoomParts } from '../../types.js' */
/** @import { Actions } from './room-view.js' */
/** @import { MapsModel, MapsState } from './types.js' */

/** Milliseconds without a change after which the last one is told: browsers refuse an address that changes too often. */
const QUIET = 350;

/** @typedef {ReturnType<typeof import('./model.js').holdings>} Files */

/**
 * `<heed-heads>`: the attention of a model, from numbers or files that the page sets or the reader drops. It shows all heads as thumbnails and one head large. No part of a
 * file leaves the page.
 *
 * The property `data` is `{ shape: [layers, heads, queries, keys], data, tokens }`, with all numbers in one array, or a file, or an array of files.
 *
 * @attr {string} [src] - The address of a tensor file, relative to the page: .npy, .npz, .safetensors, JSON or a text table. The format is detected from the content.
 * @attr {string} [tokens] - The tokens, space-separated or as a JSON array.
 * @attr {number} [layer] - The layer of the large head, counted from 0. Without `layer` and `head`, the page opens the head with the highest score by its measures.
 * @attr {number} [head] - The large head in its layer, counted from 0. Defaults to 0 if there is a `layer`.
 * @attr {number} [query] - The query of the selected cell, counted from 0.
 * @attr {number} [key] - The key of the selected cell, counted from 0.
 * @attr {"head" | "mean" | "max" | "rollout"} [source="head"] - One head, or heads combined: mean, maximum or rollout.
 * @attr {"heads" | "layers" | "all"} [over="heads"] - What is combined: the heads of a layer, the layers of a head, or all heads.
 * @attr {"none" | "norm" | "share"} [values="none"] - Whether weights are multiplied by the norm of the values, if the file has values; `share` divides each row by its sum.
 * @attr {"auto" | "unit" | "largest" | "log" | "percentile" | "row"} [scale="auto"] - The color scale; `auto` is 0 to 1, or less if the map would be almost blank.
 * @attr {"layer" | "entropy" | "normalised_entropy" | "sink_share" | "previous_token" | "next_token" | "induction" | "duplicate_token" | "mean_distance" | "diagonal_share" | "causal_share"} [sort="layer"] - The order of the thumbnails.
 * @attr {"up" | "down"} [order="up"] - Whether thumbnails are in ascending or descending order.
 * @attr {"entropy" | "normalised_entropy" | "sink_share" | "previous_token" | "next_token" | "induction" | "duplicate_token" | "mean_distance" | "diagonal_share" | "causal_share"} [measure="entropy"] - The measure below the thumbnails.
 */
export class HeedHeadsElement extends HeadsElement {
  static tag = 'heed-heads';
  /** @type {RoomParts<MapsState, string, MapsState>} */
  static parts = {
    load,
    fresh: (from) => freshState(from),
    encode,
    decode,
    // Whether a state fits depends on its file, which may still be dropped.
    refusal: () => null,
    open: (first, _, host) => host.openFiles(first),
  };
  static words = { en: { maps: en }, es: { maps: es }, pt: { maps: pt } };
  /** What the views are rendered into. */
  #root = element('div');
  /** @type {ReturnType<typeof headView> | null} */
  #head = null;
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
  /** What the reader does. @type {Actions} */
  #actions = {
    files: {
      take: (chosen) => this.take(chosen),
      place: (beside) => void this.#place(beside),
      drop: () => {
        this.asked = null;
        this.requestRender();
      },
      cancel: () => this.files?.cancel(),
      resume: () => void this.files?.resume(),
      forget: () => this.files?.forget(),
    },
    look: (patch) => this.show(patch),
    change: (patch) => void this.act((now) => now.commit({ ...now.state, ...this.#chosen(patch) })),
    correct: (patch) => this.#actions.change({ corrections: { ...this.now.corrections, ...patch } }),
    alike: () => this.show({ alike: !this.now.alike }),
  };
  /** More of a large head is known: its measures are shown as they are now. @param {number} place @param {import('./large/view.js').LargeView} view */
  #found = (place, view) => {
    const held = this.files?.held;
    const head = held?.data?.heads[place];
    if (!held?.data || !head) return;
    held.data.heads[place] = withMeasures(head, view);
    // A new object, so that what is derived from all heads is derived again.
    held.data = { ...held.data };
    this.requestRender();
  };
  /** Escape leaves the files that wait for an answer. @param {KeyboardEvent} event */
  #onKey = (event) => {
    if (event.key !== 'Escape' || !this.asked) return;
    event.preventDefault();
    /** @type {HTMLElement | null} */ (this.#root.querySelector('.ask [value=neither]'))?.click();
  };

  constructor() {
    super([sheet, headSheet]);
  }

  /** The open files and the visible maps, from which a figure can be saved; null while there are none. */
  get holding() {
    const { service, files, now } = this;
    const { data } = files?.held ?? {};
    return data && service ? { service, data, specs: specsOf(now, data).specs } : null;
  }

  /** Moves the focus to the thumbnails, or in a figure to the head. */
  focus() {
    if (this.view === 'figure') this.#head?.focus();
    else /** @type {HTMLElement | null} */ (this.#root.querySelector('.heads-box'))?.focus();
  }

  /** Restores the initial view of the file, and keeps display settings such as the theme. */
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

  /** Moves `by` heads forward, or back if negative. @param {number} by */
  step(by) {
    const { data } = this.files?.held ?? {};
    if (!data) return;
    const { layers, heads } = data.reading;
    const place = Math.max(0, Math.min(layers * heads - 1, this.now.layer * heads + this.now.head + by));
    this.show({ layer: Math.floor(place / heads), head: place % heads });
  }

  /** @protected */
  async scene() {
    if (!this.#head || !this.#model) throw new Error('<heed-heads> shows nothing yet');
    return shownScene({ model: this.#model, service: this.service, shown: this.#head.shown() });
  }

  /** @protected */
  build() {
    this.#head?.end();
    const { look, change } = this.#actions;
    const isFigure = this.view === 'figure';
    this.#root = element('div', { class: isFigure ? 'room figure' : 'room', onkeydown: this.#onKey });
    this.#head = headView({
      service: () => this.service,
      look,
      change,
      drawn: () => this.tellPair(),
      found: this.#found,
    });
    this.shadowRoot?.replaceChildren(this.#root, document.createElement('slot'));
    // The head has a size once what is around it is there.
    this.#drawAround();
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
    // Without a width the room is not shown: there is nothing to draw into.
    if (!this.#head || !this.files || this.#root.clientWidth === 0) return;
    this.#follow(state, this.files);
    const { data } = this.files.held;
    this.setAttribute('data-heads', String(data?.heads.filter((head) => head !== undefined).length ?? 0));
    // What stands in the tag is shown until there are heads.
    if (data) this.shadowRoot?.querySelector(':host > slot')?.remove();
    this.#head.update((this.#model = this.#modelNow()));
    this.#drawAround();
  }

  /** @returns {MapsModel} */
  #modelNow() {
    const data = this.files?.held.data ?? null;
    return { state: this.now, ...this.words(), data, appearance: this.appearance(this.#root) };
  }

  /** Draws what is around the head. */
  #drawAround() {
    if (!this.#head || !this.files) return;
    const props = {
      model: this.#modelNow(),
      held: this.files.held,
      asked: this.asked,
      awaited: this.awaited?.file ?? null,
      dragging: this.#dragging,
      notice: this.noticeLine,
      service: () => this.service,
      head: this.#head,
      actions: this.#actions,
    };
    render(html`<${this.view === 'figure' ? Figure : Room} ...${props} />`, this.#root);
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
    if (open().some((each, at) => each !== before[at])) this.#head?.arrive();
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
    const weight = this.#head?.weight();
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
    this.#unbind = this.#head = null;
    super.end();
  }
}

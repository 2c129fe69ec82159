import { Component, html } from '../../../ui/html.js';
import { markEdges } from '../../../ui/scrolled-list.js';

/**
 * A figure that may be wider than the stage. Then it scrolls, with a shadow at each side where it continues.
 *
 * `of` identifies the content: new content is shown from its start. `start` is the width of the labels, which
 * stay visible, and `show` is the position of a column to bring into view during a motion. In CSS pixels.
 *
 * @extends {Component<{ of?: string, width: number, start: number, show?: number | null }>}
 */
export class Scroller extends Component {
  /** @type {HTMLElement | null} */
  #box = null;
  #isMoved = false;
  /** The width changes with the window, and the content with the step. */
  #observer = new ResizeObserver(() => this.#mark());

  componentDidMount() {
    if (!this.#box) return;
    this.#observer.observe(this.#box);
    if (this.#box.firstElementChild) this.#observer.observe(this.#box.firstElementChild);
  }

  componentWillUnmount() {
    this.#observer.disconnect();
  }

  /** @param {{ of?: string, show?: number | null }} before */
  componentDidUpdate(before) {
    const { of, show, start } = this.props;
    const box = this.#box;
    // `#isMoved` is used because reading `scrollLeft` would force a layout.
    if (box && of !== before.of && this.#isMoved) box.scrollLeft = 0;
    // A reader may scroll away from a cell that stays.
    if (
      !box ||
      show === null ||
      show === undefined ||
      show === before.show ||
      !box.classList.contains('scrolled')
    )
      return;
    const [from, to] = [box.scrollLeft + start, box.scrollLeft + box.clientWidth];
    if (show < from || show + LEAST_COLUMN > to) box.scrollLeft = show - start;
  }

  /** Sets the classes for scrolling and shadows. */
  #mark() {
    const box = this.#box;
    if (!box) return;
    this.#isMoved = box.scrollLeft > 0;
    box.classList.toggle('scrolled', box.scrollWidth > box.clientWidth + 1);
    markEdges(box, /** @type {HTMLElement} */ (box.parentElement));
  }

  /** @param {any} props */
  render({ children, start }) {
    return html`<div class="scroll-box" style=${{ '--labels': `${start}px` }}>
      <div
        class="scroll"
        ref=${(/** @type {HTMLElement | null} */ box) => (this.#box = box)}
        onScroll=${() => this.#mark()}
      >
        ${children}
      </div>
    </div>`;
  }
}

/** Minimum visible width of a column that is brought into view, in CSS pixels. */
const LEAST_COLUMN = 30;

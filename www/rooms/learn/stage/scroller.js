import { Component, html } from '../../../ui/html.js';

/**
 * A figure that may be wider than the stage. Then it scrolls, with a shadow at each side where it continues.
 *
 * `of` says what is in it: other content is not scrolled. `width` is the room, CSS pixels, `start` the width
 * of the labels that stay visible, and `show` the place of a column that is brought into view, where
 * something moves.
 *
 * @extends {Component<{ of?: string, width: number, start: number, show?: number | null }>}
 */
export class Scroller extends Component {
  /** @type {HTMLElement | null} */
  #box = null;
  #isMoved = false;
  /** The room changes with the window, and the content with the step. */
  #observer = new ResizeObserver(() => this.#mark());

  componentDidMount() {
    if (!this.#box) return;
    this.#observer.observe(this.#box);
    if (this.#box.firstElementChild) this.#observer.observe(this.#box.firstElementChild);
  }

  componentWillUnmount() {
    this.#observer.disconnect();
  }

  /** @param {{ of?: string }} before */
  componentDidUpdate(before) {
    const { of, show, start } = this.props;
    const box = this.#box;
    // Whether it is scrolled is known without asking the page to lay itself out.
    if (box && of !== before.of && this.#isMoved) box.scrollLeft = 0;
    if (!box || show === null || show === undefined || !box.classList.contains('scrolled')) return;
    const [from, to] = [box.scrollLeft + start, box.scrollLeft + box.clientWidth];
    if (show < from || show + LEAST_COLUMN > to) box.scrollLeft = show - start;
  }

  /** Says at which sides there is more. */
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

/**
 * Says by classes at which sides of a scrolled row there is more.
 *
 * @param {HTMLElement} row @param {HTMLElement} [marked] - what gets the classes
 */
export function markEdges({ scrollLeft, clientWidth, scrollWidth, classList }, marked) {
  const classes = marked?.classList ?? classList;
  classes.toggle('before', scrollLeft > 1);
  classes.toggle('after', scrollLeft + clientWidth < scrollWidth - 1);
}

/** What is seen of a column that is brought into view, CSS pixels. */
const LEAST_COLUMN = 30;

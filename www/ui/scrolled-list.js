import { bringIntoView } from './dom.js';
import { Component, html } from './html.js';
import { inNextFrame } from './idle.js';

/**
 * A row of list items. If it is too long, it scrolls: the current item is brought into view, and the row
 * fades at the sides where it continues. `current` identifies the current item, which has `aria-current`.
 *
 * @extends {Component<{ name: string, label: string, current: string | number, onKeyDown?: (event: KeyboardEvent) => void, children?: unknown }>}
 */
export class ScrolledList extends Component {
  /** @type {HTMLElement | null} */
  #list = null;
  /** A narrower row may hide the current item. */
  #observer = new ResizeObserver(() => this.#showCurrent());

  componentDidMount() {
    if (this.#list) this.#observer.observe(this.#list);
  }

  /** @param {{ current: string | number }} before */
  componentDidUpdate({ current }) {
    if (current !== this.props.current) this.#showCurrent();
  }

  componentWillUnmount() {
    this.#observer.disconnect();
  }

  #showCurrent() {
    // Deferred to the next frame: scrolling now would force another layout.
    inNextFrame(() => {
      bringIntoView(this.#list?.querySelector('li:has([aria-current])') ?? null);
      this.#mark();
    });
  }

  #mark() {
    if (this.#list) markEdges(this.#list);
  }

  /** @param {any} props */
  render({ name, label, onKeyDown, children }) {
    return html`<ol
      class=${`scrolled-list ${name}`}
      aria-label=${label}
      ref=${(/** @type {HTMLElement | null} */ list) => (this.#list = list)}
      onScroll=${() => this.#mark()}
      onKeyDown=${onKeyDown}
    >
      ${children}
    </ol>`;
  }
}

/**
 * Sets the classes `before` and `after` if a scrolled element continues at its start or end.
 *
 * @param {HTMLElement} scrolled @param {HTMLElement} [marked] - the element that gets the classes
 */
export function markEdges({ scrollLeft, clientWidth, scrollWidth, classList }, marked) {
  const classes = marked?.classList ?? classList;
  classes.toggle('before', scrollLeft > 1);
  classes.toggle('after', scrollLeft + clientWidth < scrollWidth - 1);
}

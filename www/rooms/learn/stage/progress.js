import { bringIntoView } from '../../../ui/dom.js';
import { Component, html } from '../../../ui/html.js';
import { markEdges } from './scroller.js';
/** @import { StageProps, StageStep } from './stage.js' */

/**
 * The progress bar with the names of the steps. If it is too long, it scrolls: the current step stays
 * visible, and the bar fades at the sides where it continues.
 *
 * @extends {Component<Pick<StageProps, 'steps' | 'at' | 't' | 'go'>>}
 */
export class Progress extends Component {
  /** @type {HTMLElement | null} */
  #bar = null;
  #observer = new ResizeObserver(() => this.#mark());

  componentDidMount() {
    if (this.#bar) this.#observer.observe(this.#bar);
    this.#bring();
  }

  /** @param {{ at: number }} before */
  componentDidUpdate({ at }) {
    if (at !== this.props.at) this.#bring();
  }

  componentWillUnmount() {
    this.#observer.disconnect();
  }

  #bring() {
    // Deferred to the next frame: scrolling now would force another layout.
    requestAnimationFrame(() => {
      bringIntoView(this.#bar?.querySelector('.now') ?? null);
      this.#mark();
    });
  }

  #mark() {
    if (this.#bar) markEdges(this.#bar);
  }

  /** @param {Pick<StageProps, 'steps' | 'at' | 't' | 'go'>} props */
  render({ steps, at, t, go }) {
    const item = (/** @type {StageStep} */ { id, name }, /** @type {number} */ index) =>
      html`<li key=${id} class=${index < at ? 'done' : index === at ? 'now' : ''}>
        <button type="button" aria-current=${index === at ? 'step' : null} onClick=${() => go(index)}>
          ${name}
        </button>
      </li>`;
    return html`<ol
      class="progress"
      aria-label=${t.stepsLabel}
      ref=${(/** @type {HTMLElement | null} */ bar) => (this.#bar = bar)}
      onScroll=${() => this.#mark()}
    >
      ${steps.map(item)}
    </ol>`;
  }
}

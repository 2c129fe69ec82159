import { Component, html } from './html.js';
import { Icon } from './controls.js';
/** @import { View } from './html.js' */

/** The space between a button and its panel, and between a panel and the edge of the page, in CSS pixels. */
const [GAP, EDGE] = [6, 12];

/**
 * A word with a chevron that opens a panel with options below it, or above it if there is more space. Escape
 * and a click elsewhere close it. It is a popover, so the browser closes it and restores the focus.
 *
 * @extends {Component<{ label: View, name: string, about?: string, children?: View }>}
 */
export class Popover extends Component {
  /** @type {HTMLElement | null} */
  #opener = null;
  /** @type {HTMLElement | null} */
  #panel = null;

  /**
   * @param {object} props
   * @param {View} props.label
   * @param {string} props.name - the class of the button and the panel
   * @param {string} [props.about] - the name of the panel for screen readers, by default the label
   * @param {View} [props.children]
   */
  render({ label, name, about, children }) {
    return html`<button
        type="button"
        class=${`opens ${name}`}
        aria-haspopup="dialog"
        aria-expanded="false"
        ref=${(/** @type {HTMLElement | null} */ node) => (this.#opener = node)}
        onPointerDown=${() => (this.wasOpen = this.#isOpen())}
        onClick=${() => this.#toggle()}
      >
        ${label}<${Icon} name="chevron" />
      </button>
      <div
        class=${`panel ${name}`}
        popover="auto"
        role="dialog"
        aria-label=${about ?? label}
        ref=${(/** @type {HTMLElement | null} */ node) => (this.#panel = node)}
        onToggle=${(/** @type {ToggleEvent} */ event) => this.#toggled(event)}
      >
        ${children}
      </div>`;
  }

  /** Whether the panel was open when the pointer was pressed: the browser closes it before the click. */
  wasOpen = false;

  #isOpen() {
    return this.#panel?.matches(':popover-open') ?? false;
  }

  #toggle() {
    if (this.#isOpen()) this.#panel?.hidePopover();
    else if (!this.wasOpen) this.#panel?.showPopover();
    this.wasOpen = false;
  }

  /** @param {ToggleEvent} event */
  #toggled({ target, newState }) {
    if (target !== this.#panel) return;
    const isOpen = newState === 'open';
    this.#opener?.setAttribute('aria-expanded', String(isOpen));
    if (!isOpen) return;
    this.#place();
    /** @type {HTMLElement | null | undefined} */ (
      this.#panel?.querySelector('button:not(:disabled), select, input:not([hidden]), summary')
    )?.focus({ preventScroll: true });
  }

  /** Places the panel beside the button, within the page. */
  #place() {
    const [opener, panel] = [this.#opener, this.#panel];
    if (!opener || !panel) return;
    const button = opener.getBoundingClientRect();
    const { clientWidth, clientHeight } = document.documentElement;
    const [below, above] = [clientHeight - button.bottom - GAP - EDGE, button.top - GAP - EDGE];
    const isBelow = panel.offsetHeight <= below || below >= above;
    panel.style.maxHeight = `${Math.max(160, isBelow ? below : above)}px`;
    const left = Math.max(EDGE, Math.min(button.left, clientWidth - panel.offsetWidth - EDGE));
    const top = isBelow ? button.bottom + GAP : button.top - GAP - panel.offsetHeight;
    Object.assign(panel.style, { left: `${left + scrollX}px`, top: `${Math.max(EDGE, top) + scrollY}px` });
  }
}

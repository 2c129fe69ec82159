import { Component, html } from '../ui/html.js';
/** @import { View } from '../ui/html.js' */

/**
 * One item of a menu.
 *
 * @typedef {object} MenuItem
 * @property {string} text
 * @property {() => void} act
 * @property {string} [hint] - a line below the text
 * @property {string} [keys] - the shortcut
 * @property {string} [href] - makes the item a link, which can be opened in a new window
 * @property {string} [lang] - the language of the text
 * @property {boolean} [checked] - whether it is the checked item of its group
 * @property {boolean} [disabled]
 * @property {boolean} [narrow] - whether it is shown only on narrow pages; wide pages have it next to the menu
 * @property {boolean} [stays] - whether the menu stays open, for repeated actions
 */

/**
 * A group of items.
 *
 * @typedef {object} MenuGroup
 * @property {string} label
 * @property {MenuItem[]} items
 * @property {boolean} [isChoice] - whether one of the items is checked; then the label is shown
 */

/**
 * A button with a menu. Click, Enter, Space and the vertical arrows open it; arrows, Home and End move in it;
 * Escape, Tab and a click elsewhere close it. It is a popover, so the browser closes it and restores the
 * focus.
 *
 * @extends {Component<{ label: string, groups: MenuGroup[] }>}
 */
export class MenuButton extends Component {
  /** @type {HTMLElement | null} */
  #opener = null;
  /** @type {HTMLElement | null} */
  #menu = null;

  /** @param {{ label: string, groups: MenuGroup[] }} props */
  render({ label, groups }) {
    return html`<button
        type="button"
        class="menu-button"
        aria-label=${label}
        title=${label}
        aria-haspopup="menu"
        aria-expanded="false"
        aria-controls="menu"
        popovertarget="menu"
        ref=${(/** @type {HTMLElement | null} */ node) => (this.#opener = node)}
        onKeyDown=${(/** @type {KeyboardEvent} */ event) => this.#openByArrow(event)}
      >
        <i aria-hidden="true"></i>
      </button>
      <div
        id="menu"
        role="menu"
        aria-label=${label}
        popover="auto"
        ref=${(/** @type {HTMLElement | null} */ node) => (this.#menu = node)}
        onToggle=${(/** @type {ToggleEvent} */ event) => this.#toggled(event)}
        onKeyDown=${(/** @type {KeyboardEvent} */ event) => this.#walk(event)}
      >
        ${groups.map((group) => this.#group(group))}
      </div>`;
  }

  /** @param {MenuGroup} group @returns {View} */
  #group({ label, items, isChoice }) {
    return html`<div role="group" aria-label=${label} key=${label}>
      ${isChoice && html`<p class="menu-label" aria-hidden="true">${label}</p>`}
      ${items.map((item) => this.#item(item, isChoice))}
    </div>`;
  }

  /** @param {MenuItem} item @param {boolean} [isChoice] @returns {View} */
  #item(item, isChoice) {
    const { text, hint, keys, href, lang, checked, disabled } = item;
    const press = (/** @type {MouseEvent} */ event) => {
      if (href && (event.ctrlKey || event.metaKey || event.shiftKey)) return;
      event.preventDefault();
      if (disabled) return;
      if (!item.stays) this.#menu?.hidePopover();
      item.act();
    };
    return html`<${href ? 'a' : 'button'}
      key=${text}
      type=${href ? undefined : 'button'}
      href=${href}
      role=${isChoice ? 'menuitemradio' : 'menuitem'}
      aria-checked=${isChoice ? String(Boolean(checked)) : undefined}
      aria-current=${!isChoice && checked ? 'page' : undefined}
      aria-disabled=${disabled ? 'true' : undefined}
      lang=${lang}
      class=${item.narrow ? 'narrow' : undefined}
      tabindex="-1"
      onClick=${press}
    >
      <span>${text}</span>${keys && html`<kbd aria-hidden="true">${keys}</kbd>`}
      ${hint && html`<small>${hint}</small>`}
    <//>`;
  }

  /** The visible items: some are hidden on wide pages. @returns {HTMLElement[]} */
  #items() {
    return /** @type {HTMLElement[]} */ ([
      ...(this.#menu?.querySelectorAll('[role^=menuitem]') ?? []),
    ]).filter((each) => each.checkVisibility());
  }

  /** @param {KeyboardEvent} event */
  #openByArrow(event) {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    this.#menu?.showPopover();
    this.#items()
      .at(event.key === 'ArrowDown' ? 0 : -1)
      ?.focus();
  }

  /** @param {ToggleEvent} event */
  #toggled({ newState }) {
    const isOpen = newState === 'open';
    this.#opener?.setAttribute('aria-expanded', String(isOpen));
    if (isOpen && !this.#menu?.contains(document.activeElement)) this.#items()[0]?.focus();
  }

  /** @param {KeyboardEvent} event */
  #walk(event) {
    const items = this.#items();
    const place = items.indexOf(/** @type {HTMLElement} */ (event.target));
    const to = { ArrowDown: place + 1, ArrowUp: place - 1, Home: 0, End: -1 }[event.key];
    // Tab continues from the button, as if there were no menu.
    if (event.key === 'Tab') this.#menu?.hidePopover();
    // Browsers press buttons on Space, but not links.
    const isPress = event.key === ' ' && event.target instanceof HTMLAnchorElement;
    if (to === undefined && !isPress) return;
    event.preventDefault();
    event.stopPropagation();
    if (isPress) /** @type {HTMLElement} */ (event.target).click();
    else items.at(/** @type {number} */ (to) % items.length)?.focus();
  }
}

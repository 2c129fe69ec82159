/**
 * Creates an element with attributes, listeners and children. Strings become text nodes, never markup.
 *
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, string | number | boolean | null | undefined | ((event: any) => void)>} [attributes] -
 *   functions are listeners, such as `onclick`. Null, undefined and false omit an attribute; true sets it to
 *   the empty string
 * @param {...(Node | string | null | undefined)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') node.addEventListener(name.slice(2), value);
    else if (value !== null && value !== undefined && value !== false)
      node.setAttribute(name, value === true ? '' : String(value));
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

/**
 * Sets the text of a node if it differs. Setting the same text would repeat announcements and layout.
 *
 * @param {Element} target
 * @param {string} text
 */
export function setText(target, text) {
  if (target.textContent !== text) target.textContent = text;
}

/**
 * Sets the language of an element if it differs. Setting the same language would restyle the whole page.
 *
 * @param {HTMLElement} target @param {string} language
 */
export function setLanguage(target, language) {
  if (target.lang !== language) target.lang = language;
}

/**
 * Marks the current element of a row, and brings it into view if the row scrolls.
 *
 * @param {HTMLElement[]} row
 * @param {HTMLElement | undefined} current
 * @param {string} value - the value of `aria-current`
 */
export function markCurrent(row, current, value) {
  for (const each of row) {
    if (each !== current) each.removeAttribute('aria-current');
  }
  if (!current || current.hasAttribute('aria-current')) return;
  current.setAttribute('aria-current', value);
  bringIntoView(current);
}

/**
 * Scrolls the row of an element, if it scrolls, so that the element is visible.
 *
 * @param {HTMLElement | null} item - Preact passes null to a `ref` when its element is removed
 */
export function bringIntoView(item) {
  if (!item) return;
  const scroller = item.closest('ol, ul');
  if (scroller && scroller.scrollWidth > scroller.clientWidth)
    scroller.scrollLeft +=
      item.getBoundingClientRect().left - scroller.getBoundingClientRect().left - scroller.clientWidth / 3;
}

/**
 * A row of buttons, one of which is pressed.
 *
 * @param {string} label
 * @param {[value: string, text: string, title?: string][]} choices - `title` explains a short text
 * @param {(value: string) => void} choose
 */
export function segments(label, choices, choose) {
  const buttons = choices.map(([value, text, title]) =>
    element(
      'button',
      { type: 'button', value, title, 'aria-pressed': 'false', onclick: () => choose(value) },
      text,
    ),
  );
  const node = element('span', { class: 'segments', role: 'group', 'aria-label': label }, ...buttons);
  /** @param {string | null} value @param {string[]} [disabled] - disabled values */
  const update = (value, disabled = []) => {
    for (const button of buttons) {
      button.setAttribute('aria-pressed', String(button.value === value));
      button.disabled = disabled.includes(button.value);
    }
  };
  return { node, update };
}

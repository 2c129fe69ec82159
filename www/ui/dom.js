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
 * Moves the focus in a list of buttons with the arrow keys, Home and End.
 *
 * @param {KeyboardEvent} event - on the list
 * @param {(value: string) => void} go - called with the value of the button that gets the focus
 */
export function moveSelection(event, go) {
  const list = /** @type {HTMLElement} */ (event.currentTarget);
  const buttons = [...list.querySelectorAll('button')];
  const at = buttons.findIndex((button) => button === event.target);
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: buttons.length - 1 }[event.key];
  if (at < 0 || to === undefined || to < 0 || to >= buttons.length) return;
  event.preventDefault();
  buttons[to].focus();
  go(buttons[to].value);
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
 * A style sheet that all elements of a class share. It is created on first use, because Node has no style
 * sheets. It is constructed, so that pages may forbid inline styles. A document accepts only its own sheets,
 * so each document gets one.
 *
 * @param {string} css
 * @returns {(where?: Document) => CSSStyleSheet}
 */
export function sheetOf(css) {
  /** @type {WeakMap<Document, CSSStyleSheet>} */
  const sheets = new WeakMap();
  return (where = document) => {
    let sheet = sheets.get(where);
    if (!sheet) {
      sheet = new (where.defaultView ?? globalThis).CSSStyleSheet();
      sheet.replaceSync(css);
      sheets.set(where, sheet);
    }
    return sheet;
  };
}

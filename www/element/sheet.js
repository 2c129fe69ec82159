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

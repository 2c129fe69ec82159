/**
 * What every element's own names for colours and fonts stand for: the page's `--heed-…` if it gives them, else ours, light or dark by `color-scheme`,
 * which a page inherits down to here; `--heed-theme: light` or `dark` is stronger.
 */
export const THEME = `
  --paper: var(--heed-paper, light-dark(#fbfaf7, #14161a));
  --panel: var(--heed-panel, light-dark(#ffffff, #1b1e24));
  --ink: var(--heed-ink, light-dark(#1d1f24, #eceae4));
  --soft: var(--heed-soft, light-dark(#5f646e, #9ea4af));
  --line: var(--heed-line, light-dark(#d5d1c7, #3b414c));
  --accent: var(--heed-accent, light-dark(#b4480f, #f08a4b));
  --focus: var(--heed-focus, light-dark(#1f6feb, #79b0ff));
  --wrong: var(--heed-wrong, light-dark(#b3261e, #ff8a80));
  --sans: var(--heed-sans, ui-sans-serif, system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif);
  --serif: var(--heed-serif, "Iowan Old Style", "Palatino Linotype", Palatino, "URW Palladio L", Georgia, "DejaVu Serif", serif);
  --mono: var(--heed-mono, ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace);
  --faint: var(--heed-faint, light-dark(#e6e3dc, #2a2e36));
  color-scheme: var(--heed-theme, inherit);
`;

/** The caret of what is only pointed at is not seen: appearance.js reads from its colour which theme is in force, so that pixels and page agree. */
export const TELLTALE = 'caret-color: light-dark(rgb(0, 0, 0), rgb(255, 255, 255));';

/**
 * A style sheet that all elements of a kind share. It is made when the first of them asks, because Node has none, and constructed, so that a page may
 * forbid inline styles. A document takes no sheet that was made in another: each has its own.
 *
 * @param {string} css
 * @returns {(where?: Document) => CSSStyleSheet}
 */
export function sheetOf(css) {
  /** @type {WeakMap<Document, CSSStyleSheet>} */
  const made = new WeakMap();
  return (where = document) => {
    let sheet = made.get(where);
    if (!sheet) {
      sheet = new (where.defaultView ?? globalThis).CSSStyleSheet();
      sheet.replaceSync(css);
      made.set(where, sheet);
    }
    return sheet;
  };
}

/**
 * What every figure has: a caret whose colour takes a moment to change, so that a change of theme anywhere above the figure is heard of as the end of a transition; a
 * theme of its own, if it was given one, and a sentence in place of what cannot be drawn. We speak no language that is written from the right, and a matrix has its
 * first column at the left in all of them.
 */
export const baseSheet = sheetOf(`
:host { display: block; ${TELLTALE} }
:host([view='figure']) { margin-block: 1em; }
:host([hidden]) { display: none; }
:host > :not(slot) { direction: ltr; transition: caret-color 1ms; }
:host(:state(light)) { color-scheme: light; }
:host(:state(dark)) { color-scheme: dark; }
.error { margin: 0 0 8px; padding: 8px 12px; border-left: 3px solid var(--heed-wrong, light-dark(#b3261e, #ff8a80)); font: 15px/1.45 var(--heed-sans, ui-sans-serif, system-ui, sans-serif); overflow-wrap: anywhere; }
`);

/**
 * The colors and fonts of an element: the `--heed-…` properties of the page, or defaults for the inherited
 * `color-scheme`. `--heed-theme: light` or `dark` overrides it.
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

/**
 * The color of the caret, which is invisible in an element without text input. `appearanceOf` reads the theme
 * from it, so that pixels and page have the same theme.
 */
export const CARET_THEME = 'caret-color: light-dark(rgb(0, 0, 0), rgb(255, 255, 255));';

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

/**
 * The style of every figure. A transition of the caret's color reports a change of theme in any ancestor.
 * `:state(light)` and `:state(dark)` are the figure's own theme, and `.error` is the message in place of a
 * figure. The direction is always left to right: the first column of a matrix is at the left in all
 * languages. The other inherited properties of text are those of a new page, whatever the page around sets;
 * any rule of the figure overrides them.
 */
export const baseSheet = sheetOf(`
:host { display: block; ${CARET_THEME} }
:host([view='figure']) { margin-block: 1em; }
:host([hidden]) { display: none; }
:host > :not(slot) { direction: ltr; transition: caret-color 1ms; }
:where(:host) > :where(:not(slot)) {
  font: 15px/1.5 var(--heed-sans, ui-sans-serif, system-ui, sans-serif); letter-spacing: normal; word-spacing: normal;
  text-transform: none; text-align: start; text-indent: 0; text-shadow: none; white-space: normal; hyphens: manual; word-break: normal;
}
:host(:state(light)) { color-scheme: light; }
:host(:state(dark)) { color-scheme: dark; }
.error { margin: 0 0 8px; padding: 8px 12px; border-left: 3px solid var(--heed-wrong, light-dark(#b3261e, #ff8a80)); font: 15px/1.45 var(--heed-sans, ui-sans-serif, system-ui, sans-serif); overflow-wrap: anywhere; }
`);

import { sheetOf } from '../../element/sheet.js';

/** How the menu and the dialog look. They stand on the page itself, which allows no styles but its own sheet and constructed ones. */
export const saveSheet = sheetOf(`
.save { position: relative; }
.save > .opener { background: var(--heed-panel); border: 1px solid var(--heed-line); border-radius: 6px; min-height: 32px; padding: 4px 12px; cursor: pointer; font-size: 14px; }
.save > .opener[aria-expanded='true'] { border-color: var(--heed-ink); }
.save > [role='menu'] { position: absolute; z-index: 3; inset-block-start: calc(100% + 4px); inset-inline-end: 0; min-width: 250px; max-width: 92vw; padding: 4px; border: 1px solid var(--heed-line); border-radius: 8px; background: var(--heed-panel); box-shadow: 0 8px 24px rgb(0 0 0 / .18); }
.save > [role='menu'].start { inset-inline: 0 auto; }
.save > [hidden] { display: none; }
.save [role='menuitem'] { display: block; width: 100%; min-height: 36px; padding: 6px 10px; border: 0; border-radius: 5px; background: none; text-align: start; cursor: pointer; font-size: 14px; }
.save [role='menuitem']:is(:hover, :focus) { background: var(--heed-faint); }
.save [role='menuitem']:focus-visible { outline-offset: -2px; }
.save small { display: block; font-size: 12.5px; color: var(--heed-soft); }
.save-dialog fieldset { margin: 0 0 12px; padding: 0; border: 0; }
.save-dialog legend { padding: 0; margin-bottom: 2px; font-size: 13px; color: var(--heed-soft); }
.save-dialog label { display: flex; align-items: center; gap: 8px; min-height: 28px; }
.save-dialog input { margin: 0; width: 16px; height: 16px; accent-color: var(--heed-accent); }
.save-dialog p { margin: 0 0 14px; min-height: 3em; }
.save-dialog .row { display: flex; flex-wrap: wrap; gap: 8px; justify-content: flex-end; }
.save-dialog button:disabled { opacity: .45; cursor: default; }
@media (max-width: 700px) {
  .save > .opener, .save-dialog button, .save-dialog label { min-height: 36px; }
  .save > .opener { padding: 4px 9px; }
}
@media (max-width: 480px) { .save { order: -1; } }
@media (forced-colors: active) { .save [role='menuitem']:is(:hover, :focus) { outline: 2px solid Highlight; outline-offset: -2px; } }
`);

import { sheetOf } from '../../element/sheet.js';

/**
 * The style of the dialog. It is a constructed style sheet, because the page's policy forbids inline styles.
 */
export const saveSheet = sheetOf(`
.save-dialog fieldset { margin: 0 0 12px; padding: 0; border: 0; }
.save-dialog legend { padding: 0; margin-bottom: 2px; font-size: 13px; color: var(--heed-soft); }
.save-dialog label { display: flex; align-items: center; gap: 8px; min-height: 28px; }
.save-dialog input { margin: 0; width: 16px; height: 16px; accent-color: var(--heed-accent); }
.save-dialog p { margin: 0 0 14px; min-height: 3em; }
.save-dialog .row { display: flex; flex-wrap: wrap; gap: 8px; justify-content: flex-end; }
.save-dialog button:disabled { opacity: .45; cursor: default; }
@media (max-width: 700px) {
  .save-dialog button, .save-dialog label { min-height: 36px; }
}
`);

import { FORMULA_CSS } from '../../../figure/formula.js';

/**
 * The style of the printed sheet, A4 or Letter. It is black on white in every theme.
 */
export const PAPER = `
@page { margin: 13mm 14mm; }
:root { color-scheme: light; background: #fff; color: #000; }
body { margin: 0; font: 10.5pt/1.4 "Iowan Old Style", "Palatino Linotype", Palatino, Georgia, "DejaVu Serif", serif; }
.sheet { width: 180mm; max-width: 100%; margin: 0 auto; }
header { position: relative; border-bottom: 1pt solid #000; padding-bottom: 2mm; margin-bottom: 4mm; }
h1 { margin: 0; font-size: 15pt; line-height: 1.2; }
h2 { margin: 0; font-size: 11.5pt; break-after: avoid; }
p { margin: 0; }
.kind, .note, footer { font-size: 9pt; }
.who { display: flex; gap: 8mm; margin-top: 3mm; font-size: 9.5pt; }
.who span { display: flex; flex: 3; gap: 2mm; align-items: baseline; }
.who span + span { flex: 1; }
.rule { flex: 1; border-bottom: .5pt solid #000; }
.attention { margin: 2.5mm 0 1.5mm; font-size: 12pt; line-height: 1.6; }
section { margin-bottom: 5mm; }
section > p { margin-bottom: 2mm; break-after: avoid; }
.items { display: flex; flex-wrap: wrap; gap: 3mm 7mm; align-items: flex-start; }
figure { margin: 0; break-inside: avoid; max-width: 100%; }
figcaption { margin-bottom: 1mm; line-height: 1.6; }
.name { font-size: 9pt; }
.formula + .name { margin-inline-start: 1.5mm; }
table { border-collapse: collapse; font: 9pt/1.2 "DejaVu Sans Mono", ui-monospace, Menlo, Consolas, monospace; }
td { border: .4pt solid #777; min-width: 10.5mm; height: 6.2mm; padding: 0 1mm; text-align: center; box-sizing: border-box; }
.result table { outline: 1pt solid #000; outline-offset: -.5pt; }
.result thead + tbody { outline: 0; }
.result td.asked { height: 7.4mm; min-width: 12.5mm; border-color: #000; }
.result table:has(th) { outline: 0; }
td.corner { border: 0; min-width: 0; }
th { font-weight: 400; font-size: 8.5pt; padding: 0 1.2mm; text-align: center; }
th[scope='row'] { text-align: end; white-space: nowrap; }
table.small { font-size: 7.5pt; }
table.small td, .result table.small td.asked { min-width: 8mm; padding: 0 .6mm; }
table.small th { font-size: 7pt; padding: 0 .5mm; }
table.tiny { font-size: 5pt; width: 100%; table-layout: fixed; }
table.tiny td, .result table.tiny td.asked { min-width: 0; padding: 0; height: 5mm; overflow: hidden; }
table.tiny th { font-size: 5pt; padding: 0; overflow: hidden; }
.answers td.asked { font-weight: 700; }
footer { border-top: .5pt solid #000; padding-top: 1mm; }
@media screen { body { padding: 10mm 8mm; } .sheet { overflow-x: auto; } }
${FORMULA_CSS}
`;

/** The style of the dialog around the sheet, in the colors of the page. */
export const DIALOG = `
.worksheet-dialog { width: min(920px, 96vw); max-width: none; height: 94vh; max-height: none; padding: 0; border: 1px solid var(--heed-line); border-radius: 10px; background: var(--heed-paper); color: var(--heed-ink); overflow: hidden; }
.worksheet-dialog[open] { display: flex; flex-direction: column; }
.worksheet-dialog .bar { display: flex; flex-wrap: wrap; gap: 8px 12px; align-items: center; padding: 10px 14px; }
.worksheet-dialog h2 { margin: 0; margin-inline-end: auto; font-size: 17px; }
.worksheet-dialog fieldset { display: flex; gap: 4px 14px; margin: 0; padding: 0; border: 0; font-size: 14px; }
.worksheet-dialog label { display: inline-flex; gap: 6px; align-items: center; min-height: 32px; }
.worksheet-dialog input { margin: 0; accent-color: var(--heed-accent); }
.worksheet-dialog button { min-height: 34px; padding: 4px 14px; border: 1px solid var(--heed-line); border-radius: 6px; background: var(--heed-panel); color: inherit; font: inherit; font-size: 14px; cursor: pointer; }
.worksheet-dialog button.primary { background: var(--heed-ink); border-color: var(--heed-ink); color: var(--heed-paper); }
.worksheet-dialog iframe { flex: 1; width: 100%; border: 0; border-top: 1px solid var(--heed-line); background: #fff; }
`;

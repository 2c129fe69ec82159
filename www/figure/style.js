import { sheetOf, CARET_THEME, THEME } from '../element/sheet.js';
import { FORMULA_CSS } from './formula.js';

const CSS = `
:host {
${THEME}
}
:host { display: block; container-type: inline-size; color: var(--ink); font: 15px/1.5 var(--sans); }
:host([hidden]), [hidden] { display: none !important; }
* { box-sizing: border-box; }
h2, h3, p, ol, figure { margin: 0; padding: 0; }
h3 { font: 600 13px/1.3 var(--sans); }
button, input, select, textarea { font: inherit; color: inherit; }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }

.title { font: 600 23px/1.2 var(--serif); letter-spacing: -.01em; margin-bottom: 6px; text-wrap: balance; }
.lesson-head { display: flex; align-items: flex-start; gap: 6px; }
.lesson-head .title { margin-inline-end: auto; }
.one-step { margin-inline-start: auto; border: 0; background: none; padding: 4px 0 4px 12px; color: var(--soft); cursor: pointer; white-space: nowrap; }
.one-step:hover { color: var(--ink); }
.scrolled-list.after { mask-image: linear-gradient(to left, transparent, #000 14px); }
.scrolled-list.before { mask-image: linear-gradient(to right, transparent, #000 14px); }
.scrolled-list.before.after { mask-image: linear-gradient(to right, transparent, #000 14px calc(100% - 14px), transparent); }
.steps { display: flex; list-style: none; font-size: 13.5px; margin-bottom: 6px; overflow-x: auto; }
.steps li { flex: 1 0 auto; border-top: 3px solid var(--faint); }
.steps li.done { border-color: var(--line); }
.steps li:has([aria-current]) { border-color: var(--accent); }
.steps button { width: 100%; min-height: 32px; padding: 4px 8px 4px 2px; text-align: start; background: none; border: 0; color: var(--soft); cursor: pointer; white-space: nowrap; }
.steps button[aria-current] { color: var(--ink); }
.steps b { font-weight: 600; margin-inline-end: 4px; font-variant-numeric: tabular-nums; }
.step-text { font: 15.5px/1.4 var(--serif); color: var(--soft); max-width: 112ch; margin-bottom: 8px; min-height: 43px; text-wrap: pretty; }
.notice { background: var(--panel); border-inline-start: 3px solid var(--accent); padding: 7px 12px; margin-bottom: 10px; font-size: 14px; }

.band { background: var(--panel); border: 1px solid var(--faint); border-radius: 8px; padding: 7px 18px 8px; margin-bottom: 8px; }
.head { display: flex; flex-wrap: wrap; gap: 6px 16px; align-items: center; justify-content: space-between; margin-bottom: 2px; min-height: 22px; }
.head h3 { color: var(--soft); letter-spacing: .01em; }
.scroller { position: relative; overflow-x: auto; margin: 0 -18px; padding: 0 18px 4px; }
.grid { display: grid; gap: 2px 14px; justify-content: start; align-items: end; justify-items: end; width: max-content; }
.line { display: flex; gap: 22px; align-items: flex-end; width: max-content; min-width: 100%; }
.tables .grid, .tables .line { display: flex; flex-wrap: wrap; gap: 14px 26px; width: auto; }
.caption { display: inline-flex; gap: 6px; align-items: baseline; white-space: nowrap; }
.notation { font: 15px/22px var(--serif); }
.caption small { font: 11px/1 var(--mono); color: var(--soft); }
${FORMULA_CSS}
.note { font: 15px/1.4 var(--serif); max-width: 112ch; margin-top: 5px; text-wrap: pretty; }
.figures { font: 12px/1.5 var(--mono); color: var(--soft); margin-top: 3px; overflow-wrap: anywhere; }

.side > section, .side > .mounted > section { border-top: 1px solid var(--line); padding: 8px 0 9px; }
.side h3 { margin-bottom: 7px; }
.inspector { min-height: 188px; }
.worked { font: 12.5px/1.65 var(--mono); font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
.worked b { color: var(--accent); font-weight: 600; }
.says p { font: 15.5px/1.45 var(--serif); margin-top: 7px; }
.legend { font-size: 12.5px; color: var(--soft); ${CARET_THEME} }
.legend h3 { color: var(--ink); }
.legend .axes { margin: -3px 0 6px; }
.bar { display: flex; flex-wrap: wrap; gap: 0 8px; align-items: center; margin-bottom: 4px; }
.scale { display: flex; align-items: center; gap: 6px; font-family: var(--mono); font-size: 12px; }
.scale canvas { border-radius: 2px; }
.means { flex-basis: 100%; }
.sample { display: flex; align-items: center; gap: 8px; margin-top: 4px; }

/* Embedded figures: nothing is sticky, and the explanation of a cell has its space reserved. */
.in-text.lesson { display: block; }
.in-text .side { display: block; font-size: 14px; position: static; max-height: none; padding: 0; margin: 0; overflow: visible; }
.in-text .inspector { min-height: 8.5em; border-top: 0; padding-top: 2px; }
.in-text .legend { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 18px; padding: 6px 0 0; }
.in-text .legend h3 { display: none; }
.in-text .legend > * { margin: 0 !important; }
.in-text .means { flex-basis: auto; }
.in-text .figures { display: none; }

@container (max-width: 900px) {
  .band { padding: 10px 12px; }
  .scroller { margin: 0 -12px; padding: 0 12px 6px; }
  .steps button { min-height: 36px; }
}
@media (forced-colors: active) {
  .steps button[aria-current] { forced-color-adjust: none; background: Highlight; color: HighlightText; }
  .steps li:has([aria-current]) { border-color: Highlight; }
}
@media (prefers-reduced-motion: no-preference) {
  .steps li { transition: border-color .2s; }
}
`;

/** The style of figures: steps, matrices, the explanation of a cell, and the legend. */
export const sheet = sheetOf(CSS);

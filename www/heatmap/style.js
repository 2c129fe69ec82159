import { sheetOf, CARET_THEME, THEME } from '../element/sheet.js';

/*
 * A caption has a fixed height in every font, and room at its end for the table button, which is always
 * visible on devices without hover.
 */
const CSS = `
:host {
${THEME}
  display: inline-block; vertical-align: bottom; color: var(--ink);
}
:host([hidden]), [hidden] { display: none !important; }
* { box-sizing: border-box; }

.figure { display: grid; grid-template-columns: auto var(--width, auto); row-gap: 3px; align-items: end; }
.figure.tabular { grid-template-columns: auto; }
.caption { grid-column: 1 / -1; justify-self: end; min-width: var(--width, 0); display: flex; align-items: center; min-height: 22px; font: 15px/22px var(--serif); white-space: nowrap; }
.tabular .caption { justify-self: stretch; min-width: 0; }
.switch { flex: none; width: 24px; height: 24px; margin: -1px -5px -1px auto; padding: 5px; border: 0; border-radius: 5px; background: none; color: var(--soft); opacity: 0; cursor: pointer; }
.switch svg { display: block; width: 14px; height: 14px; }
.switch:hover { color: var(--accent); }
.figure:hover .switch, .figure:focus-within .switch, .tabular .switch { opacity: 1; }
@media (hover: none) { .switch { opacity: 1; } }

.columns { grid-column: 2; position: relative; font: 12px/16px var(--sans); color: var(--soft); }
.columns span { position: absolute; bottom: 0; white-space: pre; overflow: hidden; text-overflow: ellipsis; text-align: center; }
.columns.sloping span { text-align: start; transform-origin: 0 100%; }
.rows { grid-column: 1; align-self: start; justify-self: end; margin-inline-end: 8px; font: 12.5px/1 var(--sans); color: var(--soft); }
.rows span { display: block; white-space: pre; overflow: hidden; text-overflow: ellipsis; text-align: end; }
.rows .at, .columns .at { color: var(--accent); }

.map { grid-column: 2; position: relative; border-radius: 3px; ${CARET_THEME} color: var(--ink); font-family: var(--mono); touch-action: pan-x pan-y pinch-zoom; user-select: none; -webkit-user-select: none; cursor: default; }
.map.editable { cursor: ns-resize; }
.map.dragging, .map.dragging * { cursor: ns-resize; }
.map:focus-visible { outline: 2px solid var(--focus); outline-offset: 3px; }
canvas { display: block; border-radius: 3px; }
.quiet canvas { opacity: .35; }
.quiet:hover canvas, .quiet:focus-within canvas { opacity: 1; }
.problem { grid-column: 1 / -1; margin: 0; max-width: 40ch; font: 13px/1.35 var(--sans); color: var(--wrong); }

.over { position: absolute; inset: 0; pointer-events: none; }
.over div { position: absolute; inset: 0 auto auto 0; border: 2px solid var(--accent); border-radius: 3px; box-shadow: 0 0 0 1px var(--paper), inset 0 0 0 1px var(--paper); }
.over .upstream { border-width: 1px; }
.over .linked { border: 1px solid var(--ink); }
.over .downstream { border: 1px dashed var(--accent); }
.over .cursor { border-color: var(--ink); }
.map:focus-within .cursor { border-color: var(--focus); }
.editable .cursor { pointer-events: auto; touch-action: pan-x; }

.field { position: absolute; inset: 0 auto auto 0; z-index: 2; border: 2px solid var(--focus); border-radius: 4px; padding: 0 4px; background: var(--panel); color: var(--ink); caret-color: auto; font: 12px/1 var(--mono); font-variant-numeric: tabular-nums; text-align: center; outline: none; user-select: text; -webkit-user-select: text; cursor: text; }
.field[aria-invalid='true'] { border-color: var(--wrong); }
.bubble { position: fixed; inset: auto; z-index: 3; margin: 0; max-width: 240px; padding: 6px 10px; border: 1px solid var(--wrong); border-radius: 6px; background: var(--panel); color: var(--ink); font: 13px/1.35 var(--sans); white-space: normal; overflow: visible; box-shadow: 0 3px 12px rgb(0 0 0 / .14); }

.tablebox { grid-column: 1 / -1; max-width: min(100%, 92vw); max-height: 60vh; overflow: auto; border-radius: 3px; }
.tablebox:focus-visible, .switch:focus-visible { outline: 2px solid var(--focus); outline-offset: 1px; }
table { border-collapse: collapse; font: 12px/1.3 var(--mono); font-variant-numeric: tabular-nums; }
th { font: 12px/1.3 var(--sans); color: var(--soft); white-space: pre; }
th, td { padding: 3px 8px; border: 0 solid var(--line); border-top-width: 1px; text-align: end; }
thead th, thead td { border-top: 0; font-family: var(--sans); white-space: pre; }
td { white-space: nowrap; }
td.none { color: var(--soft); }
.said, table caption { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }

@media (prefers-reduced-motion: no-preference) {
  canvas { transition: opacity .16s; }
  .switch { transition: opacity .16s; }
}
@media (pointer: coarse) { .field { font-size: 16px; } }
@media (forced-colors: active) {
  .over div { outline: 1px solid Canvas; border-color: CanvasText; }
  .over .cursor, .map:focus-within .cursor, .map:focus-visible { border-color: Highlight; outline-color: Highlight; }
  .quiet canvas { opacity: .6; }
}
`;

/** The style of the parts around a standalone heatmap. */
const OWN = `
:host(:state(own)) { display: block; font: 13px/1.4 var(--sans); }
.own { container-type: inline-size; }
.scroller { overflow-x: auto; padding: 4px; margin: -4px; }
.own .figure { width: max-content; }
.own .figure:not(.tabular) .caption { grid-column: 2; justify-self: start; width: max-content; max-width: 80cqw; white-space: normal; }
.notice { margin: 0 0 8px; padding: 6px 10px; border-left: 3px solid var(--accent); background: var(--panel); font-size: 14px; overflow-wrap: anywhere; }
.legend { display: flex; flex-wrap: wrap; gap: 4px 18px; align-items: center; margin-top: 8px; color: var(--soft); font-size: 12.5px; }
.bar { display: flex; flex-wrap: wrap; gap: 2px 8px; align-items: center; }
.scale { display: flex; align-items: center; gap: 6px; font: 12px var(--mono); }
.scale canvas { border-radius: 2px; }
.sample { display: flex; align-items: center; gap: 6px; }
`;

/** The style sheet of the parts around a standalone heatmap. */
export const ownSheet = sheetOf(OWN);

/** The style sheet of a heatmap, shared by all on a page. */
export const sheet = sheetOf(CSS);

import { sheetOf, TELLTALE, THEME } from '../elements/sheet.js';

const CSS = `
:host {
${THEME}
}
:host { display: block; container-type: inline-size; color: var(--ink); font: 15px/1.5 var(--sans); }
:host([hidden]), [hidden] { display: none !important; }
* { box-sizing: border-box; }
.lesson { display: grid; grid-template-columns: minmax(0, 1fr) 288px; gap: 24px; align-items: start; }
h2, h3, p, ol, figure { margin: 0; padding: 0; }
h3 { font: 600 13px/1.3 var(--sans); }
button, input, select, textarea { font: inherit; color: inherit; }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }

.title { font: 600 23px/1.2 var(--serif); letter-spacing: -.01em; margin-bottom: 6px; text-wrap: balance; }
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
.grid { display: grid; gap: 2px 18px; justify-content: start; align-items: end; justify-items: end; width: max-content; }
.line { display: flex; gap: 22px; align-items: flex-end; width: max-content; min-width: 100%; }
.tables .grid, .tables .line { display: flex; flex-wrap: wrap; gap: 14px 26px; width: auto; }
.caption { display: inline-flex; gap: 8px; align-items: baseline; white-space: nowrap; }
.notation { font: 15px/1.2 var(--serif); }
.caption small { font: 11.5px/1.4 var(--mono); color: var(--soft); }
.note { font: 15px/1.4 var(--serif); max-width: 112ch; margin-top: 5px; text-wrap: pretty; }
.figures { font: 12px/1.5 var(--mono); color: var(--soft); margin-top: 3px; overflow-wrap: anywhere; }

.sharing { grid-row: 1; align-self: end; justify-self: end; margin-bottom: 10px; }
.sharing svg { display: block; font: 13px var(--serif); }
.sharing rect { fill: var(--paper); stroke: var(--line); }
.sharing path { fill: none; stroke: var(--soft); }
.sharing text { fill: var(--ink); text-anchor: middle; dominant-baseline: central; }
.sharing .on { stroke: var(--accent); stroke-width: 1.5; }
.sharing text.on { stroke: none; fill: var(--accent); font-weight: 600; }
.cache { grid-row: 1; justify-self: start; margin-bottom: 10px; border-collapse: collapse; font-size: 12.5px; line-height: 1.3; }
.cache caption { text-align: start; color: var(--soft); padding-bottom: 4px; }
.cache th { font-weight: 400; text-align: start; white-space: nowrap; }
.cache th[scope='col'] { color: var(--soft); text-align: end; }
.cache td { text-align: end; font: 12px var(--mono); }
.cache th, .cache td { padding: 2px 0 2px 12px; vertical-align: top; }
.cache th:first-child, .cache td:first-child { padding-left: 0; }
.cache [aria-current] > * { font-weight: 600; }
.cache .share { display: block; height: 4px; margin: 2px 0 0 auto; background: var(--soft); border-radius: 2px; }
.cache [aria-current] .share { background: var(--accent); }
.over-opened { display: flex; flex-wrap: wrap; gap: 6px 16px; }
.queries .label { color: var(--soft); }

.heads .head { justify-content: flex-start; }
@container (min-width: 901px) {
  .heads .head { position: relative; z-index: 1; width: fit-content; }
  :not(.tables) > .heads:has(.queries:not([hidden])) .scroller { margin-top: -26px; }
}

.queries { display: flex; flex-wrap: wrap; gap: 6px; align-items: center; font-size: 13px; }
.sees { color: var(--soft); margin-inline-end: 6px; }
.sees:empty { margin-inline-end: -6px; }
.segments { display: inline-flex; border: 1px solid var(--line); border-radius: 6px; overflow: hidden; background: var(--panel); }
.segments button { border: 0; background: none; padding: 3px 9px; min-height: 28px; color: var(--soft); cursor: pointer; font-size: 13px; }
.segments button:focus-visible { outline-offset: -2px; }
.segments button[aria-pressed='true'] { background: var(--ink); color: var(--paper); }
.segments button:disabled { opacity: .5; cursor: not-allowed; }
.play, .icon, .paste button { border: 1px solid var(--line); background: var(--panel); border-radius: 6px; min-height: 28px; padding: 2px 10px; cursor: pointer; font-size: 13px; }
.icon { padding: 2px 9px; }
.icon:disabled { opacity: .4; cursor: default; }

.side { font-size: 14px; position: sticky; top: 8px; max-height: calc(100vh - 16px); overflow-y: auto; scrollbar-width: thin; padding: 0 4px 4px; margin: 0 -4px; }
.side > section { border-top: 1px solid var(--line); padding: 8px 0 9px; }
.side h3 { margin-bottom: 7px; }
.inspector { min-height: 188px; }
.worked { font: 12.5px/1.65 var(--mono); font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
.worked b { color: var(--accent); font-weight: 600; }
.says p { font: 15.5px/1.45 var(--serif); margin-top: 7px; }
.controls { display: grid; gap: 4px; }
.row, .field { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: center; gap: 4px 10px; }
.row + .row { margin-top: 0; }
.display { display: grid; gap: 4px; }
.label, .field label { color: var(--soft); font-size: 13.5px; }
.field input, select, textarea { border: 1px solid var(--line); border-radius: 6px; background: var(--panel); padding: 3px 8px; min-height: 28px; font: 13px var(--mono); width: 160px; }
select { font-family: var(--sans); }
[aria-invalid='true'] { border-color: var(--wrong) !important; }
.problem { flex-basis: 100%; color: var(--wrong); font-size: 13px; line-height: 1.35; }
.problem:empty { display: none; }
.own { display: grid; gap: 6px; }
.sizes { display: grid; grid-template-columns: repeat(3, 1fr); gap: 8px; }
.own-heads { display: grid; gap: 6px; }
.own-heads .sizes { grid-template-columns: repeat(2, 1fr); }
.sizes .field { gap: 2px; }
.sizes input { width: 100%; }
.own > .field:first-of-type input { width: 100%; }
.paste { border-top: 0; }
.paste summary { cursor: pointer; color: var(--soft); font-size: 13.5px; }
.paste select, .paste textarea { width: 100%; margin-top: 6px; display: block; }
.paste button { margin-top: 6px; }
.legend { font-size: 12.5px; color: var(--soft); ${TELLTALE} }
.legend h3 { color: var(--ink); }
.legend .axes { margin: -3px 0 6px; }
.bar { display: flex; flex-wrap: wrap; gap: 0 8px; align-items: center; margin-bottom: 4px; }
.scale { display: flex; align-items: center; gap: 6px; font-family: var(--mono); font-size: 12px; }
.scale canvas { border-radius: 2px; }
.means { flex-basis: 100%; }
.sample { display: flex; align-items: center; gap: 8px; margin-top: 4px; }

.concepts .rank { display: flex; gap: 8px; align-items: center; font-size: 13.5px; }
.concepts output { font-family: var(--mono); min-width: 1ch; }
.concepts { display: grid; grid-template-columns: minmax(0, 1fr) 326px; column-gap: 8px; align-items: stretch; }
.concepts .ratings { grid-column: 1 / -1; }
.concepts .plane-band { grid-column: 2; grid-row: 2 / 4; }
.concepts .line { gap: 16px; }
.cosine { font: 15px/1.4 var(--serif); align-self: center; margin-inline-start: 12px; }
.cosine b { font: 600 13.5px var(--mono); color: var(--accent); }
.plane svg { display: block; width: 100%; max-width: 340px; height: auto; margin: auto; font: 11px var(--sans); overflow: visible; }
.plane .axis { stroke: var(--line); }
.plane text { fill: var(--ink); }
.plane .axis-name { fill: var(--soft); }
.plane .film { stroke: var(--accent); stroke-width: 1.5; }
.plane .film-name { fill: var(--accent); font-style: italic; }
.plane .person { fill: var(--soft); }
.plane .viewer { fill: var(--focus); }
.plane .viewer-name { fill: var(--focus); font-weight: 600; }
.plane .note { font-size: 12.5px; color: var(--soft); }

/* In a text: nothing stays in sight by itself, and what is said of a cell has its place before it is said. */
.in-text.lesson { display: block; }
.in-text .side { display: block; position: static; max-height: none; padding: 0; margin: 0; overflow: visible; }
.in-text .inspector { min-height: 8.5em; border-top: 0; padding-top: 2px; }
.in-text .legend { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 18px; padding: 6px 0 0; }
.in-text .legend h3 { display: none; }
.in-text .legend > * { margin: 0 !important; }
.in-text .means { flex-basis: auto; }
.in-text .figures { display: none; }

@container (max-width: 900px) {
  .lesson { display: flex; flex-direction: column; align-items: stretch; gap: 0; }
  .side { display: contents; }
  .inspector { z-index: 1; }
  :not(.in-text) > .side > .inspector.on { position: sticky; bottom: 0; max-height: 36vh; overflow-y: auto; margin-inline: -14px; padding-inline: 14px; background: var(--paper); border-top: 1px solid var(--line); box-shadow: 0 -6px 16px rgb(0 0 0 / .08); }
  .band { padding: 10px 12px; }
  .scroller { margin: 0 -12px; padding: 0 12px 6px; }
  :not(.in-text) > .side > .inspector { min-height: 0; }
  .cache { grid-column: 1 / 3 !important; align-self: start; margin-bottom: 96px; }
  .concepts { grid-template-columns: minmax(0, 1fr); }
  .compare .line { flex-wrap: wrap; width: auto; }
  .cosine { margin-inline-start: 0; }
  .concepts .plane-band { grid-column: 1; grid-row: auto; }
  .segments button, .play, .icon, .steps button { min-height: 36px; }
}
@media (forced-colors: active) {
  .sharing rect { fill: Canvas; stroke: CanvasText; }
  .sharing path { stroke: CanvasText; }
  .sharing text, .sharing text.on { fill: CanvasText; }
  .sharing .on { stroke: Highlight; }
  .cache .share { forced-color-adjust: none; background: CanvasText; }
  .segments button[aria-pressed='true'], .steps button[aria-current] { forced-color-adjust: none; background: Highlight; color: HighlightText; }
  .steps li:has([aria-current]) { border-color: Highlight; }
}
@media (prefers-reduced-motion: no-preference) {
  .steps li { transition: border-color .2s; }
}
`;

/** The lesson's style, one sheet for all lessons of a page. */
export const sheet = sheetOf(CSS);

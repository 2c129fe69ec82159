import { sheetOf, CARET_THEME, THEME } from '../../element/sheet.js';
import { EXPORT_CSS } from './export/style.js';
import { READING_CSS } from './reading/style.js';

const CSS = `
:host {
${THEME}
}
:host { display: block; container: room / inline-size; color: var(--ink); font: 15px/1.5 var(--sans); }
:host([hidden]), [hidden] { display: none !important; }
* { box-sizing: border-box; }
.room { display: grid; grid-template-columns: minmax(0, 454px) minmax(0, 1fr) 280px; gap: 8px 26px; align-items: start; ${CARET_THEME} }
h2, h3, p, ul, ol, dl, dd, figure, pre { margin: 0; padding: 0; }
h3 { font: 600 13px/1.3 var(--sans); }
button, input, select, textarea { font: inherit; color: inherit; }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.segments { display: inline-flex; border: 1px solid var(--line); border-radius: 6px; overflow: hidden; background: var(--panel); }
.segments button { border: 0; background: none; padding: 2px 8px; white-space: nowrap; min-height: 26px; color: var(--soft); cursor: pointer; font-size: 12.5px; }
.segments button:focus-visible { outline-offset: -2px; }
.segments button[aria-pressed='true'] { background: var(--ink); color: var(--paper); }
.segments button:disabled { opacity: .5; cursor: not-allowed; }
.play, .icon { border: 1px solid var(--line); background: var(--panel); border-radius: 6px; min-height: 28px; padding: 2px 10px; cursor: pointer; font-size: 13px; white-space: nowrap; }
.play:disabled { opacity: .5; cursor: not-allowed; }
.icon { padding: 2px 9px; }
.link { border: 0; background: none; padding: 0 4px; min-height: 24px; color: var(--soft); text-decoration: underline; text-underline-offset: 2px; cursor: pointer; font-size: 12.5px; }
.link:hover { color: var(--accent); }
select, .field input, textarea { border: 1px solid var(--line); border-radius: 6px; background: var(--panel); padding: 2px 6px; min-height: 28px; font: 13px var(--sans); }
.label { color: var(--soft); font-size: 13px; }
.notice { background: var(--panel); border-inline-start: 3px solid var(--accent); padding: 7px 12px; margin-bottom: 8px; font-size: 14px; }
[aria-invalid='true'] { border-color: var(--wrong) !important; }
.problem { color: var(--wrong); font-size: 13px; line-height: 1.35; }
.problem:empty { display: none; }

.files { margin-bottom: 10px; }
.make-head { margin-bottom: 10px; font-size: 13.5px; }
.make-head summary { cursor: pointer; padding-block: 3px; font-size: 13px; color: var(--soft); }
.make-head[open] > :not(summary) { margin-block: 5px; }
.make-head .row, .make-head .field { display: flex; flex-wrap: wrap; gap: 4px 8px; align-items: center; }
.make-head .field label { color: var(--soft); }
.make-head .field .problem { flex-basis: 100%; color: var(--wrong); font-size: 13px; }
.make-head .check { display: flex; gap: 4px; align-items: center; min-height: 28px; }
.make-head .soft { font-size: 12.5px; color: var(--soft); margin: 0; }
.from { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 6px 12px; align-items: center; }
.from::before { content: ''; grid-area: 1 / 1 / 2 / 3; align-self: stretch; border: 1.5px dashed var(--accent); border-radius: 8px; background: var(--panel); }
.invites { grid-area: 1 / 1 / 2 / 3; padding: 7px 12px; font-size: 12.5px; line-height: 1.35; color: var(--soft); cursor: pointer; text-wrap: pretty; }
.invites span { display: block; padding-inline-end: 124px; }
.invites b { display: block; font: 600 15px/1.35 var(--sans); color: var(--ink); }
.from .open { grid-area: 1 / 2; align-self: end; margin: 0 10px 9px 0; border-color: var(--ink); background: var(--ink); color: var(--paper); }
.invites ~ .source { grid-column: 1 / 3; }
.from:has(> .invites[hidden])::before { content: none; }
.invites[hidden] ~ .source { grid-area: 1 / 1; }
.invites[hidden] ~ .open { margin: 0; align-self: start; border-color: var(--line); background: var(--panel); color: var(--ink); }
.source { font-size: 13px; line-height: 1.4; color: var(--soft); overflow-wrap: anywhere; text-wrap: pretty; }
.waits, .ask, .wrong, .busy, .rest { margin-top: 8px; font-size: 14px; line-height: 1.4; }
.waits, .ask { background: var(--panel); border-inline-start: 3px solid var(--accent); padding: 7px 12px; overflow-wrap: anywhere; }
.ask, .busy, .rest { display: flex; flex-wrap: wrap; gap: 6px 8px; align-items: center; }
.ask > span { flex-basis: 100%; }
.busy { font-size: 13px; color: var(--soft); font-variant-numeric: tabular-nums; }
.busy span { flex: 1; white-space: nowrap; }
.busy progress { width: 120px; height: 8px; accent-color: var(--accent); }
.rest { font-size: 13px; color: var(--soft); }
.wrong { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 8px; align-items: start; background: var(--panel); border-inline-start: 3px solid var(--wrong); padding: 7px 6px 7px 12px; }
.refused { list-style: none; max-height: 30vh; overflow-y: auto; }
.refused li { overflow-wrap: anywhere; }
.refused li + li { margin-top: 4px; }
.wrong .icon { min-width: 28px; }

.sorting { display: flex; flex-wrap: wrap; gap: 4px 8px; align-items: center; margin-bottom: 4px; }
.count { font: 600 15px/1.3 var(--sans); margin-inline-end: 4px; font-variant-numeric: tabular-nums; }
.choice { display: inline-flex; gap: 6px; align-items: center; }
.choice select { field-sizing: content; max-width: 168px; }
.filter { display: grid; grid-template-columns: auto minmax(60px, 1fr) auto; gap: 4px 12px; align-items: center; margin-bottom: 8px; }
.range { font: 12px/1.3 var(--mono); font-variant-numeric: tabular-nums; white-space: nowrap; min-width: 92px; text-align: end; }
.track { position: relative; height: 28px; }
.track .strip { position: absolute; inset: 7px 8px; }
.strip { display: block; height: 14px; border-bottom: 1px solid var(--line); }
.strip svg { display: block; width: 100%; height: 100%; overflow: visible; }
.strip path { vector-effect: non-scaling-stroke; stroke-width: 1px; fill: none; }
.strip .outside { stroke: var(--line); }
.strip .inside { stroke: var(--soft); }
.strip .this { stroke: var(--accent); stroke-width: 3px; }
.track input { position: absolute; inset: 0; width: 100%; height: 100%; margin: 0; appearance: none; background: none; pointer-events: none; }
.track input.above { z-index: 1; }
.track input::-webkit-slider-thumb { appearance: none; pointer-events: auto; width: 16px; height: 28px; border: 2px solid var(--paper); border-radius: 6px; background: var(--ink); background-clip: content-box; padding: 2px 4px; cursor: ew-resize; }
.track input::-moz-range-thumb { pointer-events: auto; width: 8px; height: 22px; border: 2px solid var(--paper); border-radius: 5px; background: var(--ink); cursor: ew-resize; }

.heads-view { position: relative; }
.heads-box { position: relative; overflow: auto; max-height: min(62vh, 640px); scrollbar-width: thin; border-radius: 2px; touch-action: pan-x pan-y; user-select: none; -webkit-user-select: none; }
.heads-box.on { cursor: pointer; }
.heads-box:focus-visible { outline-offset: 3px; }
.space { position: relative; }
.heads { position: sticky; inset: 0 auto auto 0; display: block; color: var(--ink); outline-color: var(--accent); text-decoration-color: var(--soft); column-rule-color: var(--line); background: var(--paper); font-family: var(--sans); }
.marks { position: absolute; inset: 0; overflow: hidden; pointer-events: none; }
.marks div { position: absolute; inset: 0 auto auto 0; outline: 2px solid var(--accent); outline-offset: -1px; border-radius: 1px; box-shadow: 0 0 0 2px var(--paper); }
.marks .compared { outline-style: dashed; }
.marks .cursor { outline: 2px solid var(--focus); outline-offset: 1px; box-shadow: none; }
.tip { position: fixed; inset: 0 auto auto 0; margin: 0; padding: 6px 10px; border: 1px solid var(--line); border-radius: 6px; background: var(--panel); color: var(--ink); box-shadow: 0 4px 14px rgb(0 0 0 / .14); font-size: 13px; line-height: 1.4; max-width: 300px; pointer-events: none; z-index: 2; }
.tip > * { display: block; }
.tip b { font-weight: 600; }
.tip .value { font-variant-numeric: tabular-nums; }
.tip .formula:empty { display: none; }
.formula { font: 13.5px/1.4 var(--serif); color: var(--soft); }
.foot { display: flex; flex-wrap: wrap; gap: 2px 12px; justify-content: space-between; align-items: center; margin-top: 4px; }
.overview .legend { display: flex; flex-wrap: wrap; gap: 2px 10px; align-items: center; font-size: 12.5px; color: var(--soft); min-height: 24px; }
.overview .scale { display: inline-flex; align-items: center; gap: 6px; font: 11.5px/1 var(--mono); }
.overview .scale canvas { border-radius: 2px; image-rendering: auto; }
.tablebox { max-height: 60vh; overflow: auto; margin-top: 6px; border-top: 1px solid var(--faint); scrollbar-width: thin; }
.tablebox table { border-collapse: collapse; font: 12px/1.3 var(--mono); font-variant-numeric: tabular-nums; }
.tablebox th, .tablebox td { padding: 2px 7px; text-align: end; font-weight: 400; white-space: nowrap; border-top: 1px solid var(--faint); }
.overview .tablebox thead th { position: sticky; top: 0; z-index: 1; background: var(--paper); vertical-align: bottom; padding: 2px 4px; }
.overview .tablebox thead th:first-child, .overview .tablebox tbody th { position: sticky; left: 0; background: var(--paper); }
.overview .tablebox thead th:first-child { z-index: 2; }
.overview thead button { border: 0; background: none; padding: 2px 3px; min-height: 26px; font: 12px/1.2 var(--sans); color: var(--soft); cursor: pointer; white-space: normal; max-width: 76px; text-align: end; }
.overview thead [aria-sort] button { color: var(--accent); }
.overview thead button svg { margin-inline-start: .3em; }
.overview tbody .link { font: inherit; color: inherit; min-width: 36px; }
.overview tr[aria-current] > * { color: var(--accent); font-weight: 600; }

.main { min-width: 0; }
.side { font-size: 13.5px; position: sticky; top: 8px; max-height: calc(100vh - 16px); overflow-y: auto; scrollbar-width: thin; padding: 0 4px 4px; margin: 0 -4px; }
.side > section { border-top: 1px solid var(--line); padding: 7px 0 8px; }
.side h3 { margin-bottom: 3px; }
.measures { margin-top: 12px; }
.does { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: center; gap: 2px 12px; margin-bottom: 3px; }
.measures .icon[aria-pressed='true'] { border-color: var(--accent); color: var(--accent); }
.measures details { border-top: 1px solid var(--faint); }
.measures summary { display: grid; grid-template-columns: 112px minmax(0, 1fr) 52px; gap: 10px; align-items: center; min-height: 24px; cursor: pointer; list-style: none; }
.measures summary::-webkit-details-marker { display: none; }
.measures .name { color: var(--soft); font-size: 13px; line-height: 1.15; }
.measures details[open] .name { color: var(--ink); }
.measures > .soft { font-size: 12.5px; line-height: 1.35; color: var(--soft); margin: 0 0 4px; }
.measures .estimated summary { grid-template-columns: 112px 1fr max-content; }
.measures .estimated .value { white-space: nowrap; }
.measures .value { font: 12.5px/1 var(--mono); font-variant-numeric: tabular-nums; text-align: end; }
.measures .formula { padding: 0 0 7px; }
.measures .strip { height: 11px; }
.measures .strip .outside { stroke: color-mix(in srgb, var(--soft) 55%, transparent); }

.drop { position: fixed; inset: 0; z-index: 5; display: flex; gap: 14px; padding: 18px; background: color-mix(in srgb, var(--paper) 82%, transparent); }
.drop .field { flex: 1; display: grid; place-items: center; text-align: center; padding: 20px; border: 2px dashed var(--accent); border-radius: 12px; background: var(--panel); font: 20px/1.3 var(--serif); }

${READING_CSS}${EXPORT_CSS}
.figure { display: flex !important; flex-direction: column; align-items: stretch; gap: 6px !important; }
.figure :is(.view-tools, .filter, .foot > button, .says) { display: none; }
.figure .head-view { order: 0; }
.figure .heads-box { max-height: none; max-width: 420px; }
.figure .cell-card { display: grid; grid-template: auto 1fr / 1fr 1fr; gap: 2px 20px; min-height: 70px; margin-bottom: 6px; border-top: 1px solid var(--faint); padding-top: 6px; }
.figure .cell-card .soft { grid-column: 1 / 3; font-size: 13px; color: var(--soft); }
.figure .cell-lines { grid-area: 1 / 2 / 3; }
@container room (max-width: 1120px) {
  .room { grid-template-columns: minmax(0, 410px) minmax(0, 1fr); }
  .room { grid-template-rows: auto 1fr; }
  .left { grid-row: 1 / 3; }
  .side { grid-column: 2; position: static; max-height: none; display: grid; grid-template-columns: repeat(auto-fit, minmax(240px, 1fr)); gap: 0 20px; align-items: start; }
  .side .segments { flex-wrap: wrap; }
  .side .segments button { padding-inline: 6px; }
  .head-side { display: contents; }
}
@container room (max-width: 720px) {
  .room { display: flex; flex-direction: column; align-items: stretch; gap: 12px; }
  .left { display: contents; }
  .files, .overview { margin: 0; }
  .main { order: 1; }
  .side { order: 2; display: block; }
  .measures { order: 3; margin: 0; }
  .play, .icon, .segments button, select, .measures summary, .overview thead button, .link { min-height: 36px; }
  .heads-box { max-height: 70vh; }
}
@media (forced-colors: active) {
  .segments button[aria-pressed='true'] { forced-color-adjust: none; background: Highlight; color: HighlightText; }
  .from .open { forced-color-adjust: none; background: ButtonText; color: ButtonFace; border-color: ButtonText; }
  .marks div { outline-color: Highlight; box-shadow: none; }
  .marks .cursor { outline-color: CanvasText; }
  .strip path { stroke: CanvasText; }
  .strip .this { stroke: Highlight; }
  .strip .outside { stroke: GrayText; }
  .track input::-webkit-slider-thumb { forced-color-adjust: none; background-color: ButtonText; border-color: ButtonFace; }
}
@media (prefers-reduced-motion: no-preference) {
  .strip .this { transition: d .2s; }
}
`;

/** The room's style, one sheet for all on a page. */
export const sheet = sheetOf(CSS);

import { sheetOf } from '../element/sheet.js';

const CSS = `
.lesson { display: grid; grid-template-columns: minmax(0, 1fr) 288px; gap: 24px; align-items: start; }
.learn.lesson { display: block; }
.learn:not(.in-text) > .main { position: relative; }
.inspector.in-corner { position: absolute; z-index: 1; min-height: 0; overflow-y: auto; scrollbar-width: thin; }
.learn .inspector:not(.in-corner).on { position: sticky; bottom: 0; z-index: 1; }
.main > .legend { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 22px; padding: 6px 0; }
.main > .legend > * { margin: 0; }
.main > .legend:has(.sample:not([hidden])) .axes { display: none; }
.main > .legend > h3 { display: none; }
.main > .legend .means { flex-basis: auto; }
.main > .legend .bar canvas { width: 110px !important; }
.folded { grid-row-end: span 1; display: inline-flex; align-items: center; gap: 6px; padding: 1px 7px 1px 4px; border: 1px dashed var(--line); border-radius: 6px; background: none; color: inherit; cursor: pointer; white-space: nowrap; justify-self: start; align-self: end; }
.folded:hover { border-color: var(--soft); }
.folded small { font: 11px/1 var(--mono); color: var(--soft); }
.folded svg { color: var(--soft); font-size: 11px; }
.fold { align-self: center; width: 24px; height: 24px; margin: -1px 0 -1px -2px; padding: 5px; border: 0; border-radius: 5px; background: none; color: var(--soft); cursor: pointer; }
.fold:hover { color: var(--accent); }
.fold svg { display: block; width: 14px; height: 14px; }
.folds { display: flex; flex-wrap: wrap; gap: 4px 8px; justify-self: start; align-self: end; width: 0; min-width: 100%; }
.folds:not(:has(:not([hidden]))) { display: none; }
.bands.beside { display: flex; gap: 44px; }
.bands.beside > .band { flex: none; }
.bands.beside > .band > .scroller { padding-inline-end: 8px !important; }
.bands.beside > .band > .head { width: 0; min-width: 100%; }
.bands.beside > .band > :is(.note, .figures) { width: 0; min-width: 100%; }
.all-folded { display: flex; flex-wrap: wrap; gap: 4px 16px; align-items: center; }
.all-folded .head { margin: 0; }
.all-folded .grid { display: flex; flex-wrap: wrap; }
@container (min-width: 901px) {
  .learn .display { display: flex; flex-wrap: wrap; gap: 4px 40px; }
  .learn:not(.in-text) .band { background: none; border: 0; padding: 0; margin-bottom: 4px; }
  .learn:not(.in-text) .band .scroller { margin: 0; padding: 0 0 2px; }
  .learn:not(.in-text) .step-text { min-height: 22px; margin-bottom: 4px; max-width: none; }
}
.sharing { grid-row: 1; align-self: end; justify-self: end; margin-bottom: 6px; }
.sharing svg { display: block; font: 13px var(--serif); }
.sharing .letter { font-style: italic; }
.sharing .index { font-size: 9px; }
.sharing rect { fill: var(--paper); stroke: var(--line); }
.sharing path { fill: none; stroke: var(--soft); }
.sharing text { fill: var(--ink); text-anchor: middle; dominant-baseline: central; }
.sharing .on { stroke: var(--accent); stroke-width: 1.5; }
.sharing text.on { stroke: none; fill: var(--accent); font-weight: 600; }
.cache { grid-row: 1 / 3; justify-self: start; align-self: end; margin-inline-start: 26px; border-collapse: collapse; font-size: 12.5px; line-height: 1.3; }
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
  .heads .head { width: fit-content; }
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
.learn > .side { position: static; max-height: none; overflow: visible; padding: 0; margin: 16px 0 0; }
.learn :is(.computation .controls, .own) { grid-template-columns: repeat(auto-fit, minmax(min(340px, 100%), 1fr)); gap: 4px 64px; align-items: start; }
.learn .own > :is(h3, .paste) { grid-column: 1 / -1; }
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
.own > .mounted:first-of-type input { width: 100%; }
.paste { border-top: 0; }
.paste summary { cursor: pointer; color: var(--soft); font-size: 13.5px; }
.paste select, .paste textarea { width: 100%; margin-top: 6px; display: block; }
.paste button { margin-top: 6px; }
.concepts .rank { display: flex; gap: 8px; align-items: center; font-size: 13.5px; }
.concepts .rank input { accent-color: var(--accent); }
.concepts output { font-family: var(--mono); min-width: 1ch; }
.concepts { display: grid; grid-template-columns: minmax(0, 1fr) 326px; column-gap: 8px; align-items: start; }
.concepts .ratings { grid-column: 1 / -1; }
.concepts .plane-band { grid-column: 2; grid-row: 2 / 4; }
.concepts .line { gap: 16px; }
.cosine { font: 15px/1.4 var(--serif); align-self: center; margin-inline-start: 12px; }
.cosine b { font: 600 13.5px var(--mono); color: var(--accent); }
.plane svg { display: block; width: 100%; max-width: 340px; height: auto; margin: auto; font: 11px var(--sans); overflow: visible; }
@media (max-height: 800px) { .plane svg { max-width: 264px; } }
.plane .axis { stroke: var(--line); }
.plane text { fill: var(--ink); }
.plane .axis-name { fill: var(--soft); }
.plane .film { stroke: var(--accent); stroke-width: 1.5; }
.plane .person { fill: var(--soft); }
.plane .viewer { fill: var(--focus); }
.plane .note { font-size: 12.5px; color: var(--soft); }
@container (max-width: 900px) {
  .lesson { display: flex; flex-direction: column; align-items: stretch; gap: 0; }
  .side, .learn:not(.in-text) > .side { display: contents; }
  :not(.in-text) > :is(.main, .side) > .inspector.on { position: sticky; bottom: 0; max-height: 36vh; overflow-y: auto; margin-inline: -14px; padding-inline: 14px; background: var(--paper); border-top: 1px solid var(--line); box-shadow: 0 -6px 16px rgb(0 0 0 / .08); }
  :not(.in-text) > :is(.main, .side) > .inspector { min-height: 0; }
  .concepts { grid-template-columns: minmax(0, 1fr); }
  .compare .line { flex-wrap: wrap; width: auto; }
  .cosine { margin-inline-start: 0; }
  .concepts .plane-band { grid-column: 1; grid-row: auto; }
  .segments button, .play, .icon { min-height: 36px; }
}
@media (forced-colors: active) {
  .sharing rect { fill: Canvas; stroke: CanvasText; }
  .sharing path { stroke: CanvasText; }
  .sharing text, .sharing text.on { fill: CanvasText; }
  .sharing .on { stroke: Highlight; }
  .cache .share { forced-color-adjust: none; background: CanvasText; }
  .segments button[aria-pressed='true'] { forced-color-adjust: none; background: Highlight; color: HighlightText; }
}
`;

/** The style of the parts that a room has in addition to a figure. */
export const roomSheet = sheetOf(CSS);

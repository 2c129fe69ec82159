import { sheetOf } from '../../element/sheet.js';

const CSS = `
.room { display: grid; grid-template-columns: minmax(0, 1fr) 340px; gap: 24px; align-items: start; }

.presets { display: flex; flex-wrap: wrap; gap: 5px; list-style: none; margin-bottom: 6px; }
.presets button { border: 1px solid var(--line); border-radius: 99px; padding: 2px 9px; min-height: 28px; color: var(--soft); background: var(--panel); cursor: pointer; font-size: 13px; white-space: nowrap; }
.presets [aria-current] { border-color: var(--accent); color: var(--accent); }

.expression { margin-bottom: 0; }
.expression label { font: 12px/1.3 var(--sans); color: var(--soft); }
.text { display: grid; max-height: 132px; overflow: auto; border: 1px solid var(--line); border-radius: 6px; background: var(--panel); }
.text:focus-within { outline: 2px solid var(--focus); outline-offset: 1px; }
.text:has([aria-invalid]) { border-color: var(--wrong); }
.text > * { grid-area: 1 / 1; font: 15px/1.5 var(--mono); padding: 5px 12px; margin: 0; border: 0; white-space: pre-wrap; overflow-wrap: anywhere; letter-spacing: 0; tab-size: 4; }
.behind { color: transparent; user-select: none; -webkit-user-select: none; }
.behind::after { content: '\\200b'; }
.text textarea { background: none; resize: none; overflow: hidden; outline: none; min-width: 0; width: 100%; height: 100%; position: relative; }
.clause { border-radius: 3px; box-shadow: inset 0 -2px var(--line); }
.decides { box-shadow: inset 0 -2px var(--accent); }
.clause.decides { background: color-mix(in srgb, var(--accent) 15%, transparent); }
.behind .in-group { background: color-mix(in srgb, var(--accent) 9%, transparent); }
.behind .in-group.decides { background: color-mix(in srgb, var(--accent) 22%, transparent); }
.behind .wrong { background: color-mix(in srgb, var(--wrong) 12%, transparent); text-decoration: underline wavy var(--wrong) 1.5px; text-underline-offset: 4px; }
.below { height: 44px; display: flex; align-items: center; }
.below .problem { display: flex; align-items: center; gap: 6px 12px; margin: 0; font-size: 14px; color: var(--ink); flex: 1; min-width: 0; }
.below .problem[hidden] { display: none; }
.below .problem::before { content: ''; flex: none; width: 9px; height: 9px; border-radius: 50%; background: var(--wrong); }
.below .says { font: 14px/1.3 var(--sans); flex: 0 1 auto; max-height: 44px; overflow: auto; scrollbar-width: thin; }
.below .kept { flex: 1 1 190px; min-width: 190px; }
.below code { font: 600 14px var(--mono); }
.below .link { flex: none; }
.correction { flex: none; border: 1px solid var(--accent); color: var(--accent); border-radius: 8px; min-height: 30px; padding: 0 11px; font: 600 14px var(--sans); background: var(--panel); cursor: pointer; }
.below .says.long { font: 12px/1.15 var(--sans); }
.kept, .takes { color: var(--soft); font-size: 13px; line-height: 1.3; }
.long ~ .kept { font-size: 12px; line-height: 1.2; }
.takes { margin-inline-start: auto; white-space: nowrap; }
.below kbd { font: 12px var(--mono); border: 1px solid var(--line); border-radius: 4px; padding: 1px 5px; }
.problem { color: var(--wrong); font-size: 13px; line-height: 1.35; margin-top: 3px; }

.band { container: card / inline-size; background: var(--panel); border: 1px solid var(--faint); border-radius: 8px; padding: 6px 14px 8px; margin-bottom: 8px; }

.tools { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 4px 16px; border-top: 1px solid var(--faint); margin-top: 5px; padding-top: 6px; font-size: 13px; }
.play-view { display: flex; flex-wrap: wrap; gap: 4px 6px; align-items: center; flex: 1 1 320px; }
.brushes { align-self: start; }
.counts { flex-basis: 100%; color: var(--soft); font-variant-numeric: tabular-nums; min-height: 20px; line-height: 20px; }
.segments { display: inline-flex; border: 1px solid var(--line); border-radius: 6px; overflow: hidden; background: var(--panel); }
.segments button { border: 0; background: none; padding: 2px 8px; min-height: 26px; color: var(--soft); cursor: pointer; font-size: 12.5px; }
.segments button:focus-visible { outline-offset: -2px; }
.segments button[aria-pressed='true'] { background: var(--ink); color: var(--paper); }
.play, .icon { border: 1px solid var(--line); background: var(--panel); border-radius: 6px; min-height: 28px; padding: 2px 10px; cursor: pointer; font-size: 13px; white-space: nowrap; }
.icon { padding: 2px 9px; }
.tablebox { max-height: 60vh; overflow: auto; margin-top: 8px; border-top: 1px solid var(--faint); }
.no-table { font: 14.5px/1.35 var(--serif); margin-top: 6px; }
.tablebox table { border-collapse: collapse; font: 12px/1.3 var(--mono); font-variant-numeric: tabular-nums; }
.tablebox th, .tablebox td { padding: 2px 7px; text-align: end; font-weight: 400; white-space: nowrap; border-top: 1px solid var(--faint); }
.tablebox th { color: var(--soft); }
.tablebox thead th, .tablebox thead td { position: sticky; top: 0; background: var(--panel); }
.tablebox tbody th { position: sticky; left: 0; background: var(--panel); }
.none, caption { color: var(--soft); text-align: start; }

.strip { border-top: 1px solid var(--faint); margin-top: 6px; padding-top: 6px; }
.head { display: flex; flex-wrap: wrap; gap: 4px 14px; align-items: center; }
.strip svg { display: block; width: 100%; height: 48px; margin-top: 3px; border-bottom: 1px solid var(--line); }
.strip .columns { height: 14px; }
.strip .columns span { bottom: 1px; }
.strip .stays { fill: var(--soft); }
.strip .gains { fill: var(--accent); }
.strip .removed { fill: var(--line); }
.strip .at { fill: color-mix(in srgb, var(--accent) 14%, transparent); }
.strip-legend { display: flex; flex-wrap: wrap; gap: 2px 12px; font-size: 12px; color: var(--soft); margin-inline-start: auto; }
.strip-legend span::before { content: ''; display: inline-block; width: 10px; height: 10px; margin-inline-end: 5px; border-radius: 2px; background: var(--soft); }
.strip-legend .gains::before { background: var(--accent); }
.strip-legend .removed::before { background: var(--line); }
.says { font: 14.5px/1.35 var(--serif); }

.figures { display: flex; flex-wrap: wrap; gap: 6px 22px; padding: 2px 0 8px; }
.figures div { display: flex; flex-direction: column; }
.figures dt { font-size: 12.5px; line-height: 1.3; color: var(--soft); }
.figures dd { font: 600 19px/1.2 var(--sans); font-variant-numeric: tabular-nums; order: -1; }
.figures .formula { font: 11.5px/1.35 var(--mono); color: var(--soft); order: 1; }
.code .head { min-height: 28px; }
.said { font-size: 12.5px; color: var(--soft); }
pre { font: 12.5px/1.5 var(--mono); background: var(--panel); border: 1px solid var(--faint); border-radius: 6px; padding: 7px 12px; margin-top: 5px; overflow: auto; max-height: 50vh; white-space: pre; tab-size: 4; }

.side { font-size: 13.5px; position: sticky; top: 8px; max-height: calc(100vh - 16px); overflow-y: auto; scrollbar-width: thin; padding: 0 4px 4px; margin: 0 -4px; }
.side > section { border-top: 1px solid var(--line); padding: 7px 0 8px; }
.side h3 { margin-bottom: 3px; }
.cell-view { min-height: 190px; }
.verdict { font: 15.5px/1.35 var(--serif); margin-bottom: 4px; overflow-wrap: anywhere; }
.verdict::first-letter { text-transform: uppercase; }
.cell-view table { border-collapse: collapse; width: 100%; font: 12px/1.5 var(--mono); }
.cell-view th, .cell-view td { text-align: start; font-weight: 400; padding: 1px 6px 1px 0; vertical-align: top; overflow-wrap: anywhere; }
.cell-view tr.decides { box-shadow: none; }
.cell-view tr.decides th::before { content: ''; display: inline-block; margin-inline-end: 4px; border: 4px solid transparent; border-inline: 7px solid var(--accent); border-inline-end: 0; }
.cell-view th { padding-inline-start: 11px; min-width: 92px; }
.cell-view tr.decides th { padding-inline-start: 0; }
.cell-view td:last-child { text-align: end; padding: 1px 0; white-space: nowrap; }
.cell-view .decides td:last-child { color: var(--accent); font-weight: 600; }
.values { margin-top: 5px; }
.values div { display: flex; justify-content: space-between; gap: 8px; line-height: 1.45; }
.values dt { color: var(--soft); }
.values dd { font: 12.5px/1.6 var(--mono); font-variant-numeric: tabular-nums; }
.group { border: 1.5px solid var(--line); border-radius: 11px; padding: 8px 10px 9px 12px; background: var(--panel); }
.group .group { margin: 8px 0; background: var(--paper); }
.group.chosen, .group.drop-into { border-color: var(--accent); }
.group-head { display: flex; align-items: center; gap: 10px; min-height: 32px; font-size: 13.5px; color: var(--soft); }
.group-head .icon { margin-inline-start: auto; }
.group-head .segments button { padding: 4px 9px; font-size: 13px; font-weight: 500; }
.not { font: 600 13px var(--mono); color: var(--soft); white-space: pre; }
.clauses { list-style: none; }
.clauses li { box-shadow: none; }
.clauses li:not(.nested) + li:not(.nested) { border-top: 1px solid var(--faint); }
.clauses li.drop-before { box-shadow: 0 -2px var(--accent); }
.clauses li.drop-after { box-shadow: 0 2px var(--accent); }
.clause-row { display: grid; grid-template-columns: 36px minmax(0, 1fr); gap: 0 12px; align-items: center; min-height: 44px; padding: 4px 0; }
.clause-row .link { text-align: start; overflow-wrap: anywhere; font: 13px var(--mono); }
.clause-head { display: flex; gap: 6px; align-items: center; min-height: 28px; }
.clause-head code { font: 600 14px var(--mono); flex: 1; }
.decides > .clause-row .clause-head code { text-decoration: underline 2px var(--accent); text-underline-offset: 4px; }
.clause-head select { width: auto; max-width: 112px; border-color: transparent; background: none; color: var(--soft); }
.clause-head .icon, .group-head .icon { min-height: 24px; padding: 0 6px; border-color: transparent; background: none; color: var(--soft); }
.handle { display: block; border: 0; border-radius: 4px; padding: 0; background: var(--faint); overflow: hidden; cursor: grab; line-height: 0; }
.thumbnail { shape-rendering: crispEdges; }
.thumbnail .allowed { fill: var(--accent); }
.thumbnail .removed { fill: color-mix(in srgb, var(--soft) 45%, var(--panel)); }
.move-buttons { grid-column: 1 / -1; display: flex; flex-wrap: wrap; gap: 5px; padding: 4px 0; }
.foot { display: flex; flex-wrap: wrap; gap: 8px; margin-top: 8px; }
.plus { border: 1px dashed var(--line); border-radius: 8px; font-size: 13px; color: var(--soft); padding: 4px 10px; min-height: 30px; background: none; cursor: pointer; white-space: nowrap; }
.plus[aria-expanded='true'] { border-style: solid; border-color: var(--accent); color: var(--accent); }
.number { display: grid; grid-template-columns: minmax(44px, auto) minmax(40px, 1fr) 52px; gap: 2px 8px; align-items: center; min-height: 28px; }
.number label, .label, .field label { color: var(--soft); font-size: 13px; line-height: 1.2; }
.number .problem, .field .problem { grid-column: 1 / -1; flex-basis: 100%; }
.number input[type='range'] { width: 100%; min-height: 24px; margin: 0; accent-color: var(--accent); }
.whole, .field input, select { border: 1px solid var(--line); border-radius: 6px; background: var(--panel); padding: 1px 6px; min-height: 26px; font: 12.5px var(--mono); width: 100%; min-width: 0; }
select { font-family: var(--sans); width: auto; }
[aria-invalid='true'] { border-color: var(--wrong); }
.adding { display: grid; grid-template-columns: 1fr auto; gap: 5px; margin-top: 6px; }
.help { grid-column: 1 / -1; font-size: 12.5px; line-height: 1.35; color: var(--soft); }
.settings { display: grid; gap: 2px; }
.settings .number { grid-template-columns: 92px minmax(0, 1fr) 58px; }
.settings h3:not(:first-child) { margin-top: 6px; }
.side .row, .field { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: center; gap: 2px 10px; min-height: 28px; }
.brushes .row { display: flex; gap: 8px; align-items: center; }
.field input { width: 110px; }
.tie { display: flex; gap: 6px; align-items: center; color: var(--soft); font-size: 13px; min-height: 24px; }
.tie input { accent-color: var(--accent); width: 16px; height: 16px; margin: 0; }

@container room (max-width: 1100px) {
  .room { grid-template-columns: minmax(0, 1fr) 300px; }
}
@container room (max-width: 900px) {
  .room { display: flex; flex-direction: column; align-items: stretch; gap: 0; }
  .main, .side, .cell-view { display: contents; }
  .figures-view, .code, .settings { order: 1; }
  .cell-head { position: sticky; bottom: 0; z-index: 1; padding-block: 6px; background: var(--paper); border-top: 1px solid var(--line); }
  .values { margin-bottom: 10px; }
  .presets button, .segments button, .play, .icon, .link, .whole, select, .field input { min-height: 36px; }
  .number input[type='range'], .tie, .clause-head .icon, .group-head .icon, .plus { min-height: 36px; }
  .clause-head .icon, .group-head .icon { min-width: 36px; }
  .group .group { border-width: 0 0 0 2px; border-radius: 0; padding: 4px 0 4px 10px; background: none; }
  .presets button { font-size: 12.5px; padding-inline: 8px; }
}
@container room (max-width: 700px) {
  .below .kept, .takes, .below .link { display: none; }
  .below .says { font: 12px/1.15 var(--sans); }
}
@media (forced-colors: active) {
  .presets [aria-current], .segments button[aria-pressed='true'] { forced-color-adjust: none; background: Highlight; color: HighlightText; border-color: Highlight; }
  .strip svg, .strip-legend span::before { forced-color-adjust: none; }
  .behind, .text textarea { forced-color-adjust: none; }
  .text textarea { color: FieldText; }
  .group.chosen { border-color: Highlight; }
  .thumbnail { forced-color-adjust: none; }
  .plus[aria-expanded='true'] { border-color: Highlight; }
}
`;

/** The style of the views around the maps. All elements on a page share it. */
export const sheet = sheetOf(CSS);

import { sheetOf } from '../../element/sheet.js';

const CSS = `
.room { display: grid; grid-template-columns: minmax(0, 1fr) 300px; gap: 24px; align-items: start; }

.presets { display: flex; flex-wrap: wrap; gap: 5px; list-style: none; margin-bottom: 6px; }
.presets button { border: 1px solid var(--line); border-radius: 99px; padding: 2px 9px; min-height: 28px; color: var(--soft); background: var(--panel); cursor: pointer; font-size: 13px; white-space: nowrap; }
.presets [aria-current] { border-color: var(--accent); color: var(--accent); }

.expression { margin-bottom: 8px; }
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
.behind .wrong { background: color-mix(in srgb, var(--wrong) 22%, transparent); box-shadow: inset 0 -3px var(--wrong); }
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
.clauses { list-style: none; display: grid; gap: 5px; }
.clauses li { border-inline-start: 3px solid var(--line); padding: 1px 0 1px 8px; box-shadow: none; }
.clauses li.decides { border-color: var(--accent); }
.clause-head { display: flex; gap: 6px; align-items: center; min-height: 26px; }
.clause-head code { font: 600 13px var(--mono); flex: 1; }
.clause-head select { width: auto; max-width: 112px; }
.clause-head .icon { min-height: 24px; padding: 0 8px; border-color: transparent; background: none; color: var(--soft); }
.number { display: grid; grid-template-columns: 92px minmax(0, 1fr) 58px; gap: 2px 8px; align-items: center; min-height: 28px; }
.number label, .label, .field label { color: var(--soft); font-size: 13px; line-height: 1.2; }
.number .problem, .field .problem { grid-column: 1 / -1; flex-basis: 100%; }
.number input[type='range'] { width: 100%; min-height: 24px; margin: 0; accent-color: var(--accent); }
.whole, .field input, select { border: 1px solid var(--line); border-radius: 6px; background: var(--panel); padding: 1px 6px; min-height: 26px; font: 12.5px var(--mono); width: 100%; min-width: 0; }
select { font-family: var(--sans); width: auto; }
[aria-invalid='true'] { border-color: var(--wrong); }
.adding { display: grid; grid-template-columns: auto 1fr auto; gap: 5px; margin-top: 6px; }
.help { grid-column: 1 / -1; font-size: 12.5px; line-height: 1.35; color: var(--soft); }
.settings { display: grid; gap: 2px; }
.settings h3:not(:first-child) { margin-top: 6px; }
.side .row, .field { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: center; gap: 2px 10px; min-height: 28px; }
.brushes .row { display: flex; gap: 8px; align-items: center; }
.field input { width: 110px; }
.tie { display: flex; gap: 6px; align-items: center; color: var(--soft); font-size: 13px; min-height: 24px; }
.tie input { accent-color: var(--accent); width: 16px; height: 16px; margin: 0; }

@container room (max-width: 900px) {
  .room { display: flex; flex-direction: column; align-items: stretch; gap: 0; }
  .main, .side, .cell-view { display: contents; }
  .figures-view, .code, .settings { order: 1; }
  .cell-head { position: sticky; bottom: 0; z-index: 1; padding-block: 6px; background: var(--paper); border-top: 1px solid var(--line); }
  .values { margin-bottom: 10px; }
  .presets button, .segments button, .play, .icon, .link, .whole, select, .field input { min-height: 36px; }
  .number input[type='range'], .tie, .clause-head .icon { min-height: 36px; }
  .clause-head .icon { min-width: 36px; }
  .presets button { font-size: 12.5px; padding-inline: 8px; }
}
@media (forced-colors: active) {
  .presets [aria-current], .segments button[aria-pressed='true'] { forced-color-adjust: none; background: Highlight; color: HighlightText; border-color: Highlight; }
  .strip svg, .strip-legend span::before { forced-color-adjust: none; }
  .behind, .text textarea { forced-color-adjust: none; }
  .text textarea { color: FieldText; }
  .clauses li.decides { border-color: Highlight; }
}
`;

/** The style of the views around the maps. All elements on a page share it. */
export const sheet = sheetOf(CSS);

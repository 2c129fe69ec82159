import { sheetOf, THEME } from '../../element/sheet.js';

export const sheet = sheetOf(`
:host {
${THEME}
}
:host { display: block; container: room / inline-size; color: var(--ink); font: 15px/1.5 var(--sans); }
:host([hidden]), [hidden] { display: none !important; }
* { box-sizing: border-box; }
.room { display: grid; grid-template-columns: minmax(0, 1fr) 430px; grid-template-areas: 'notice notice' 'figure side' 'below side'; grid-template-rows: auto auto 1fr; gap: 0 24px; align-items: start; }
.notice { grid-area: notice; }
.figure { grid-area: figure; }
.below { grid-area: below; }
.side { grid-area: side; }
.whole { grid-template-areas: 'notice notice' 'figure figure' 'below side'; }
h3, p, pre { margin: 0; padding: 0; }
h3 { font: 600 13px/1.3 var(--sans); }
button, input, select { font: inherit; color: inherit; }
a { color: var(--accent); text-underline-offset: 2px; }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.notice { background: var(--panel); border-inline-start: 3px solid var(--accent); padding: 7px 12px; margin-bottom: 8px; font-size: 14px; overflow-wrap: anywhere; }

.figure { background: var(--panel); border: 1px solid var(--faint); border-radius: 8px; padding: 14px 16px; margin-bottom: 14px; min-height: 120px; }
.stage { margin-inline: auto; overflow-x: clip; }
.waits { color: var(--soft); }

.addresses { border-top: 1px solid var(--line); padding: 8px 0; display: grid; gap: 8px; }
.addresses p { overflow-wrap: anywhere; }
.addresses .held { border-inline-start: 3px solid var(--wrong); padding-inline-start: 10px; }
.addresses .play { margin-top: 5px; }
.code { border-top: 1px solid var(--line); padding-top: 8px; margin-bottom: 20px; }
.head { display: flex; flex-wrap: wrap; gap: 6px 12px; align-items: center; }
.code .head + .head { margin-top: 8px; }
.code.empty .head + .head { display: none; }
.segments { display: inline-flex; flex-wrap: wrap; border: 1px solid var(--line); border-radius: 6px; overflow: hidden; background: var(--panel); }
.segments button { border: 0; background: none; padding: 3px 9px; min-height: 28px; color: var(--soft); cursor: pointer; font-size: 13px; }
.segments button:focus-visible { outline-offset: -2px; }
.segments button[aria-pressed='true'] { background: var(--ink); color: var(--paper); }
.play { border: 1px solid var(--ink); background: var(--ink); color: var(--paper); border-radius: 6px; min-height: 30px; padding: 2px 14px; cursor: pointer; font-size: 13px; }
.said, .size { font-size: 12.5px; color: var(--soft); }
.plain { border: 1px solid var(--line); background: var(--panel); border-radius: 6px; min-height: 30px; padding: 2px 12px; cursor: pointer; font-size: 13px; }
.downloads { border-top: 1px solid var(--line); padding-top: 8px; margin-bottom: 20px; display: grid; gap: 8px; justify-items: start; }
.downloads .note { margin: 0; }
.downloads .said:empty { display: none; }
pre { font: 12.5px/1.5 var(--mono); background: var(--panel); border: 1px solid var(--faint); border-radius: 6px; padding: 9px 12px; margin-top: 8px; overflow: auto; max-height: 46vh; white-space: pre-wrap; overflow-wrap: anywhere; tab-size: 2; }
.note { font: 15px/1.45 var(--serif); margin-top: 8px; max-width: 70ch; text-wrap: pretty; overflow-wrap: anywhere; }

.side { font-size: 13.5px; }
.settings { display: grid; gap: 5px; border-top: 1px solid var(--line); padding: 7px 0 10px; }
.row, .field { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: center; gap: 3px 10px; }
.label, .field label { color: var(--soft); font-size: 13.5px; }
.field input, select { border: 1px solid var(--line); border-radius: 6px; background: var(--panel); padding: 3px 8px; min-height: 28px; font: 13px var(--mono); width: 190px; max-width: 100%; }
.field input::placeholder { color: var(--soft); opacity: 1; }
select { font-family: var(--sans); }
.field input[aria-invalid] { border-color: var(--wrong); }
.problem { flex-basis: 100%; color: var(--wrong); font-size: 12.5px; line-height: 1.35; overflow-wrap: anywhere; }

.attributes { border-top: 1px solid var(--line); padding: 8px 0 14px; }
.attributes h3 { margin-bottom: 5px; }
.attribute { display: grid; grid-template-columns: 140px 220px minmax(0, 1fr); gap: 0 14px; align-items: center; min-height: 34px; border-top: 1px solid var(--faint); font-size: 13.5px; }
.attribute .field { display: contents; }
.attribute label, .name { font: 12.5px var(--mono); color: var(--ink); overflow-wrap: anywhere; }
.attribute .field input { width: 100%; }
.attribute .problem { grid-column: 2 / -1; grid-row: 2; padding-bottom: 4px; }
.meaning { grid-column: 3; grid-row: 1; }
.switch { grid-column: 1 / 3; display: grid; grid-template-columns: subgrid; align-items: center; }
.switch input { width: 18px; height: 18px; margin: 3px 0; accent-color: var(--accent); }
.reference { border-top: 1px solid var(--line); padding-top: 10px; }
.reference h3 code { font: 13px var(--mono); }
details { border-bottom: 1px solid var(--faint); }
summary { cursor: pointer; min-height: 30px; padding: 4px 0; font: 600 13px/1.6 var(--sans); color: var(--soft); }
table { border-collapse: collapse; width: 100%; margin-bottom: 10px; font-size: 13.5px; }
th, td { text-align: start; vertical-align: top; padding: 3px 14px 3px 0; font-weight: 400; border-top: 1px solid var(--faint); }
thead th { font-size: 12px; color: var(--soft); border-top: 0; }
tbody th { white-space: nowrap; width: 1%; }
td { overflow-wrap: anywhere; }
th code { font: 12.5px var(--mono); }

@container room (max-width: 960px) {
  .room { display: block; }
}
@container room (max-width: 700px) {
  .figure { padding: 10px 8px; }
  .segments button, .play, .plain, .field input, select, summary { min-height: 36px; }
  .switch input { width: 24px; height: 24px; }
  .field input, select { width: 100%; }
  .attribute { grid-template-columns: 110px minmax(0, 1fr); padding-block: 5px; }
  .meaning { grid-column: 1 / -1; grid-row: 3; color: var(--soft); }
  .row .segments { width: 100%; }
  .row .segments button { flex: 1 1 auto; }
}
@media (forced-colors: active) {
  .segments button[aria-pressed='true'], .play { forced-color-adjust: none; background: Highlight; color: HighlightText; border-color: Highlight; }
}
`);

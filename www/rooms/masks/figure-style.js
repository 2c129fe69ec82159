import { sheetOf, CARET_THEME, THEME } from '../../element/sheet.js';
import { SIDE_BY_SIDE } from './draw.js';

const CSS = `
:host {
${THEME}
}
:host { display: block; container: room / inline-size; color: var(--ink); font: 15px/1.5 var(--sans); }
:host([hidden]), [hidden] { display: none !important; }
* { box-sizing: border-box; }
h3, p, ul, dl, dd, figure, pre { margin: 0; padding: 0; }
h3 { font: 600 13px/1.3 var(--sans); }
button, input, select, textarea { font: inherit; color: inherit; }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.link { border: 0; background: none; padding: 0 4px; min-height: 24px; color: var(--soft); text-decoration: underline; text-underline-offset: 2px; cursor: pointer; font-size: 12px; }
.link:hover { color: var(--accent); }
.notice { background: var(--panel); border-inline-start: 3px solid var(--accent); padding: 7px 12px; margin-bottom: 8px; font-size: 14px; }
.maps { display: grid; grid-template: auto 15px auto auto / repeat(3, minmax(0, 1fr)); column-gap: 18px; ${CARET_THEME} }
.mask-map { display: grid; grid-template-columns: 12px 30px minmax(0, 1fr); grid-template-rows: subgrid; grid-row: span 4; }
figcaption { grid-column: 3; display: flex; flex-wrap: wrap; justify-content: space-between; align-items: baseline; min-height: 24px; }
figcaption h3 { font: italic 15px/1.2 var(--serif); }
figcaption .link { margin-inline: -4px; white-space: nowrap; }
.axis { font: 10.5px/1 var(--sans); color: var(--soft); white-space: nowrap; }
.across { grid-column: 1 / 3; text-align: end; padding: 1px 5px 0 0; }
.down { grid-column: 1; writing-mode: vertical-rl; }
.columns, .rows { position: relative; font: 10.5px/1 var(--mono); color: var(--soft); font-variant-numeric: tabular-nums; }
.columns { grid-column: 3; }
.columns span { position: absolute; bottom: 3px; transform: translateX(-50%); }
.rows { grid-column: 2; }
.rows span { position: absolute; right: 6px; transform: translateY(-50%); }
.map { grid-column: 3; position: relative; cursor: default; user-select: none; -webkit-user-select: none; touch-action: pan-x pan-y pinch-zoom; overflow: hidden; border-radius: 2px; background: var(--faint); }
.map:focus-visible { outline-offset: 3px; }
.map.brush { cursor: crosshair; touch-action: none; }
canvas { display: block; image-rendering: pixelated; }
.over, .over div { position: absolute; inset: 0 auto auto 0; pointer-events: none; }
.over { inset: 0; }
.over .row, .over .column { box-shadow: 0 0 0 1px color-mix(in srgb, var(--accent) 75%, transparent); }
.over .thin { box-shadow: none; background: color-mix(in srgb, var(--accent) 75%, transparent); }
.over .cell { border: 2px solid var(--accent); box-shadow: 0 0 0 1px var(--paper), inset 0 0 0 1px var(--paper); border-radius: 2px; }
.map:focus .cell { border-color: var(--focus); }
.legend { grid-column: 3; display: flex; flex-wrap: wrap; gap: 2px 14px; align-items: center; align-content: start; margin-top: 5px; min-height: 24px; font-size: 12px; color: var(--soft); }
.scale, .sample { display: inline-flex; align-items: center; gap: 6px; }
.scale { font: 11.5px/1 var(--mono); max-width: 100%; }
.scale canvas { min-width: 0; }
.scale canvas, .sample canvas { border-radius: 2px; image-rendering: auto; }

.figure { container: card / inline-size; }
.figure .expression { margin-bottom: 6px; }
.mask-text { font: 15px/1.5 var(--mono); overflow-wrap: anywhere; margin-bottom: 6px; padding-inline-start: 42px; }
.cell-line { display: flex; flex-wrap: wrap; gap: 0 12px; align-content: start; min-height: 46px; margin-top: 8px; padding-top: 6px; border-top: 1px solid var(--faint); font-size: 14px; line-height: 20px; overflow-wrap: anywhere; }
.cell-line b { font-weight: 600; }
.cell-line .numbers { color: var(--soft); font-variant-numeric: tabular-nums; }
@container card (width < ${SIDE_BY_SIDE}px) {
  .maps { display: flex; flex-direction: column; gap: 12px; }
  .mask-map { grid-template-rows: auto 15px auto auto; }
  .mask-text { padding-inline-start: 0; }
  .figure .link { min-height: 36px; }
}
@media (forced-colors: active) {
  .over div { forced-color-adjust: none; }
}
`;

/** The style of the maps and their axes and legends. All elements on a page share it. */
export const sheet = sheetOf(CSS);

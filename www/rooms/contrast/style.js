import { sheetOf } from '../../element/sheet.js';

const CSS = `
.steps { margin-bottom: 10px; }
.step-text { min-height: 44px; }
.sides { display: grid; grid-template: auto auto auto auto / minmax(0, 1fr) minmax(0, 1fr); gap: 0 14px; }
.sides .band { display: grid; grid-row: span 4; grid-template-columns: minmax(0, 1fr); grid-template-rows: subgrid; padding: 8px 14px 10px; }
.sides .scroller { margin: 0 -14px; padding: 0 14px 6px; align-self: end; scrollbar-width: thin; }
.sides .line { gap: 10px; justify-content: start; }
.band h3 { color: var(--ink); }
.side-wrong { border-block-start: 3px solid var(--wrong); }
.side-wrong h3 { color: var(--wrong); }
.side-right { border-block-start: 3px solid var(--ink); }
.band h3 > svg { margin-inline-end: .35em; }
pre { margin: 4px 0 6px; padding: 0; font: 12.5px/1.5 var(--mono); white-space: pre; overflow-x: auto; scrollbar-width: thin; tab-size: 4; }
.indicators { display: flex; flex-wrap: wrap; align-content: start; gap: 2px 18px; margin: 4px 0 0; font-size: 13px; }
.indicators > div { display: flex; gap: 7px; align-items: baseline; }
.indicators dt { color: var(--soft); }
.indicators dd { margin: 0; font: 600 13px/1.5 var(--mono); }
.side-wrong .indicators dd { color: var(--wrong); }
.notes { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 4px 28px; margin-top: 4px; padding-inline: 14px; }
.notes h3, .notes summary { font: 600 13px/1.5 var(--sans); color: var(--soft); }
.notes p { font: 15px/1.4 var(--serif); text-wrap: pretty; }
.notes details { grid-column: 1 / -1; }
.notes summary { cursor: pointer; min-height: 24px; width: fit-content; }
.curves { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: 14px; margin: 2px 0 8px; }
.curves figcaption { font-size: 12.5px; color: var(--soft); padding-inline-start: 14px; }
.curves svg { display: block; width: 100%; height: auto; font: 10.5px var(--sans); overflow: visible; }
.curves text { fill: var(--soft); }
.curves polyline { fill: none; stroke-width: 1.8; stroke-linejoin: round; }
.curves .axis { stroke: var(--line); }
.curves .now { stroke: var(--soft); stroke-dasharray: 2 3; }
.curves polyline.wrong { stroke: var(--wrong); }
.curves polyline.right { stroke: var(--ink); }
.curves circle.wrong, .curves text.wrong { fill: var(--wrong); }
.curves circle.right, .curves text.right { fill: var(--ink); }
.slider { display: grid; grid-template-columns: 1fr auto; align-items: baseline; gap: 0 10px; }
.slider input { grid-column: 1 / -1; width: 100%; min-height: 24px; margin: 0; padding: 0; border: 0; accent-color: var(--accent); }
.slider .value { font: 13px var(--mono); }
.inspector { min-height: 128px; }
.outline { position: relative; padding-inline-start: 26px; margin-top: 5px; line-height: 1.35; }
.outline::before { content: ''; position: absolute; inset-inline-start: 0; top: 2px; width: 18px; height: 12px; border: 1px solid var(--accent); border-radius: 2px; }
.outline.dashed::before { border-style: dashed; }
.happens .name { font: 600 17px/1.3 var(--serif); }
.happens .step-text { min-height: 0; }
.in-text.contrast .inspector { min-height: 6em; }
.in-text.contrast .outline { line-height: 1.6; }
@container (900.1px <= width <= 1300px) {
  .steps b { display: block; }
}
@container (max-width: 900px) {
  .sides, .notes, .curves { grid-template: none / minmax(0, 1fr); gap: 8px; }
  .sides { gap: 0; }
  .sides pre { white-space: pre-wrap; overflow-wrap: anywhere; }
  :not(.in-text).contrast .main { display: contents; }
  .notes { order: 2; }
  .computation { order: 1; }
  .inspector, .legend { order: 3; }
  :not(.in-text) > .side > .inspector { min-height: 0; }
  .slider input { min-height: 36px; }
  .step-text { min-height: 0; }
  .notes { padding-inline: 0; margin-bottom: 10px; }
  .notes summary { min-height: 36px; }
}
@media (forced-colors: active) {
  .curves polyline, .curves .axis, .curves .now { stroke: CanvasText; }
  .curves polyline.wrong { stroke: Highlight; stroke-dasharray: 6 3; }
}
`;

/** The style of the room, on top of a lesson's. */
export const sheet = sheetOf(CSS);

import { sheetOf, CARET_THEME } from '../../../element/sheet.js';

const CSS = `
.head-view, .head-side { min-width: 0; }
.probe { position: absolute; width: 0; height: 0; visibility: hidden; color: var(--ink); background-color: var(--paper); border: 0 solid; border-color: var(--soft) var(--line) var(--accent) var(--faint); outline: 0 solid var(--focus); }
.head-title { display: flex; flex-wrap: wrap; align-items: center; gap: 2px 10px; margin-bottom: 6px; }
.head-title h2 { font: 600 14px/1.3 var(--sans); margin: 0; }
.head-view p.reasons { margin-block-start: 8px; }
.head-side .color-view .segments button { padding-inline: 5px; }
.head-view .soft, .head-side .soft { font-size: 12.5px; line-height: 1.35; color: var(--soft); margin: 0; }
.view-tools { display: flex; gap: 6px; margin-inline-start: auto; }
.view-tools .icon[aria-pressed='true'] { border-color: var(--accent); color: var(--accent); }
.head-problem { color: var(--wrong); font-size: 13.5px; line-height: 1.4; margin: 2px 0; }
.waiting { min-height: 20px; }
.stale canvas { opacity: .55; }

.maps-view { ${CARET_THEME} }
.maps-grid { display: grid; gap: 10px 16px; align-items: start; }
.one-map { margin: 0; min-width: 0; }
.one-map h3 { font: 600 12.5px/1.3 var(--sans); margin: 0 0 2px; }
.drawing { position: relative; overflow: hidden; }
.head-map { display: block; }
.plot { position: absolute; cursor: crosshair; touch-action: pan-x pan-y; user-select: none; -webkit-user-select: none; border-radius: 1px; }
.plot:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
.plot.zoomed { touch-action: none; cursor: grab; }
.plot.zoomed:active { cursor: grabbing; }
.wheel-hint { position: absolute; transform: translate(-50%, -50%); margin: 0; padding: 5px 12px; width: max-content; max-width: 240px; text-align: center; border-radius: 6px; background: var(--ink); color: var(--paper); font-size: 13px; line-height: 1.35; pointer-events: none; opacity: 0; }
.wheel-hint.seen { opacity: .94; }
.below { display: flex; justify-content: space-between; align-items: flex-start; gap: 10px 20px; min-width: 0; }
.zooming { display: flex; flex-direction: column; align-items: flex-end; gap: 6px; flex: none; }
.zoom-buttons { display: inline-flex; gap: 4px; }
.zoom-buttons .icon { min-width: 30px; padding: 2px 6px; }
.icon:disabled { opacity: .45; cursor: default; }
.minimap { touch-action: none; cursor: grab; border-radius: 2px; border: 1px solid var(--line); }

.head-view .legend { display: flex; flex-wrap: wrap; gap: 6px 26px; align-items: flex-start; margin: 0; min-width: 0; font-size: 12.5px; line-height: 1.35; color: var(--soft); }
.bar { width: 280px; max-width: 100%; }
.bar canvas { display: block; width: 100%; height: 10px; border-radius: 2px; margin: 3px 0; }
.ticks { display: block; position: relative; height: 14px; font: 11px/1.25 var(--mono); font-variant-numeric: tabular-nums; }
.ticks:has(small) { height: 28px; }
.ticks > span { position: absolute; transform: translateX(-50%); white-space: nowrap; text-align: center; }
.ticks .first { transform: none; text-align: start; }
.ticks .last { transform: translateX(-100%); text-align: end; }
.ticks small { display: block; font-size: 10px; }
.samples { display: flex; flex-wrap: wrap; gap: 4px 14px; margin: 0; }
.sample { display: inline-flex; gap: 6px; align-items: center; }
.sample canvas { width: 14px; height: 14px; border: 1px solid var(--line); border-radius: 2px; }

.mounted { display: contents; }
.head-side section { border-top: 1px solid var(--line); padding: 8px 0 10px; display: grid; gap: 5px; justify-items: start; }
.head-side h3 { margin: 0; }
.head-side .row { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: center; gap: 2px 10px; min-height: 28px; width: 100%; }
.head-side .segments { max-width: 100%; }
.head-side .segments button { padding-inline: 7px; }
.head-side .segments button:disabled { opacity: .45; cursor: default; }
.cell-card { min-height: 190px; align-content: start; }
.cell-card h3 { overflow-wrap: anywhere; }
.cell-values { margin: 0; font: 13px/1.5 var(--mono); }
.cell-values div { display: flex; gap: 8px; }
.cell-values dt, .cell-values dd { margin: 0; }
.cell-values dd { color: var(--accent); font-weight: 600; font-variant-numeric: tabular-nums; }
.cell-lines p { margin: 0; font: 12.5px/1.55 var(--mono); overflow-wrap: anywhere; }
.cell-card .says { font: 15.5px/1.4 var(--serif); margin: 0; overflow-wrap: anywhere; }

.compare-view { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 12px; margin-bottom: 6px; font-size: 13px; }
.compare-view .field, .compare-view .row { display: inline-flex; align-items: center; gap: 6px; min-height: 28px; }
.compare-view .field { flex-wrap: wrap; }
.compare-view .field input { width: 52px; }
.compare-view .label { color: var(--soft); }
.compare-view .head-problem { flex-basis: 100%; }

.threshold { display: flex; gap: 8px; align-items: center; font-size: 13px; color: var(--soft); }
.threshold input { accent-color: var(--accent); min-height: 24px; margin: 0; width: 180px; }
.threshold output { font: 12.5px var(--mono); }
.sides { display: flex; justify-content: space-between; font: 10.5px/1.4 var(--sans); color: var(--soft); margin: 0; }
.lines { position: relative; overflow-y: auto; scrollbar-width: thin; scrollbar-gutter: stable; margin-bottom: 4px; }
.lines:focus-visible { outline-offset: 0; }
.lines canvas { position: sticky; top: 0; display: block; }
.top-steps { display: flex; gap: 6px; align-items: center; margin: 0 0 4px; }
.top-keys { border-collapse: collapse; font: 13px/1.4 var(--mono); font-variant-numeric: tabular-nums; width: 100%; max-width: 480px; }
.top-keys caption { text-align: start; font: 14.5px/1.4 var(--serif); color: var(--ink); padding-bottom: 4px; overflow-wrap: anywhere; }
.top-keys th, .top-keys td { padding: 1px 10px 1px 0; text-align: end; border-top: 1px solid var(--faint); font-weight: 400; }
.top-keys thead th { font: 12px/1.4 var(--sans); color: var(--soft); border-top: 0; }
.top-keys :is(th, td):nth-child(n + 2) { text-align: start; }
.top-box { overflow-x: auto; }
.top-keys .link { font: 13px/1.4 var(--sans); color: var(--ink); padding: 0 2px; }
.top-keys small { margin-inline-start: 6px; color: var(--soft); font: 11px var(--mono); }
.top-keys [aria-current] { background: color-mix(in srgb, var(--accent) 12%, transparent); }

.synthetic { font: 600 11.5px/1.5 var(--sans); color: var(--accent); border: 1px solid; border-radius: 3px; padding: 0 6px; margin: 0; }
.legend .pooled { margin: 0; max-width: 420px; }
.large-bar { display: flex; flex-wrap: wrap; gap: 4px 12px; align-items: center; margin-block-end: 6px; font-size: 13px; }
.large-bar > .row { display: flex; flex-wrap: wrap; gap: 2px 8px; align-items: center; }
.large-bar .label { color: var(--soft); }
.large-bar .segments button { padding-inline: 7px; }
.large-bar .head-problem { flex-basis: 100%; }
.large-progress { display: flex; flex-wrap: wrap; gap: 4px 8px; align-items: center; font-variant-numeric: tabular-nums; }
.large-progress progress { width: 56px; accent-color: var(--accent); }
.large-progress .play:disabled { opacity: .45; cursor: default; }
.large-head { display: grid; gap: 4px; margin-block-start: 10px; border-top: 1px solid var(--line); padding-block-start: 8px; }
.large-head h3 { margin: 0; }
.standing { margin: 0; padding: 0; list-style: none; columns: 2 300px; font-size: 13px; }
.standing li { break-inside: avoid; }
.standing .link { font: 12.5px/1.45 var(--mono); text-align: start; padding: 0 2px; min-height: 24px; }

@container room (max-width: 900px) {
  .standing .link { min-height: 36px; }
  .head-view .icon, .head-view .segments button, .head-side .segments button, .head-view select, .head-side select, .compare-view .field input, .top-keys .link { min-height: 36px; }
  .zoom-buttons .icon { min-width: 40px; }
  .threshold input { min-height: 36px; flex: 1; }
  .cell-card { min-height: 0; }
}
@media (prefers-reduced-motion: no-preference) {
  .wheel-hint { transition: opacity .16s; }
}
@media (forced-colors: active) {
  .probe { forced-color-adjust: none; color: CanvasText; background-color: Canvas; border-color: CanvasText GrayText Highlight GrayText; outline-color: Highlight; }
  .view-tools .icon[aria-pressed='true'], .head-side .segments [aria-pressed='true'], .head-view .segments [aria-pressed='true'] { forced-color-adjust: none; background: Highlight; color: HighlightText; border-color: Highlight; }
  .top-keys [aria-current] { outline: 1px solid Highlight; }
}
`;

/** The style of a head, in addition to the style of the room. */
export const headSheet = sheetOf(CSS);

import { sheetOf } from '../../../element/sheet.js';

const CSS = `
.schemes .head { margin-bottom: 6px; }
.schemes .tools { display: flex; flex-wrap: wrap; gap: 4px 18px; align-items: center; }
.schemes .slider { gap: 4px 8px; justify-content: start; }
.schemes .slider input[type='range'] { width: 130px; min-height: 24px; padding: 0; border: 0; background: none; accent-color: var(--accent); }
.schemes .slider input:not([type='range']) { width: 80px; }
.schemes .slider .problem { max-width: 340px; }
.cards { display: grid; grid-template-columns: repeat(4, minmax(0, 1fr)); gap: 10px 18px; }
.scheme { min-width: 0; }
.scheme h4 { margin: 0; font: 600 16px/1.3 var(--serif); }
.scheme .equation { font: 14px/24px var(--serif); color: var(--soft); min-height: 24px; white-space: nowrap; overflow-x: auto; scrollbar-width: none; }
.scheme .name { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 10px; }
.scheme .maps { display: flex; flex-wrap: wrap; gap: 6px 18px; align-items: flex-end; }
.scheme .tools { margin-top: 4px; min-height: 0; gap: 4px 12px; }
.scheme .tools:empty { display: none; }
.scheme select { width: auto; }
.moved { font: 13px/1.35 var(--sans); color: var(--soft); margin-top: 5px; }
.plot { display: block; max-width: 100%; cursor: ew-resize; touch-action: pan-y; font: 11.5px var(--mono); }
.plot text { fill: var(--soft); }
.plot .over { paint-order: stroke; stroke: var(--panel); stroke-width: 4px; stroke-linejoin: round; }
.plot .tick { stroke: var(--faint); }
.plot .zero { stroke: var(--line); }
.plot .marker { stroke: var(--ink); }
.schemes path.curve { fill: none; stroke-width: 2; stroke-linejoin: round; }
.schemes path.none { stroke: var(--soft); stroke-width: 1.5; }
.schemes path.sinusoidal { stroke: var(--focus); stroke-dasharray: 7 3; }
.schemes path.rope { stroke: var(--accent); stroke-width: 2.5; }
.schemes path.alibi { stroke: var(--ink); stroke-dasharray: 2 3; }
.dot { stroke: var(--panel); stroke-width: 1.5; fill: var(--soft); }
.dot.sinusoidal { fill: var(--focus); }
.dot.rope { fill: var(--accent); }
.dot.alibi { fill: var(--ink); }
.values { display: flex; flex-wrap: wrap; gap: 4px 28px; margin: 2px 0 0; font-size: 13.5px; }
.values > div { display: flex; gap: 8px; align-items: baseline; }
.values dt { display: flex; gap: 8px; align-items: center; }
.values dd { margin: 0; font: 600 13px var(--mono); min-width: 8ch; }
.values small { font: 13px var(--sans); color: var(--soft); }
.schemes.tables .cards { grid-template-columns: repeat(2, minmax(0, 1fr)); }

@container (max-width: 1090px) {
  .cards { grid-template-columns: repeat(2, minmax(0, 1fr)); }
}
@container (max-width: 560px) {
  .moved { min-height: 0; }
  .moved:empty { display: none; }
  .cards, .schemes.tables .cards { grid-template-columns: minmax(0, 1fr); gap: 18px; }
  .schemes .slider { width: 100%; }
  .schemes .slider input[type='range'] { flex: 1; min-height: 36px; }
  .schemes .slider input:not([type='range']) { min-height: 36px; }
  .schemes select { min-height: 36px; }
}
@media (forced-colors: active) {
  .schemes path.curve { stroke: CanvasText; }
  .schemes path.rope { stroke: Highlight; }
}
`;

/** The additional style of the lesson that compares position encodings. */
export const schemesSheet = sheetOf(CSS);

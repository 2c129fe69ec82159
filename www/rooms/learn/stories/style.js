import { sheetOf } from '../../../element/sheet.js';

const CSS = `
.say mark[class^='word_'], .say mark[class^='term_'] { border-bottom: 0; }
.say mark[class^='word_'] { font-style: italic; }
.say mark[class^='term_'] { font-weight: 600; }
.scene:has(.story.wide) .say { text-align: center; }
.scene:has(.story.wide):not(:has(.narrow)) .say { font-size: calc(29px * var(--large, 1)); line-height: 1.3; max-width: 46ch; margin-inline: auto; text-wrap: balance; }

.story { display: grid; grid-template-columns: minmax(0, 1fr); justify-items: center; gap: 4px; color: var(--ink); }
.story .unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.story-controls, .choices { display: flex; flex-wrap: wrap; gap: 10px 14px; justify-content: center; align-items: center; }
.story-controls { margin-top: 14px; min-height: 44px; }
.aside .story-controls, .aside .choices { justify-content: flex-start; margin-top: 0; }
.small-print { font-size: 13.5px; line-height: 21px; color: var(--soft); margin: 6px auto 0; max-width: 760px; text-align: center; text-wrap: pretty; }
.aside .small-print { margin: 0; text-align: start; flex-basis: 100%; }
.narrow .aside .small-print { display: none; }
.quiet-button, .main-button { min-height: 44px; padding: 0 20px; border-radius: 10px; font-size: 16px; border: 1px solid var(--line); background: var(--panel); }
.main-button { background: var(--ink); color: var(--paper); border-color: var(--ink); font-weight: 600; }
.quiet-button:disabled { opacity: .45; }
.prompt { font: 20px var(--serif); }
.known { color: var(--soft); font-size: 14.5px; text-align: center; }
.known .link-button { margin-inline-start: 5px; }
.link-button { border: 0; background: none; padding: 8px 2px; text-decoration: underline; text-underline-offset: 2px; color: inherit; font-size: inherit; }
.chips { display: flex; flex-wrap: wrap; gap: 6px; justify-content: inherit; }
.chip { border: 1px solid var(--line); background: var(--panel); border-radius: 9px; min-height: 38px; min-width: 38px; padding: 2px 12px; font: 17px var(--serif); }
.chip[aria-pressed='true'] { background: var(--ink); color: var(--paper); border-color: var(--ink); }
.story .segments, .aside .segments { flex-wrap: wrap; }

.word-row { position: relative; font-family: var(--serif); letter-spacing: -.01em; }
.word-row .word, .flow .word { position: absolute; display: grid; place-items: center; padding: 0; margin: 0; border: 0; border-radius: 6px; font-family: var(--serif); font-size: inherit; line-height: 1; color: var(--ink); background: none; white-space: nowrap; }
.word-row.column .word { justify-items: center; }
.word-row button.word { background: color-mix(in srgb, var(--line) 34%, transparent); transition: background .15s; }
.word-row button.word:hover { background: color-mix(in srgb, var(--accent) 20%, transparent); }
.word-row .me, .flow .me { box-shadow: 0 0 0 2.5px var(--accent); background: var(--panel) !important; color: var(--ink) !important; }
.word-row .chosen { outline: 2px dashed var(--ink); outline-offset: 2px; }
.word-row .lit-word { box-shadow: 0 0 0 3px color-mix(in srgb, var(--ink) 55%, transparent); }
.story .covered { color: var(--accent); font-weight: 600; background: repeating-linear-gradient(135deg, var(--line) 0 1.2px, transparent 1.2px 7px); }
.word-row .next-word { border-bottom: 2px dotted var(--soft); border-radius: 0; color: var(--soft); font-style: italic; }
.story .arcs { position: absolute; inset: 0; overflow: visible; pointer-events: none; }
.story .arcs path { fill: none; stroke: var(--accent); stroke-linecap: round; }
.story .arcs .tip { stroke-width: 2; stroke-linejoin: round; }
.word-row .weight { position: absolute; text-align: center; font: 15px/1.3 var(--mono); letter-spacing: 0; color: var(--soft); white-space: nowrap; }
.word-row .weight.large { color: var(--ink); font-weight: 700; }
.word-row.column .weight { text-align: start; }
.wide:not(.narrow) .word-row .weight { font-size: 17px; }
.story .connector { display: block; }
.story .connector path { fill: color-mix(in srgb, var(--accent) 10%, transparent); stroke: none; }

.strip { display: block; width: 100%; height: 26px; border-radius: 3px; }
.asked { width: min(100%, 760px); margin: 0; }
.asked .strip { height: 40px; }
.asked figcaption { font-size: 14px; color: var(--soft); text-align: center; margin-top: 6px; }

.numpy { display: flex; flex-wrap: wrap; align-items: center; gap: 6px 10px; max-width: 100%; }
.scene.beside .numpy { width: 0; min-width: 100%; }
.numpy code { font: 13px/1.5 var(--mono); background: color-mix(in srgb, var(--line) 28%, transparent); border-radius: 5px; padding: 4px 9px; white-space: pre-wrap; overflow-wrap: anywhere; max-width: 100%; }
.narrow .numpy code { display: none; }
.narrow .numpy { width: auto; min-width: 0; }
.presented .numpy { display: none; }
.numpy .play { min-height: 30px; }
.numpy .said { position: static; width: auto; height: auto; clip-path: none; font-size: 13px; color: var(--soft); }

.entries { display: grid; grid-template-columns: max-content minmax(0, 1fr) max-content; width: min(100%, 820px); gap: 2px 0; }
.beside:not(.narrow) .entries { min-width: min(700px, var(--room)); }
.entry { display: grid; grid-column: 1 / -1; grid-template-columns: subgrid; align-items: center; padding: 3px 8px; border: 0; border-radius: 7px; background: none; color: inherit; text-align: start; min-height: 36px; }
button.entry { cursor: pointer; }
button.entry:hover { background: color-mix(in srgb, var(--accent) 9%, transparent); }
.entry.on { box-shadow: inset 0 0 0 2px var(--accent); }
.entry .of { font: 20px/1.1 var(--serif); padding-inline-end: 14px; }
.entry .drawn { display: flex; align-items: center; gap: 12px; min-width: 0; }
.entry .figure-number { font: 18px/1 var(--mono); font-variant-numeric: tabular-nums; text-align: end; padding-inline-start: 14px; color: var(--soft); min-width: 3.4em; }
.entry .figure-number.large { color: var(--ink); font-weight: 700; }
.entry-heading { min-height: 20px; font-size: 13px; color: var(--soft); padding-block: 0; }
.entry-heading > :last-child { text-align: end; }
.entry-head .of { box-shadow: 0 0 0 2px var(--accent); border-radius: 5px; padding: 4px 8px; margin-inline-end: 12px; justify-self: start; }
.entry-foot { border-top: 1.5px solid var(--ink); border-radius: 0; margin-top: 4px; padding-top: 8px; }
.entry-foot .of { font: 600 14px var(--sans); }
.entry-foot .figure-number { color: var(--ink); font-weight: 700; }
.entry-head .figure-number { font: 14px var(--sans); }
.entry .score { font: 16px/1 var(--mono); color: var(--soft); width: 3.2em; text-align: end; flex: none; }
.bar-track { flex: 1; height: 20px; border-radius: 3px; background: color-mix(in srgb, var(--line) 36%, transparent); overflow: hidden; }
.bar-fill { display: block; height: 100%; background: var(--accent); border-radius: 3px 0 0 3px; min-width: 1px; transform-origin: left; }
.story .sum-text { font: 18px/1.35 var(--mono); margin: 10px 0 0; text-align: center; color: var(--soft); text-wrap: balance; }
.whole { display: flex; width: min(100%, 820px); height: 44px; margin-top: 14px; border-radius: 6px; overflow: hidden; box-shadow: inset 0 0 0 1.5px var(--line); }
.whole .part { flex: 0 1 0; min-width: 0; display: grid; place-items: center; font: 600 15px var(--mono); background: var(--line); color: var(--ink); border-inline-end: 1px solid var(--paper); overflow: hidden; white-space: nowrap; }
.whole .part.large { background: var(--accent); color: var(--paper); }

.flow { position: relative; }
.flow > * { position: absolute; }
.flow .word { border-radius: 8px; }
.flow .curtain { top: 0; bottom: 0; border-inline-start: 3px solid var(--accent); border-radius: 0 8px 8px 0; background: repeating-linear-gradient(135deg, color-mix(in srgb, var(--line) 75%, transparent) 0 1.2px, color-mix(in srgb, var(--line) 18%, transparent) 1.2px 7px); opacity: 0; transform: scaleX(0); transform-origin: right; }
.flow.masked .curtain { opacity: 1; transform: none; }
.flow .block { display: grid; place-items: center; font-family: var(--mono); font-weight: 600; line-height: 1; }
.flow .kept { background: light-dark(#6b6f78, #8b919c); border-radius: 4px 4px 0 0; }
.flow .gained { background: var(--accent); color: var(--paper); border-radius: 4px 4px 0 0; }
.flow .removed { background: light-dark(#e2ddd2, #30353e); border: 2px dashed light-dark(#a9a294, #6b7280); border-bottom: 0; border-radius: 4px 4px 0 0; color: var(--ink); }
.flow .floor { border-top: 1.5px solid var(--ink); }
.flow .weight-cell { display: grid; place-items: center; border-radius: 3px; font-family: var(--mono); line-height: 1; font-variant-numeric: tabular-nums; }
.flow .weight-cell.hatch { border: 1.5px solid var(--line); }
.flow .row-name { font-size: 13px; line-height: 38px; color: var(--soft); text-align: end; white-space: nowrap; }
.flow .row-name.on { color: var(--ink); font-weight: 600; }
.flow.slim .row-name { line-height: 16px; font-size: 12px; background: var(--paper); padding: 0 4px; border-radius: 3px; }
.key-of-colors { display: flex; flex-wrap: wrap; gap: 4px 16px; font-size: 13.5px; color: var(--soft); flex-basis: 100%; margin: 0; }
.key-of-colors span::before { content: ''; display: inline-block; width: 12px; height: 12px; border-radius: 2px; margin-inline-end: 6px; vertical-align: -1px; background: light-dark(#6b6f78, #8b919c); }
.key-of-colors .gained::before { background: var(--accent); }
.key-of-colors .removed::before { background: light-dark(#e2ddd2, #30353e); outline: 1px dashed light-dark(#a9a294, #6b7280); }

.panels { display: grid; gap: 18px; width: 100%; justify-items: center; }
.panels.beside { grid-auto-flow: column; grid-auto-columns: max-content; gap: 32px; justify-content: center; align-items: start; }
.narrow .panels.beside:not(.maps) { grid-auto-columns: minmax(0, 1fr); gap: 18px; }
.narrow .panels.maps { gap: 8px; }
.narrow .weight-map figcaption { font-size: 13px; }
.compared { width: min(100%, 820px); }
.beside:not(.narrow) .compared { min-width: min(640px, var(--room)); }
.compared h3 { font: 600 15px var(--sans); margin-bottom: 4px; }
.compared .of { font: 14px var(--sans); color: var(--soft); }
.compared .entry { min-height: 34px; }
.compared .result { font: 18px/1.35 var(--serif); margin-top: 4px; padding-inline-start: 8px; }
.weight-map { margin: 0; }
.weight-map svg { overflow: visible; }
.weight-map figcaption { font: 600 15px var(--sans); text-align: center; margin-bottom: 6px; }
.weight-map text { fill: var(--ink); font-family: var(--serif); }
.weight-map text.on { font-weight: 700; fill: var(--accent); }
.weight-map .hidden-cell { fill: color-mix(in srgb, var(--line) 30%, transparent); }
.weight-map .row-lit { fill: none; stroke: var(--accent); stroke-width: 2.5; }
.sharpness { width: 300px; max-width: calc(var(--room) / 2 - 16px); }
.narrow .sharpness { width: 100%; max-width: none; }
.narrow .sharpness dl { font-size: 13.5px; gap: 4px 6px; }
.narrow .sharpness dd { font-size: 17px; }
.sharpness .axis { font-size: 13px; color: var(--soft); margin: 5px 0 0; }
.sharpness h3 { font: 600 16px/24px var(--sans); margin-bottom: 8px; }
.sharpness .columns { display: flex; align-items: flex-end; gap: 3px; height: 210px; border-bottom: 1.5px solid var(--ink); }
.narrow .sharpness .columns { height: 96px; }
.sharpness .columns span { flex: 1; background: var(--accent); border-radius: 2px 2px 0 0; }
.sharpness.muted .columns span { background: light-dark(#6b6f78, #8b919c); }
.sharpness dl { display: grid; grid-template-columns: 1fr auto; gap: 6px 12px; margin: 12px 0 0; font-size: 15px; color: var(--soft); align-items: baseline; }
.sharpness dd { margin: 0; font: 600 22px var(--mono); color: var(--ink); }
.d-slider { display: grid; grid-template-columns: 1fr auto; gap: 4px 12px; width: 100%; max-width: 360px; font-size: 14px; color: var(--soft); align-items: center; }
.d-slider output { font: 600 20px var(--mono); color: var(--ink); }
.d-slider input { grid-column: 1 / -1; width: 100%; accent-color: var(--accent); height: 28px; margin: 0; }
.variances { border-collapse: collapse; font-size: 18px; }
.variances caption { font-size: 14px; color: var(--soft); text-align: start; padding: 0 12px 6px; }
.variances th { font-weight: 400; text-align: start; padding: 8px 40px 8px 12px; border-top: 1px solid var(--line); }
.variances td { font: 600 22px var(--mono); text-align: end; padding: 8px 12px; border-top: 1px solid var(--line); }
.onward { display: flex; flex-wrap: wrap; gap: 10px 14px; align-items: center; justify-content: center; margin: 16px 0 0; color: var(--soft); text-align: center; }
.aside .onward { justify-content: flex-start; margin: 0; }
.ending { max-width: 720px; }
.honest { margin: 26px 0 0; padding-inline-start: 20px; font-size: 14.5px; line-height: 1.5; color: var(--soft); display: grid; gap: 8px; }
.orders { display: grid; gap: 10px; width: 100%; }
.orders.beside { grid-template-columns: 1fr 1fr; gap: 8px; }
.one-order { margin: 0; }
.one-order figcaption { font-size: 13.5px; color: var(--soft); text-align: center; }
.presented .scene:has(.story.wide):not(:has(.narrow)) .say { font-size: calc(36px * var(--large, 1)); }
.labelled > .chips { color: var(--ink); }
.labelled { display: flex; flex-wrap: wrap; align-items: center; gap: 6px 10px; color: var(--soft); font-size: 14.5px; }
.relay .of { font: 15px var(--sans); }
.narrow .relay { grid-template-columns: minmax(0, 1fr) max-content; }
.narrow .relay .of { grid-column: 1 / -1; padding-bottom: 2px; }
.narrow .relay .entry { margin-bottom: 10px; }

.narrow .entry { padding-inline: 8px; padding-block: 1px; min-height: 29px; }
.narrow .compared :is(.entry, .result) { padding-inline: 0; }
.narrow .story.wide :is(.labelled, .chips) { justify-content: center; }
.narrow .entry-heading { min-height: 16px; }
.narrow .entry .of { font-size: 16px; padding-inline-end: 8px; }
.narrow .entry .figure-number { font-size: 15px; padding-inline-start: 8px; min-width: 3em; }
.narrow .entry .score { font-size: 14px; }
.narrow .story .sum-text, .story.narrow .sum-text { font-size: 15px; }
.narrow .strip { height: 20px; }
.narrow .asked .strip { height: 34px; }

.tight .small-print { font-size: 13px; line-height: 18px; margin-top: 2px; }
.tight .story-controls { margin-top: 6px; gap: 4px 10px; min-height: 0; }
.tight .prompt { font-size: 17px; }
.tight .chips { gap: 4px; }
.tight .labelled:has(> .chips) { font-size: 0; gap: 0; }
.tight .segments button { min-height: 34px; }
.tight .chip { font-size: 14px; min-height: 32px; padding-inline: 6px; }
.tight .labelled { gap: 3px 8px; font-size: 14px; }
.tight .quiet-button, .tight .main-button { min-height: 40px; font-size: 15px; padding-inline: 10px; }
.tight .link-button { padding-block: 5px; }
.tight .entries { row-gap: 0; }
.tight .onward { margin-top: 8px; gap: 6px 10px; }
.tight .honest { margin-top: 10px; font-size: 14px; line-height: 1.4; gap: 5px; }
.tight .panels:not(.beside) { gap: 8px; }
.tight .compared .entry, .tight .entry { min-height: 25px; }
.tight .compared .result { font-size: 15px; margin-top: 0; }
.tight .compared h3 { margin-bottom: 0; }
.tight .whole { height: 34px; margin-top: 8px; }
.tight .story .sum-text { font-size: 14px; margin-top: 4px; }

@media (prefers-reduced-motion: no-preference) {
  .story .arcs path { stroke-dasharray: 1; animation: story-draw .6s ease-out backwards; }
  .story .arcs .tip { stroke-dasharray: none; animation: story-appear .2s .5s backwards; }
  .bar-fill { animation: story-grow .26s ease-out backwards; }
  .flow.masked .curtain { animation: story-curtain .24s ease-out; }
  @keyframes story-curtain { from { transform: scaleX(0); } }
  .flow .gained, .flow .removed { animation: story-appear .3s .2s backwards; }
  .weight-map .fresh { animation: story-appear .5s backwards; }
  @keyframes story-draw { from { stroke-dashoffset: 1; } }
  @keyframes story-grow { from { transform: scaleX(0); } }
  @keyframes story-appear { from { opacity: 0; } }
}
@media (forced-colors: active) {
  .word-row .me, .flow .me, .entry.on { outline: 2px solid Highlight; }
  .main-button, .chip[aria-pressed='true'] { forced-color-adjust: none; background: ButtonText; color: ButtonFace; }
  .bar-fill, .flow .block, .whole .part, .sharpness .columns span, .key-of-colors span::before { forced-color-adjust: none; }
  .story .arcs path { stroke: CanvasText; }
}
`;

/** The style of the figures of stories. */
export const storySheet = sheetOf(CSS);

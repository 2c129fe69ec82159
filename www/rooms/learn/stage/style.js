import { sheetOf } from '../../../element/sheet.js';

const CSS = `
.staged.prepared { position: fixed; inset: 0 auto auto 0; visibility: hidden; contain: layout paint style; }
/* A swipe is a step of the lesson, and not the way back to another page. */
.staged { display: block; touch-action: pan-y pinch-zoom; }
.staged .said { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.lesson-stage { display: flex; flex-direction: column; position: relative; color: var(--ink); }
.lesson-stage .top { display: flex; align-items: center; gap: 6px; min-height: 38px; }
.lesson-stage h2 { font: 600 20px/1.2 var(--serif); letter-spacing: -.01em; margin: 0 auto 0 0; text-wrap: balance; }
.lesson-stage button { cursor: pointer; }
.lesson-stage button:disabled { cursor: default; }
.lesson-stage .quiet { border: 0; background: none; border-radius: 8px; padding: 6px 12px; min-height: 36px; color: var(--soft); font-size: 15px; white-space: nowrap; }
.lesson-stage .quiet:hover { color: var(--ink); }
.pair { display: flex; gap: 6px; white-space: nowrap; }
.lesson-stage .quiet:last-child { margin-inline-end: -12px; }
.in-text .quiet:last-child { margin-inline-end: 0; }

.progress { display: flex; gap: 6px; margin: 4px 0 0; padding: 0; list-style: none; }
.progress li { flex: 1 1 auto; border-top: 3px solid var(--faint); min-width: 0; }
.progress li.done { border-color: var(--line); }
.progress li.now { border-color: var(--accent); }
.progress button { width: 100%; min-height: 34px; padding: 3px 8px 3px 0; text-align: start; background: none; border: 0; color: var(--soft); font-size: 14px; white-space: nowrap; }
.progress .done button { color: var(--ink); }
.progress .now button { color: var(--ink); font-weight: 600; }

.scene { flex: 1; display: grid; align-content: center; justify-content: center; justify-items: center; padding: 8px 0; min-width: 0; }
.scene.beside { grid-template-columns: minmax(calc(232px * var(--large, 1)), calc(352px * var(--large, 1))) auto; column-gap: 56px; align-items: center; }
.words { align-self: center; width: 100%; }
.lesson-stage:not(.narrow) .scene:not(.beside) .words { padding-bottom: 14px; }
.say { font: 400 calc(25px * var(--large, 1))/1.38 var(--serif); letter-spacing: -.012em; margin: 0; text-wrap: pretty; }
.say.asks { font-size: calc(20px * var(--large, 1)); font-weight: 600; margin-top: 12px; }
.narrow .say.asks { font-size: 17px; margin-top: 4px; }
.narrow .words:has(.asks) .say:not(.asks) { font-size: 16px; }
.lesson-stage:not(.narrow) .scene:not(.beside) .question { display: flex; flex-wrap: wrap; gap: 10px 28px; align-items: center; }
.lesson-stage:not(.narrow) .scene:not(.beside) .picks { margin-top: 0; }
.say mark { background: none; color: inherit; border-bottom: 2px solid var(--ink); border-radius: 2px 2px 0 0; transition: background .12s; cursor: default; }
.say mark.q, .say mark.r { border-color: var(--accent); }
.say mark.lit { background: color-mix(in srgb, var(--accent) 16%, transparent); }
.say mark.k.lit { background: color-mix(in srgb, var(--ink) 12%, transparent); }
.say sub { font-size: .66em; line-height: 0; }
.aside { zoom: var(--large, 1); display: flex; flex-wrap: wrap; gap: 12px 14px; margin-top: 18px; align-items: center; }
.picker { display: inline-flex; }
.lesson-stage .segments button { padding: 6px 13px; min-height: 36px; font-size: 14.5px; }
.scene.beside .aside .segments button { padding-inline: 8px; font-size: 14px; }
.lesson-stage .segments { border-radius: 8px; }
.scales { display: grid; gap: 6px; flex-basis: 100%; }
.scene:not(.beside) .scales { display: flex; flex-wrap: wrap; flex-basis: auto; gap: 6px 14px; }
.scales .scale { display: flex; align-items: center; gap: 8px; font: 13px var(--sans); color: var(--soft); }
.scales span { white-space: nowrap; }
.presented .scales canvas { width: 84px; }
.scales canvas { width: 120px; height: 10px; border-radius: 2px; }
.scales .mx { color: var(--ink); font-size: 15px; }
.scales .mx :is(sub, sup) { font-size: 11px; }
.slider { display: inline-flex; align-items: center; gap: 10px; font: italic 18px var(--serif); }
.slider input { accent-color: var(--accent); width: 150px; }
.slider output { font: 600 16px var(--mono); min-width: 1ch; }
.curve-figure .pick { display: none; }
.facts { margin: 0; flex-basis: 100%; font-size: 14px; color: var(--soft); }
.facts div { display: flex; gap: 10px; align-items: baseline; }
.facts dd { margin: 0; font: 600 18px var(--mono); color: var(--ink); }

.lesson-stage .figure { max-width: 100%; }
.scene:not(.beside) .figure { min-width: 0; }
.placed { position: relative; display: flow-root; }
/* What a heatmap still shows of another step takes no room. */
.placed heed-map { position: absolute; display: block; contain: layout; }
.placed heed-map::part(caption) { display: none; }
.placed heed-map::part(cursor) { opacity: 0; }
.row-labels { position: relative; pointer-events: none; }
.row-labels .lab { pointer-events: auto; }
.scrolled .row-labels { position: sticky; left: 0; z-index: 3; background: var(--paper); }
.before .row-labels { box-shadow: 8px 0 8px -7px light-dark(rgb(0 0 0 / 45%), rgb(0 0 0 / 90%)); }
.lab { position: absolute; display: block; color: var(--soft); white-space: nowrap; line-height: 1.35; font-family: var(--sans); }
.lab.row { left: 0; text-align: end; display: grid; align-items: center; justify-items: end; }
.lab.row bdi { max-width: 100%; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; white-space: normal; overflow-wrap: anywhere; line-height: 1.15; }
.lab.col { text-align: center; padding-inline: 2px; box-sizing: border-box; }
.lab.col bdi { display: block; }
.lab.turned { writing-mode: vertical-rl; transform: rotate(180deg); text-align: start; padding: 0; }
.lab.on { color: var(--ink); font-weight: 600; }
.placed .name { position: absolute; transform: translateY(-50%); white-space: nowrap; line-height: 1.45; font-family: var(--serif); }
.placed .name.end { transform: translate(-100%, -50%); }
.placed .name small { font: max(12.5px, .42em)/1 var(--mono); color: var(--soft); margin-inline-start: 9px; }
.placed .sign { position: absolute; transform: translate(-50%, -50%); white-space: nowrap; font-family: var(--serif); color: var(--soft); line-height: 1.2; }
.ribbon { position: absolute; background: color-mix(in srgb, var(--accent) 10%, transparent); }
.ribbon.k { background: color-mix(in srgb, var(--ink) 7%, transparent); }
.placed .lit { position: absolute; border: 2.5px solid var(--accent); border-radius: 5px; pointer-events: none; }
.placed .lit.k { border-color: var(--ink); }
.placed .strong { box-shadow: 0 0 0 3px color-mix(in srgb, var(--accent) 30%, transparent); }
.placed .lit.k.strong { box-shadow: 0 0 0 3px color-mix(in srgb, var(--ink) 22%, transparent); }
.working { position: absolute; display: grid; place-items: center; border: 2.5px solid var(--accent); border-radius: 5px; background: var(--panel); color: var(--accent); font-family: var(--mono); font-weight: 700; font-variant-numeric: tabular-nums; line-height: 1; pointer-events: none; white-space: nowrap; }
.working.bare { background: none; }
.placed heed-map:focus-within { z-index: 2; }

.placed.bars heed-map.unseen::part(canvas) { opacity: 0; }
.placed .bar { position: absolute; contain: layout size style; font-family: var(--mono); font-variant-numeric: tabular-nums; text-align: center; }
.placed .bar > span { position: absolute; white-space: nowrap; }
.placed .bar .score { color: var(--soft); }
.placed .bar .track { background: var(--faint); border-radius: 4px; overflow: hidden; }
.placed .bar .track.masked { background: repeating-linear-gradient(135deg, var(--line) 0 1.2px, transparent 1.2px 7px); }
.placed .bar .fill { position: absolute; left: 0; right: 0; bottom: 0; background: var(--accent); border-radius: 3px 3px 0 0; }
.placed .bar .fill.flat { right: auto; top: 0; border-radius: 3px 0 0 3px; }
.placed .bar .share { font-weight: 700; color: var(--ink); }
.placed .bar .share.small { color: var(--soft); font-weight: 600; }
.placed .bar.on .share { color: var(--accent); }
.placed .bar.on .track { outline: 2px solid var(--accent); outline-offset: 1px; }
.placed .strip { position: absolute; }
.placed .strip .piece { position: absolute; top: 0; height: 100%; display: grid; place-items: center; background: var(--accent); color: var(--paper); border-radius: 4px; font-family: var(--mono); font-weight: 700; line-height: 1; white-space: nowrap; }
.placed .empty { position: absolute; border: 1.5px dashed var(--line); border-radius: 3px; pointer-events: none; }
.placed .edge { position: absolute; width: 3px; background: var(--accent); pointer-events: none; }
.sum .later { visibility: hidden; }

.sum-line { grid-column: 1 / -1; max-width: 100%; margin-top: 22px; }
.sum { margin: 0; text-align: center; text-wrap: balance; word-spacing: -.26em; font-family: var(--mono); font-variant-numeric: tabular-nums; line-height: 1.34; color: var(--soft); }
.sum > span { white-space: nowrap; }
.sum .q { color: var(--accent); font-weight: 700; }
.sum .k { color: var(--ink); font-weight: 700; }
.sum .r { color: var(--ink); font-weight: 700; border-bottom: 3px solid var(--accent); padding: 0 .12em 2px; }
.sum .lead { font-family: var(--serif); font-size: .86em; color: var(--ink); }
.sum .lead sub { font-size: max(.68em, 11px); }
.sum .k sup { font-size: max(.62em, 11px); line-height: 0; }

.foot { display: flex; align-items: center; gap: 10px; min-height: 66px; padding: 8px 0; }
.foot .left { margin-inline-end: auto; display: flex; align-items: center; gap: 6px; color: var(--soft); font-size: 14px; }
.foot kbd { font: 12px var(--mono); border: 1px solid var(--line); border-radius: 4px; padding: 1px 5px; }
.foot .back, .foot .next { min-height: 48px; padding: 0 24px; border-radius: 10px; font-size: 16px; border: 1px solid var(--line); background: var(--panel); display: inline-flex; align-items: center; justify-content: center; gap: 8px; white-space: nowrap; }
.foot .next { background: var(--ink); color: var(--paper); border-color: var(--ink); font-weight: 600; min-width: 176px; }
.foot button:disabled { opacity: .45; }

.narrow .progress li { flex: 1 0 auto; }
.narrow .progress { gap: 4px; overflow-x: auto; scrollbar-width: none; scroll-snap-type: x mandatory; }
.narrow .progress li { scroll-snap-align: start; }
.narrow .progress button { font-size: 11.5px; padding-inline-end: 2px; letter-spacing: -.01em; }
.narrow .top { flex-wrap: wrap; min-height: 0; gap: 0 4px; }
.narrow h2 { font-size: 17px; }
.narrow .quiet { font-size: 14px; min-height: 34px; }
.lesson:not(.in-text) .narrow h2 { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.lesson:not(.in-text) .narrow .top { display: contents; }
.views { display: flex; gap: 12px; padding: 10px 0 4px; }
.views :is(.quiet, .numpy .play) { border: 1px solid var(--line); background: none; border-radius: 8px; min-height: 40px; padding: 6px 14px; color: var(--soft); font-size: 14px; cursor: pointer; }
.views .numpy { width: auto; min-width: 0; }
.views .numpy code { display: none; }
.in-text .narrow h2 { flex: 1 1 200px; }
.in-text .narrow .top .quiet:first-of-type { margin-inline-start: -12px; }
.narrow .scene { display: flex; flex-direction: column; align-items: center; justify-content: start; }
.narrow .scene > * { flex: none; }
/* Gaps above and below the figure take what it leaves, up to their height. */
.narrow .scene::before, .narrow .scene::after { content: ''; flex: 1 1 0; max-height: 12px; }
.narrow .words { order: -1; }
.narrow .scene::after { order: 1; }
.narrow .sum-line { order: 2; padding-bottom: 5px; }
.narrow .say { font-size: 19px; margin: 6px 0 0; }
.narrow .aside { margin: 10px 0 4px; }
.narrow .figure { margin-top: 10px; }
.narrow .placed .name { line-height: 1.3; }
.narrow .foot { position: sticky; bottom: 0; z-index: 3; background: var(--panel); border-top: 1px solid var(--faint); margin-inline: -14px; padding: 10px 14px; }
.in-text .narrow .foot { position: static; margin: 12px 0 0; padding-inline: 0; background: none; }
.narrow .keys { display: none; }
.narrow .foot .text { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.narrow .foot .quiet { min-height: 52px; min-width: 40px; justify-content: center; padding-inline: 10px; }
.narrow .left:has(> .keys:only-child) { display: none; }
.narrow .foot .back, .narrow .foot .next { min-height: 52px; border-radius: 12px; padding-inline: 18px; }
.narrow .foot .next { flex: 1; min-width: 0; white-space: normal; text-wrap: balance; padding-inline: 8px; font-size: 15px; line-height: 1.2; }
.tight .foot .next { font-size: 14px; padding-inline: 6px; }
.narrow .foot svg { flex: none; }
/* A shadow shows that there is more below. */
.narrow .foot { container-type: scroll-state; }
.narrow .foot::before { content: ''; position: absolute; inset: -17px 0 auto; height: 16px; pointer-events: none; opacity: 0; background: linear-gradient(to top, light-dark(rgb(0 0 0 / 20%), rgb(0 0 0 / 75%)), transparent); }
@container scroll-state(stuck: bottom) { .narrow .foot::before { opacity: 1; } }
.narrow .question input { height: 46px; }
.narrow .picks { gap: 8px 6px; }
.narrow .picks button { padding-inline: 11px; }
.narrow .foot .back { padding-inline: 12px; }
.narrow .sum-line { margin-top: 16px; }
.lesson-stage.narrow .scales { display: none; }
.scroll-box { position: relative; isolation: isolate; max-width: 100%; }
.scroll.scrolled { overflow-x: auto; overflow-y: hidden; padding: 3px 3px 6px; margin: -3px -3px -6px; scrollbar-width: thin; }
.scroll-box::after { content: ''; position: absolute; inset: 0 -3px 0 auto; width: 20px; pointer-events: none; opacity: 0; background: linear-gradient(to left, light-dark(rgb(0 0 0 / 26%), rgb(0 0 0 / 75%)), transparent); transition: opacity .15s; }
.scroll-box.after::after { opacity: 1; }

.question { flex-basis: 100%; }
.ask-row { display: flex; flex-wrap: wrap; gap: 10px; align-items: center; }
.question input { width: 112px; height: 52px; border: 2px solid var(--accent); border-radius: 8px; background: var(--panel); padding: 0 14px; font: 700 24px var(--mono); box-shadow: 0 0 0 4px color-mix(in srgb, var(--accent) 14%, transparent); }
.question .check, .picks button { min-height: 44px; padding: 0 20px; border: 1px solid var(--ink); border-radius: 8px; background: var(--panel); font-size: 15px; font-weight: 600; }
.picks { display: flex; flex-wrap: wrap; gap: 8px; margin-top: 10px; }
.picks button { border-color: var(--line); font: 600 16px var(--mono); padding: 0 14px; }
.tries p { display: flex; gap: 18px; align-items: baseline; border-top: 1px solid var(--line); margin: 0; padding: 10px 0; font: 16px/1.4 var(--serif); }
.tries { margin-top: 12px; }
.tries del { font: 700 17px var(--mono); color: var(--soft); text-decoration-color: var(--accent); text-decoration-thickness: 2px; min-width: 3ch; }
.verdict { flex-basis: 100%; font: 600 17px var(--serif); color: var(--accent); margin: 0; }
.verdict:empty { display: none; }
.sum .unknown { color: var(--soft); border-bottom: 3px dashed var(--line); padding: 0 .5em 2px; }
.foot .play, .foot .ask { display: inline-flex; align-items: center; gap: 8px; font-size: 14px; padding-inline: 12px; }
.foot .left > .quiet:first-child { margin-inline-start: -12px; }
.foot .mark { display: inline-grid; place-items: center; width: 1.35em; height: 1.35em; border: 1.5px solid; border-radius: 4px; font: 700 12px var(--mono); }

.staged.presenting { position: fixed; inset: 0; z-index: 2147483000; background: var(--paper); overflow: auto; outline: none; }
.lesson:has(> .presenting) > .side { visibility: hidden; }
.presenting .stage-root { height: 100%; display: grid; }
.presenting .lesson-stage { padding: 12px 32px 0; }
.presented .say { font-size: calc(30px * var(--large, 1)); }
.presented .say.asks { font-size: calc(25px * var(--large, 1)); }
.presented .aside { zoom: calc(1.2 * var(--large, 1)); }
.presented .aside { margin-top: 12px; }
.presented .scene.beside { column-gap: 48px; }
.presented .scene.beside:has(.asks) { grid-template-columns: minmax(calc(232px * var(--large, 1)), calc(410px * var(--large, 1))) auto; }
.presented .scene.beside:has(.asks) .aside { zoom: var(--large, 1); }
.presented.narrow { padding-inline: 12px; }
@media (max-width: 1200px) { .presented .aside { zoom: 1; } }
.presented.narrow .say { font-size: 20px; }
.presented.narrow .say.asks { font-size: 18px; }
.presented.narrow .aside { zoom: 1; }
.presented .sum-line { margin-top: 18px; }
.dots { display: flex; align-items: center; gap: 16px; min-height: 44px; font-size: 17px; }
.dots b { flex: 1; }
.dots ol { display: flex; gap: 2px; margin: 0; padding: 0; list-style: none; }
.dots li button { display: grid; place-items: center; width: 24px; height: 24px; padding: 0; border: 0; background: none; }
.dots li button::before { content: ''; width: 11px; height: 11px; border-radius: 6px; background: var(--line); }
.dots li button.done::before { background: var(--soft); }
.dots li button[aria-current] { width: 38px; }
.dots li button[aria-current]::before { width: 30px; background: var(--accent); }
.dots .quiet { flex: 1; text-align: end; }
.dots kbd { font: 12px var(--mono); border: 1px solid var(--line); border-radius: 4px; padding: 1px 5px; }
.ring { position: fixed; left: -65px; top: -65px; width: 130px; height: 130px; border-radius: 50%; pointer-events: none; z-index: 5; border: 2px solid color-mix(in srgb, var(--accent) 70%, transparent); background: radial-gradient(circle, color-mix(in srgb, var(--accent) 30%, transparent), color-mix(in srgb, var(--accent) 12%, transparent)); }
.ring[hidden] { display: none; }

/* Where a step would have to be scrolled, the figure needs the room more than the field: there are answers to pick, and Next shows the right one. */
.tight .question:has(.picks) .ask-row { display: none; }
.tight :is(.scene, .figure) { padding-block: 0; margin-block: 3px 0; }
.tight .aside { margin-block: 5px 0; }
.tight .curve-figure .figures { display: none; }
.tight .aside, .tight .picks { gap: 6px 10px; }
.tight .progress { margin-top: 0; }
.tight .progress button { min-height: 29px; }
.tight .say { font-size: 16.5px; line-height: 1.3; margin-top: 2px; }
.tight .words .say.asks { font-size: 16px; margin-top: 3px; }
.tight .words:has(.asks) .say:not(.asks) { font-size: 14.5px; }
.tight .picks { margin-top: 0; }
.tight .picks button { min-height: 36px; padding-inline: 11px; font-size: 15px; }
.tight .sum-line { margin-top: 2px; }
.tight .sum { line-height: 1.25; }

/* The controls of the room stand below the stage. */
.lesson.by-step { display: block; }
.by-step > .side { margin-top: 24px; }
.by-step > .side > .inspector, .by-step > .side > .legend { display: none; }
@media (forced-colors: active) {
  .foot .next { forced-color-adjust: none; background: ButtonText; color: ButtonFace; border-color: ButtonText; }
  .progress li.now { border-color: Highlight; }
  .placed .lit, .working { border-color: Highlight; }
  .say mark { color: CanvasText; }
}
@media (prefers-reduced-motion: reduce) { .say mark { transition: none; } }
`;

/** The style of the stage. */
export const stageSheet = sheetOf(CSS);

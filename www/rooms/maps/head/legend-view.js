import { number } from '../../../format/display.js';
import { html, useLayoutEffect, useRef } from '../../../ui/html.js';
import { legendOf } from '../large/panel-view.js';
import { pattern } from './paint-cells.js';
import { picture } from './paint.js';
import { barOf, endsOf, scaleTicks } from './scale.js';
/** @import { Colors } from './paint.js' */
/** @import { Scene } from './scene.js' */
/** @import { Viewport } from './viewport.js' */

/** The number of colors of a bar. */
const COLORS = 256;
/** The side of a sample, in CSS pixels. */
const SAMPLE = 14;

/**
 * The legend, painted by the same code as the map.
 *
 * @param {{ scene: Scene, colors: Colors, difference: Colors | null, viewport: Viewport | null }} props
 */
export function Legend({ scene, colors, difference, viewport }) {
  const { t, state, inks, large } = scene;
  const { a, b } = scene.shown;
  const { ratio } = scene.appearance;
  const ends = endsOf(t, state, a?.spec.values ?? 'none', { a: a?.info, b: b?.info }, colors.scale);
  return html`<div class="legend" part="legend" role="group" aria-label=${t.legend}>
    <${Bar} colors=${colors} ends=${ends} />
    ${
      difference &&
      html`<${Bar}
        colors=${difference}
        ends=${t.ends.difference({ high: number(difference.scale.high, 4) })}
      />`
    }
    ${a?.info?.large && viewport && html`<p class="pooled">${legendOf(large, a.info, viewport, ratio)}</p>`}
    <p class="samples">
      <${Sample} kind="hatch" text=${a?.info?.large ? large.masked : t.hatch} inks=${inks} ratio=${ratio} />
      <${Sample} kind="cross" text=${t.crosses} inks=${inks} ratio=${ratio} />
    </p>
  </div>`;
}

/** @param {{ colors: Colors, ends: string }} props */
function Bar({ colors, ends }) {
  const { map, theme, scale } = colors;
  const canvas = useRef(/** @type {HTMLCanvasElement | null} */ (null));
  useLayoutEffect(() => {
    const values = { rows: 1, cols: COLORS, data: barOf(scale, COLORS) };
    canvas.current?.getContext('2d')?.drawImage(picture(values, colors).canvas, 0, 0);
  }, [map, theme, scale.kind, scale.low, scale.high, scale.quantiles]);
  const tick = (/** @type {ReturnType<typeof scaleTicks>[number]} */ { at, text, share }) =>
    html`<span class=${at === 1 ? 'last' : at === 0 ? 'first' : ''} style=${{ left: `${at * 100}%` }}>
      ${text}${share && html`<small>${share}</small>`}
    </span>`;
  return html`<div class="bar">
    <span class="ends">${ends}</span>
    <canvas ref=${canvas} width=${COLORS} height="1" aria-hidden="true"></canvas>
    <span class="ticks">${scaleTicks(scale).map(tick)}</span>
  </div>`;
}

/** @param {{ kind: 'hatch' | 'cross', text: string, inks: Scene['inks'], ratio: number }} props */
function Sample({ kind, text, inks, ratio }) {
  const canvas = useRef(/** @type {HTMLCanvasElement | null} */ (null));
  const side = Math.round(SAMPLE * ratio);
  useLayoutEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    context.clearRect(0, 0, side, side);
    context.fillStyle = pattern(context, kind, ratio, inks);
    context.fillRect(0, 0, side, side);
  }, [side, ...Object.values(inks)]);
  return html`<span class="sample">
    <canvas ref=${canvas} width=${side} height=${side} aria-hidden="true"></canvas><span>${text}</span>
  </span>`;
}

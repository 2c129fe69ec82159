import { paintMap } from './program.js';
import { number } from '../../format/display.js';
import { localized } from '../../format/separator.js';
import { Canvas } from '../../ui/controls.js';
import { html, useLayoutEffect, useMemo, useRef } from '../../ui/html.js';
import { Popover } from '../../ui/popover.js';
import { HeadKeys } from './chosen/chosen-view.js';
import { paintRamps } from './chosen/colors.js';
import { hatchText } from './head/absent.js';
import { pattern } from './head/paint-cells.js';
import { barOf, endsOf, scaleTicks } from './head/scale.js';
import { legendOf } from './large/panel-view.js';
import { pooledEnd, signedScale, thumbnailScale } from './overview/atlas.js';
import { longValue } from './overview/figures.js';
import { isSigned } from './reading/layers.js';
/** @import { Language } from '../../state/languages.js' */
/** @import { View } from '../../ui/html.js' */
/** @import { Patterns } from './head/absent.js' */
/** @import { Colors } from './head/tiles.js' */
/** @import { Scene } from './head/scene.js' */
/** @import { Viewport } from './head/viewport.js' */
/** @import { MapsData, MapsModel } from './types.js' */

/** The number of colors of a bar. */
const COLORS = 256;
/** The sizes of the color bars of the head, of its short legend, and of the thumbnails, in CSS pixels. */
const [HEAD, SHORT, THUMBNAILS] = [
  { width: 280, height: 10 },
  { width: 96, height: 10 },
  { width: 84, height: 9 },
];
/** The size of the color bar of the index of heads, in CSS pixels. */
export const TINTS = { width: 96, height: 9 };
/** The side of a sample, in CSS pixels. */
const SAMPLE = 14;

/**
 * The legend of the map of a head, painted by the same code.
 *
 * @param {{ scene: Scene, colors: Colors, difference: Colors | null, viewport: Viewport | null, patterns: Patterns }} props
 */
export function HeadLegend(props) {
  const { scene, colors, difference, viewport, patterns } = props;
  const { hatch, cross } = patterns;
  const { t, language, state, inks, large } = scene;
  const { a, b } = scene.shown;
  const { ratio } = scene.appearance;
  const pixelText = a?.info && viewport ? legendOf(large, a.info, viewport, ratio) : '';
  const ends = endsOf(t, state, a?.spec.values ?? 'none', { a: a?.info, b: b?.info }, colors.scale, language);
  return html`<div class="legend" part="legend" role="group" aria-label=${t.legend}>
    <${Bar} ...${{ colors, ends, language }} />
    ${Keys(props)}
    ${
      difference &&
      html`<${Bar}
        colors=${difference}
        ends=${t.ends.difference({ high: localized(number(difference.scale.high, 4), language) })}
        language=${language}
      />`
    }
    ${pixelText && html`<p class="pooled">${pixelText}</p>`}
    ${
      (hatch || cross) &&
      html`<p class="samples">
        ${hatch && html`<${Sample} kind="hatch" text=${hatchOf(scene)} ...${{ inks, ratio }} />`}
        ${cross && html`<${Sample} kind="cross" text=${t.crosses} ...${{ inks, ratio }} />`}
      </p>`
    }
  </div>`;
}

/**
 * The short legend below a head, which opens the whole one with the options for the colors. If colors do not
 * go from 0 to 1, a note below says what they mean.
 *
 * @param {Parameters<typeof HeadLegend>[0] & { children?: View }} props - `children`: the options
 */
export function ShortLegend({ children, ...props }) {
  const { scene, colors, difference, viewport, patterns } = props;
  const { t, language, state, inks, large } = scene;
  const { ratio } = scene.appearance;
  const { a, b } = scene.shown;
  const values = a?.spec.values ?? 'none';
  const pixelText = a?.info && viewport ? legendOf(large, a.info, viewport, ratio) : '';
  const ends = endsOf(t, state, values, { a: a?.info, b: b?.info }, colors.scale, language);
  const isPlain = state.scale === 'unit' || (state.scale === 'auto' && colors.scale.high === 1);
  const end = (/** @type {number} */ value) => html`<span class="end">${longValue(value, language)}</span>`;
  const bar = html`<span
      >${a?.info?.isDifference && !a.info.isSigned ? t.differenceOf : t.weights[values]}</span
    >
    ${end(colors.scale.low)} <${ColorBar} ...${colors} size=${SHORT} /> ${end(colors.scale.high)}`;
  // What is visible below the map is not repeated.
  const whole = { ...props, viewport: null, patterns: { hatch: false, cross: false } };
  const sample = (/** @type {'hatch' | 'cross'} */ kind, /** @type {string} */ text) =>
    patterns[kind] && html`<${Sample} ...${{ kind, text, inks, ratio }} />`;
  return html`<${Popover} name="weight" label=${bar} about=${t.color}>
      <${HeadLegend} ...${whole} />
      ${children}
    <//>
    ${
      difference &&
      html`<span class="difference-bar"
        ><span>${t.maps.difference}</span> ${end(difference.scale.low)}
        <${ColorBar} ...${difference} size=${SHORT} /> ${end(difference.scale.high)}</span
      >`
    }
    ${Keys(props)}${sample('hatch', hatchOf(scene))}${sample('cross', t.crosses)}
    ${!isPlain && !difference && html`<p class="scale-note">${ends}</p>`}
    ${pixelText && html`<p class="scale-note pooled">${pixelText}</p>`}`;
}

/** Which color is which head. @param {Pick<Parameters<typeof HeadLegend>[0], 'scene' | 'colors'>} props */
function Keys({ scene: { state, data, chosen }, colors: { heads = [], theme } }) {
  return heads.length > 0 && html`<${HeadKeys} ...${{ state, data, theme, label: chosen.keys }} />`;
}

/**
 * A color bar, painted like the cells: one line for each head that has a color.
 *
 * @param {Colors & { size: { width: number, height: number } }} props
 */
export function ColorBar({ map, theme, scale, heads = [], size }) {
  const image = useMemo(() => {
    const values = { rows: 1, cols: COLORS, data: barOf(scale, COLORS) };
    const pixels = /** @type {Uint8ClampedArray<ArrayBuffer>} */ (
      heads.length > 0
        ? paintRamps(values.data, heads.length, { map, theme, scale })
        : paintMap({ ...values, map, theme, scale })
    );
    return new ImageData(pixels, COLORS);
  }, [heads.length, map, theme, scale.kind, scale.low, scale.high, scale.quantiles]);
  return html`<${Canvas} class=${heads.length > 0 ? 'lines' : ''} image=${image} ...${size} />`;
}

/** @param {{ colors: Colors, ends: string, language: Language }} props */
function Bar({ colors, ends, language }) {
  const tick = (/** @type {ReturnType<typeof scaleTicks>[number]} */ { at, text, share }) =>
    html`<span class=${at === 1 ? 'last' : at === 0 ? 'first' : ''} style=${{ left: `${at * 100}%` }}>
      ${text}${share && html`<small>${share}</small>`}
    </span>`;
  return html`<div class="bar">
    <span class="ends">${ends}</span>
    <${ColorBar} ...${colors} size=${HEAD} />
    <span class="ticks">${scaleTicks(colors.scale, language).map(tick)}</span>
  </div>`;
}

/** What the hatch of a head means. @param {Scene} scene */
const hatchOf = ({ absent, shown, t, large }) =>
  hatchText(absent, shown.a?.info?.large !== undefined, { masked: large.masked, gone: t.hatch });

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

/**
 * The legend of the thumbnails.
 *
 * @param {{ model: MapsModel, data: MapsData, isGrid: boolean }} props - `isGrid`: layers down, heads across
 */
export function OverviewLegend({ model: { state, t, appearance, openScale }, data, isGrid }) {
  const words = t.maps.overview;
  const scale = thumbnailScale(state.scale, data, openScale);
  const axes = isGrid ? words.axes : words.flowAxes;
  const plain = scale.kind === 'diverging' ? t.maps.head.differenceOf : words.shown;
  const shown = scale.kind === 'log' ? words.shownLog : plain;
  const isPooled =
    state.scale === 'auto' && scale.kind === 'sequential' && scale.high < 1 && pooledEnd(data, openScale);
  const pooled = isPooled ? ` ${words.pooled}` : '';
  const kept = state.scale === 'row' || state.scale === 'percentile' ? ` ${words.unitKept}` : '';
  const { layers } = data.reading;
  const signed = Array.from({ length: layers }).filter((_, layer) => isSigned(data.reading, layer)).length;
  const scales = [
    ...(signed < layers ? [scale] : []),
    ...(signed > 0 ? [signedScale(state.scale, data, openScale)] : []),
  ];
  return html`<div class="legend">
    <span><span class="axes">${axes} </span>${`${shown}${kept}${pooled}`}</span>
    ${scales.map(
      (each) =>
        html`<span class="scale">
          <span>${longValue(each.low, t.language)}</span>
          <${ColorBar} map=${state.map} theme=${appearance.theme} scale=${each} size=${THUMBNAILS} />
          <span>${longValue(each.high, t.language)}</span>
        </span>`,
    )}
  </div>`;
}

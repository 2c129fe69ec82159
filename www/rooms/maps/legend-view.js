import { paintMap } from './program.js';
import { number, localized } from '../../format/display.js';
import { Canvas } from '../../ui/controls.js';
import { html, useLayoutEffect, useMemo, useRef } from '../../ui/html.js';
import { Popover } from '../../ui/popover.js';
import { HeadKeys } from './chosen/chosen-view.js';
import { barPixels } from './chosen/colors.js';
import { hatchText } from './head/absent.js';
import { pattern } from './head/paint-cells.js';
import { endsOf, scaleTicks } from './head/scale.js';
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
/** The sizes of color bars: of the head, its short legend, the thumbnails and the index, in CSS pixels. */
const [HEAD, SHORT, THUMBNAILS, TINTS] = [
  { width: 280, height: 10 },
  { width: 64, height: 10 },
  { width: 84, height: 9 },
  { width: 96, height: 9 },
];
/** The side of a sample, in CSS pixels. */
const SAMPLE = 14;

/** @typedef {{ scene: Scene, colors: Colors, difference: Colors | null, viewport: Viewport | null, patterns: Patterns }} HeadProps */

/**
 * What the legends of the map of a head say: what the colors are, what their ends mean, and the cells of a
 * pixel.
 *
 * @param {HeadProps} props
 */
function textsOf({ scene, colors, viewport }) {
  const { t, language, state, large, shown, appearance } = scene;
  const { a, b } = shown;
  const values = a?.spec.values ?? 'none';
  return {
    what: a?.info?.isDifference && !a.info.isSigned ? t.differenceOf : t.weights[values],
    ends: endsOf(t, state, values, { a: a?.info, b: b?.info }, colors.scale, language),
    pixels: a?.info && viewport ? legendOf(large, a.info, viewport, appearance.ratio) : '',
  };
}

/** The legend of the map of a head, painted by the same code. @param {HeadProps} props */
export function HeadLegend(props) {
  const { scene, colors, difference, patterns } = props;
  const { t, language } = scene;
  const { ends, pixels } = textsOf(props);
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
    ${pixels && html`<p class="pooled">${pixels}</p>`}
    ${(patterns.hatch || patterns.cross) && html`<p class="samples">${samplesOf(props)}</p>`}
  </div>`;
}

/**
 * The short legend below a head, which opens the whole one with the options for the colors. If colors do not
 * go from 0 to 1, a note below says what they mean.
 *
 * @param {HeadProps & { children?: View }} props - `children`: the options
 */
export function ShortLegend({ children, ...props }) {
  const { scene, colors, difference } = props;
  const { t, language, state } = scene;
  const { what, ends, pixels } = textsOf(props);
  const isPlain = state.scale === 'unit' || (state.scale === 'auto' && colors.scale.high === 1);
  const end = (/** @type {number} */ value) => html`<span class="end">${longValue(value, language)}</span>`;
  const bar = (/** @type {string} */ name, /** @type {Colors} */ of) =>
    html`<span>${name}</span> ${end(of.scale.low)}
      <${ColorBar} ...${of} size=${SHORT} /> ${end(of.scale.high)}`;
  const note = !isPlain && !difference && html`<p class="scale-note">${ends}</p>`;
  const below = pixels && html`<p class="scale-note pooled">${pixels}</p>`;
  // What is visible below the map is not repeated.
  const whole = { ...props, viewport: null, patterns: { hatch: false, cross: false } };
  return html`<${Popover} name="weight" label=${bar(what, colors)} about=${t.color}>
      <${HeadLegend} ...${whole} />
      ${children}
    <//>
    ${difference && html`<span class="difference-bar">${bar(t.maps.difference, difference)}</span>`}
    ${[Keys(props), ...samplesOf(props), note, below]}`;
}

/** The patterns of the map and what they mean. @param {HeadProps} props */
function samplesOf({ scene: { absent, shown, t, large, inks, appearance }, patterns }) {
  const { ratio } = appearance;
  const isLarge = shown.a?.info?.large !== undefined;
  const hatch = hatchText(absent, isLarge, { masked: large.masked, gone: t.hatch });
  return [
    patterns.hatch && html`<${Sample} kind="hatch" text=${hatch} ...${{ inks, ratio }} />`,
    patterns.cross && html`<${Sample} kind="cross" text=${t.crosses} ...${{ inks, ratio }} />`,
  ];
}

/** Which color is which head. @param {HeadProps} props */
function Keys({ scene: { state, data, chosen }, colors: { heads = [], theme } }) {
  return heads.length > 0 && html`<${HeadKeys} ...${{ state, data, theme, label: chosen.keys }} />`;
}

/**
 * A color bar, painted like the cells: one line for each head that has a color.
 *
 * @param {Colors & { size: { width: number, height: number } }} props
 */
function ColorBar({ map, theme, scale, heads = [], size }) {
  const image = useMemo(() => {
    const pixels = barPixels(scale, COLORS, heads.length, { map, theme, scale }, paintMap);
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
export function OverviewLegend({ model, data, isGrid }) {
  const { state, t, openScale } = model;
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
    ${scales.map((scale) => html`<${Scale} ...${{ model, scale }} />`)}
  </div>`;
}

/**
 * A color bar of the heads between its ends, the first after a name.
 *
 * @param {{ model: MapsModel, scale: Colors['scale'], name?: string }} props
 */
export function Scale({ model: { state, t, appearance }, scale, name = '' }) {
  const size = name ? TINTS : THUMBNAILS;
  return html`<span class="scale">
    <span>${(name && `${name} `) + longValue(scale.low, t.language)}</span>
    <${ColorBar} map=${state.map} theme=${appearance.theme} scale=${scale} size=${size} />
    <span>${longValue(scale.high, t.language)}</span>
  </span>`;
}

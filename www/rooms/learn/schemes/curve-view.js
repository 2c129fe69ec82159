import { listed, localized } from '../../../format/display.js';
import { inSum } from '../numbers.js';
import { SCHEMES } from '../../../figure/schemes.js';
import { html, useLayoutEffect, useRef, useState } from '../../../ui/html.js';
import { Setting } from '../../../ui/setting.js';
import { DISTANCE } from '../settings.js';
import { distanceAt, frameOf, isInside, path, ticks, xAt, yAt } from './plot.js';
import { linear, Slider } from './slider.js';
/** @import { Distance, Model, SchemesCompared } from '../../../types.js' */
/** @import { Frame } from './plot.js' */
/** @import { Scheme } from '../../../figure/schemes.js' */
/** @import { SliderProps } from './slider.js' */

/**
 * The height of the drawing in CSS pixels: `usual`, `least` where it grows into a given height, and `fitted`
 * is the least height on the first screen.
 */
const HEIGHT = { least: 150, usual: 210, fitted: 96 };
/** The space between the drawing and the end of the screen, in CSS pixels. */
const BELOW = 6;
/** The width of a sample of a curve, in CSS pixels. */
const SAMPLE = 34;

/** @typedef {(patch: Partial<Distance>, phase?: 'drag' | 'commit') => string | null} Change */
/** @typedef {Model & { compared: SchemesCompared }} ComparedModel */

/** @param {number} value @param {number} most */
export function isDistance(value, most) {
  return Number.isInteger(value) && value >= 0 && value <= most;
}

/**
 * The height of the drawing on the first screen, after the elements above it are drawn.
 *
 * @param {Element} view
 */
export function fittedHeight(view) {
  const top = view.querySelector('.plot')?.getBoundingClientRect().top ?? 0;
  return Math.max(HEIGHT.fitted, Math.min(HEIGHT.usual, Math.floor(innerHeight - top - scrollY - BELOW)));
}

/**
 * The score of one query and one key by their distance: a curve for each position encoding, and the numbers
 * at one distance.
 *
 * @param {object} props
 * @param {ComparedModel} props.model
 * @param {number} props.width - in CSS pixels
 * @param {boolean} [props.isGrown] - whether the style sheet makes the drawing as high as there is room
 * @param {number | null} [props.fitted] - the height of the drawing, if it is fitted to the first screen
 * @param {Change} props.change
 */
export function Curve({ model, width, isGrown = false, fitted = null, change }) {
  const { state, lesson, compared, language, t } = model;
  const words = t.positions;
  const plot = useRef(/** @type {Element | null} */ (null));
  // The layout alone decides the height, so it is the same however often this was drawn before.
  const height = fitted ?? (isGrown ? HEIGHT.least : HEIGHT.usual);
  const [shown, setShown] = useState(height);
  useLayoutEffect(() => {
    const observer = new ResizeObserver(([{ contentRect }]) => setShown(contentRect.height));
    observer.observe(/** @type {Element} */ (plot.current));
    return () => observer.disconnect();
  }, []);
  const { none, sinusoidal, rope, alibi } = compared.curves.scores;
  const frame = frameOf(
    { none: none.data, sinusoidal: sinusoidal.data, rope: rope.data, alibi: alibi.data },
    Math.max(280, width) - 36,
    shown,
  );
  /** @param {PointerEvent} event */
  function onPointer({ type, buttons, clientX, pointerId, currentTarget }) {
    const svg = /** @type {Element} */ (currentTarget);
    if (type === 'pointermove' && buttons !== 1) return;
    if (type === 'pointerdown') svg.setPointerCapture(pointerId);
    // On large screens the drawing is enlarged.
    const box = svg.getBoundingClientRect();
    change(
      { distance: distanceAt(frame, ((clientX - box.left) * frame.width) / box.width) },
      type === 'pointerdown' || type === 'pointermove' ? 'drag' : 'commit',
    );
  }
  const { distance, query, key } = state.distance;
  const { at, turns } = compared.curves;
  const values = SCHEMES.map((scheme) => `${words.schemes[scheme]} ${inSum(model, at[scheme])}`);
  const angles = Array.from(turns.data, (angle) => inSum(model, angle));
  return html`<section class="band apart">
    <div class="head">
      <h3>${words.curves({ query: lesson.tokens[query], key: lesson.tokens[key] })}</h3>
      <div class="tools"><${Tools} model=${model} change=${change} /></div>
    </div>
    <svg
      class="plot"
      ref=${plot}
      role="img"
      viewBox=${`0 0 ${frame.width} ${frame.height}`}
      width=${frame.width}
      height=${height}
      aria-label=${words.plot({ distance: String(distance), values: listed(values, language) })}
      onPointerDown=${onPointer}
      onPointerMove=${onPointer}
      onPointerUp=${onPointer}
      onPointerCancel=${onPointer}
    >
      <${Drawing} model=${model} frame=${frame} />
    </svg>
    <dl class="values" aria-live="polite">
      ${SCHEMES.map((scheme) => html`<${Value} ...${{ model, scheme, frame }} />`)}
    </dl>
    <p class="figures">
      ${angles.length === 0 ? words.turnsNone : words.turns({ distance: String(distance), angles: listed(angles, language) })}
    </p>
    <p class="figures pick">${words.pick}</p>
  </section>`;
}

/** The distance and the range of distances. @param {{ model: Model, change: Change }} props */
function Tools({ model: { state, language, t }, change }) {
  const words = t.positions;
  const { distance, reach } = state.distance;
  /** @type {SliderProps['change']} */
  const changeDistance = (value, phase) =>
    isDistance(value, reach)
      ? change({ distance: value }, phase)
      : words.errors.distance({ reach: String(reach) });
  const changeReach = (/** @type {number} */ value) =>
    change({ reach: value, distance: Math.min(distance, value) });
  return html`
    <${Slider}
      language=${language}
      label=${words.distance}
      value=${distance}
      scale=${linear(reach)}
      change=${changeDistance}
      notANumber=${t.inputErrors.wants}
    />
    <${Setting} field=${DISTANCE.reach} label=${words.reach} value=${reach} change=${changeReach} />
  `;
}

/** @param {{ model: ComparedModel, frame: Frame }} props */
function Drawing({ model: { state, compared, language, t }, frame }) {
  const { distance, query, key } = state.distance;
  const { scores, at } = compared.curves;
  const { margin, width, height, reach } = frame;
  const bottom = height - margin.bottom;
  const x = xAt(frame, distance);
  const inMatrix = query - key;
  const isInReach = inMatrix >= 0 && inMatrix <= reach;
  // The inner SVG clips the curves.
  const inner = { x: 0, y: margin.top, width, height: bottom - margin.top };
  return html`
    ${ticks(frame.low, frame.high).map((value) => {
      const y = yAt(frame, value);
      return html`
        <line
          class=${value === 0 ? 'zero' : 'tick'}
          x1=${margin.left}
          x2=${width - margin.right}
          y1=${y}
          y2=${y}
        />
        <text x=${margin.left - 8} y=${y + 4} text-anchor="end"
          >${localized(String(value).replace('-', '−'), language)}</text
        >
      `;
    })}
    ${[0, 1, 2, 3, 4].map((quarter) => {
      const value = (quarter * reach) / 4;
      const anchor = quarter === 4 ? 'end' : 'middle';
      return html`<text x=${xAt(frame, value)} y=${height - 7} text-anchor=${anchor}
        >${localized(String(value), language)}</text
      >`;
    })}
    ${isInReach && html`<line class="tick" x1=${xAt(frame, inMatrix)} x2=${xAt(frame, inMatrix)} y1=${margin.top} y2=${bottom} />`}
    <svg ...${inner} viewBox=${Object.values(inner).join(' ')}>
      ${SCHEMES.map((scheme) => html`<path class=${`curve ${scheme}`} d=${path(frame, scores[scheme].data)} />`)}
    </svg>
    <line class="marker" x1=${x} x2=${x} y1=${margin.top} y2=${bottom} />
    ${SCHEMES.filter((scheme) => isInside(frame, at[scheme])).map(
      (scheme) => html`<circle class=${`dot ${scheme}`} cx=${x} cy=${yAt(frame, at[scheme])} r="4" />`,
    )}
    ${
      // Above the marker and the curves, which may cross the text.
      isInReach &&
      html`<text class="over" x=${xAt(frame, inMatrix) + 4} y=${bottom - 4}>${t.positions.inMatrix}</text>`
    }
  `;
}

/**
 * The value of an encoding at the distance, with a sample of its curve.
 *
 * @param {{ model: ComparedModel, scheme: Scheme, frame: Frame }} props
 */
function Value({ model, scheme, frame }) {
  const { compared, t } = model;
  const value = compared.curves.at[scheme];
  const isOutside = !Number.isNaN(value) && !isInside(frame, value);
  return html`<div>
    <dt>
      <svg width=${SAMPLE} height="10" aria-hidden="true">
        <path class=${`curve ${scheme}`} d=${`M0 5L${SAMPLE} 5`} />
      </svg>
      ${t.positions.titles[scheme]}
    </dt>
    <dd>${inSum(model, value)}${isOutside && html`<small>${` ${t.positions.outside}`}</small>`}</dd>
  </div>`;
}

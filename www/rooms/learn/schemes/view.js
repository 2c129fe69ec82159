import { inNextFrame } from '../../../ui/idle.js';
import { html, useLayoutEffect, useState } from '../../../ui/html.js';
import { Setting } from '../../../ui/setting.js';
import { SWITCHES } from '../settings.js';
import { bandsOf } from '../views/bands.js';
import { heightLeft, isFitted } from '../views/first-screen.js';
import { MatrixBand } from '../views/matrix.js';
import { useFolds } from '../views/whole-view.js';
import { RANGES } from '../lessons/by-hand.js';
import { Curve, fittedHeight, isDistance } from './curve-view.js';
import { SchemeCard } from './scheme-card.js';
import { SCHEMES } from '../../../figure/schemes.js';
import { linear, logarithmic, Slider } from './slider.js';
/** @import { Model, Switches } from '../../../types.js' */
/** @import { SliderProps } from './slider.js' */
/** @import { WholeProps } from '../views/whole-view.js' */

/** The height of a cell of an input, in CSS pixels. */
const INPUT_HEIGHT = 22;

/** Estimated heights of the inputs, of folded inputs, and of the curves, in CSS pixels. */
const [INPUTS_HEIGHT, FOLDED, CURVES] = [400, 30, 230];
/** The estimated height of a card in addition to its cells, in CSS pixels, and its rows of cells. */
const CARD = 200;
const CARD_ROWS = 10;
/** The least and greatest height of a cell of a card, and its height in a scrolled page, in CSS pixels. */
const [LOWEST, HIGHEST, SCROLLED] = [18, 30, 22];

/** The scales of the sliders. */
const BASES = logarithmic(RANGES.base);
const SHIFTS = linear(RANGES.shift[1]);

/** Below this width there is one column of cards, in CSS pixels; as in the style. */
const NARROW = 560;

/**
 * The whole view of the lesson on position encodings: four encodings side by side, one score over distance,
 * and the inputs that they share. Folded inputs are above the cards, where they are visible at once;
 * otherwise they are at the end.
 *
 * @param {WholeProps} props
 */
export function Schemes({ model, marks, host, actions, isEmbedded }) {
  const { state } = model;
  const { unfolded, fold } = useFolds(host);
  /** The height of the curves on the first screen. */
  const [fitted, setFitted] = useState(/** @type {number | null} */ (null));
  const isWide = !isEmbedded && isFitted(host) && state.tables !== 'all';
  const available = isWide ? heightLeft(host) : Infinity;
  const isFolding = available < INPUTS_HEIGHT + CURVES + CARD + CARD_ROWS * LOWEST;
  const forCells = available - CURVES - CARD - (isFolding ? FOLDED : INPUTS_HEIGHT);
  const cellHeight = isWide
    ? Math.max(LOWEST, Math.min(HIGHEST, Math.floor(forCells / CARD_ROWS)))
    : SCROLLED;
  // The cards have their heights in the next frame.
  useLayoutEffect(() => (isWide ? inNextFrame(() => setFitted(fittedHeight(host))) : undefined));
  const isNarrow = host.clientWidth > 0 && host.clientWidth < NARROW;
  const [cards, shared] = bandsOf(model);
  const places = shared.places.map((place) => {
    const { id } = place;
    const isSelected = state.cursor?.matrix === id || state.tables.includes(id);
    const isFolded = isFolding && !isSelected && !unfolded.has(id);
    return { ...place, isFolded, isUnfolded: isFolding && !isFolded && !isSelected };
  });
  const compared = /** @type {Parameters<typeof Curve>[0]['model']} */ (model);
  const change = actions.moveDistance;
  const inputs = html`<${MatrixBand}
    key="inputs"
    ...${{ model, band: { ...shared, places }, marks, fold, height: INPUT_HEIGHT, actions, isFolded: isFolding }}
  />`;
  return html`<div class="schemes">
    ${isFolding && inputs}
    <section key="cards" class="band">
      <div class="head">
        <h3>${cards.heading}</h3>
        <div class="tools"><${Tools} ...${{ model, change, choose: actions.choose }} /></div>
      </div>
      <div class="cards">
        ${SCHEMES.map(
          (scheme) =>
            html`<${SchemeCard}
              key=${scheme}
              ...${{ scheme, model, marks, isNarrow, cellHeight, change, actions }}
            />`,
        )}
      </div>
    </section>
    <${Curve} key="curve" ...${{ model: compared, fitted, width: host.clientWidth, change }} />
    ${!isFolding && inputs}
  </div>`;
}

/**
 * The settings of all encodings.
 *
 * @param {{ model: Model } & Pick<WholeProps['actions'], 'choose'> & { change: WholeProps['actions']['moveDistance'] }} props
 */
function Tools({ model: { state, switches, language, t }, change, choose }) {
  const { base, shift, errors } = t.positions;
  const { mask, choices } = t.computation;
  const maxShift = RANGES.shift[1];
  /** @type {SliderProps['change']} */
  const changeBase = (value, phase) => (value > 0 ? change({ base: value }, phase) : errors.base);
  /** @type {SliderProps['change']} */
  const changeShift = (value, phase) =>
    isDistance(value, maxShift) ? change({ shift: value }, phase) : errors.shift({ most: String(maxShift) });
  const notANumber = t.inputErrors.wants;
  return html`
    <${Slider}
      ...${{ language, label: base, value: state.distance.base, scale: BASES, change: changeBase, notANumber }}
    />
    <${Slider}
      ...${{ language, label: shift, value: state.distance.shift, scale: SHIFTS, change: changeShift, notANumber }}
    />
    <${Setting}
      field=${SWITCHES.mask}
      label=${mask}
      value=${switches.mask}
      texts=${choices.mask}
      change=${(/** @type {Switches['mask']} */ value) => choose('mask', value)}
    />
  `;
}

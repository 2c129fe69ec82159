import { inSum } from '../../../figure/digits.js';
import { element, segments, setText } from '../../../ui/dom.js';
import { shape } from '../views/plane-view.js';
import { row } from '../../../ui/row.js';
import { DISTANCE, REACHES } from '../lessons/distance.js';
import { distanceAt, frameOf, isInside, path, ticks, xAt, yAt } from './plot.js';
import { SCHEMES } from '../../../figure/schemes.js';
import { slider } from './slider.js';
/** @import { Distance, Model } from '../../../types.js' */
/** @import { Frame } from './plot.js' */

/**
 * The height of the drawing, CSS pixels: at least, at most, what stands around it, and at least where it is
 * fitted to the first screen.
 */
const HEIGHT = { least: 150, usual: 210, most: 460, around: 190, fitted: 96 };
/** Between the drawing and the end of the screen, CSS pixels. */
const BELOW = 6;
const SAMPLE = 34;

/**
 * What becomes of one score when its query moves away from its key: four curves, and their numbers at one
 * distance.
 *
 * @param {(patch: Partial<Distance>, phase?: 'drag' | 'commit') => string | null} change
 */
export function curveView(change) {
  const heading = element('h3');
  const tools = element('div', { class: 'tools' });
  const svg = /** @type {SVGSVGElement} */ (shape('svg', { class: 'plot', role: 'img' }));
  const values = element('dl', { class: 'values', 'aria-live': 'polite' });
  const turns = element('p', { class: 'figures' });
  const pick = element('p', { class: 'figures pick' });
  const node = element(
    'section',
    { class: 'band apart' },
    element('div', { class: 'head' }, heading, tools),
    svg,
    values,
    turns,
    pick,
  );
  /** @type {Frame | null} */
  let frame = null;
  /** @type {Distance} */
  let now = DISTANCE;
  let update = () => {};
  let built = '';
  /** The height of the drawing where it is fitted. @type {number | null} */
  let fitted = null;

  /** @param {Model} model */
  function build({ t }) {
    const words = t.positions;
    const reach = segments(
      words.reach,
      REACHES.map((each) => [String(each), String(each)]),
      (value) => change({ reach: Number(value), distance: Math.min(now.distance, Number(value)) }),
    );
    const distance = slider(
      words.distance,
      { max: REACHES[0] },
      (value, phase) => {
        return isPlace(value, now.reach)
          ? change({ distance: value }, phase)
          : words.errors.distance(String(now.reach));
      },
      t.errors.wants,
    );
    update = () => {
      reach.update(String(now.reach));
      distance.update(now.distance, now.reach);
    };
    tools.replaceChildren(distance.node, row(words.reach, reach.node));
  }

  /** @param {PointerEvent} event */
  const point = (event) => {
    if (!frame || (event.type === 'pointermove' && event.buttons !== 1)) return;
    if (event.type === 'pointerdown') svg.setPointerCapture(event.pointerId);
    const moving = event.type === 'pointerdown' || event.type === 'pointermove';
    // On large screens the drawing is enlarged.
    const { left, width } = svg.getBoundingClientRect();
    change(
      { distance: distanceAt(frame, ((event.clientX - left) * frame.width) / width) },
      moving ? 'drag' : 'commit',
    );
  };
  for (const type of /** @type {const} */ (['pointerdown', 'pointermove', 'pointerup', 'pointercancel']))
    svg.addEventListener(type, point);

  /** What stands around the drawing, as it was drawn last. */
  function aroundNow() {
    const drawn = svg.clientHeight;
    return drawn > 0 ? Math.max(0, node.clientHeight - drawn) : HEIGHT.around;
  }

  return {
    node,
    /**
     * Fits the drawing to what is left of the first screen, once what stands above it is drawn. Answers
     * whether that changed.
     */
    fit() {
      const { top } = svg.getBoundingClientRect();
      const height = Math.floor(innerHeight - top - scrollY - BELOW);
      const next = Math.max(HEIGHT.fitted, Math.min(HEIGHT.usual, height));
      const isOther = next !== fitted;
      fitted = next;
      return isOther;
    },
    /** @param {Model} model @param {number} [room] - the height that there is for all of it, CSS pixels */
    update(model, room = 0) {
      const { state, lesson, compared, language, t } = model;
      if (!compared) return;
      now = state.distance;
      const free = room > 0 && Number.isFinite(room) ? room - aroundNow() : HEIGHT.usual;
      const height = fitted ?? Math.max(HEIGHT.least, Math.min(HEIGHT.most, free));
      if (language !== built) build(model);
      built = language;
      update();
      const words = t.positions;
      setText(heading, words.curves(lesson.tokens[state.distance.query], lesson.tokens[state.distance.key]));
      const { none, sinusoidal, rope, alibi } = compared.curves.scores;
      frame = frameOf(
        { none: none.data, sinusoidal: sinusoidal.data, rope: rope.data, alibi: alibi.data },
        Math.max(280, svg.parentElement?.clientWidth ?? 0) - 36,
        height,
      );
      const said = SCHEMES.map(
        (scheme) => `${words.schemes[scheme]} ${inSum(state, compared.curves.at[scheme])}`,
      );
      svg.setAttribute('viewBox', `0 0 ${frame.width} ${height}`);
      svg.setAttribute('width', String(frame.width));
      svg.setAttribute('height', String(height));
      svg.setAttribute('aria-label', words.plot(String(state.distance.distance), said.join(', ')));
      svg.replaceChildren(...drawing(model, frame));
      values.replaceChildren(
        ...SCHEMES.map((scheme) => valueLine(model, scheme, /** @type {Frame} */ (frame))),
      );
      const angles = Array.from(compared.curves.turns.data, (angle) => inSum(state, angle));
      setText(
        turns,
        angles.length === 0
          ? words.turnsNone
          : words.turns(String(state.distance.distance), angles.join(', ')),
      );
      setText(pick, words.pick);
    },
  };
}

/** @param {number} value @param {number} most */
export function isPlace(value, most) {
  return Number.isInteger(value) && value >= 0 && value <= most;
}

/** @param {Model} model @param {Frame} frame */
function drawing({ state, compared, t }, frame) {
  const { distance, query, key } = state.distance;
  const bottom = frame.height - frame.margin.bottom;
  const x = xAt(frame, distance);
  const apart = query - key;
  const isInReach = apart >= 0 && apart <= frame.reach;
  // A drawing in the drawing cuts off what leaves it.
  const inside = { x: 0, y: frame.margin.top, width: frame.width, height: bottom - frame.margin.top };
  const lines = shape('svg', { ...inside, viewBox: Object.values(inside).join(' ') });
  const scores = compared?.curves.scores;
  for (const scheme of SCHEMES)
    if (scores)
      lines.append(shape('path', { class: `curve ${scheme}`, d: path(frame, scores[scheme].data) }));
  return [
    ...ticks(frame.low, frame.high).flatMap((value) => [
      shape('line', {
        class: value === 0 ? 'zero' : 'tick',
        x1: frame.margin.left,
        x2: frame.width - frame.margin.right,
        y1: yAt(frame, value),
        y2: yAt(frame, value),
      }),
      shape(
        'text',
        { x: frame.margin.left - 8, y: yAt(frame, value) + 4, 'text-anchor': 'end' },
        String(value).replace('-', '−'),
      ),
    ]),
    ...[0, 1, 2, 3, 4]
      .map((quarter) => (quarter * frame.reach) / 4)
      .map((each) =>
        shape(
          'text',
          {
            x: xAt(frame, each),
            y: frame.height - 7,
            'text-anchor': each === frame.reach ? 'end' : 'middle',
          },
          String(each),
        ),
      ),
    ...(isInReach
      ? [
          shape('line', {
            class: 'tick',
            x1: xAt(frame, apart),
            x2: xAt(frame, apart),
            y1: frame.margin.top,
            y2: bottom,
          }),
        ]
      : []),
    lines,
    shape('line', { class: 'marker', x1: x, x2: x, y1: frame.margin.top, y2: bottom }),
    ...SCHEMES.filter((scheme) => compared && isInside(frame, compared.curves.at[scheme])).map((scheme) =>
      shape('circle', {
        class: `dot ${scheme}`,
        cx: x,
        cy: yAt(frame, compared?.curves.at[scheme] ?? 0),
        r: 4,
      }),
    ),
    // Over the lines: the marker and a curve may run through it.
    ...(isInReach
      ? [shape('text', { class: 'over', x: xAt(frame, apart) + 4, y: bottom - 4 }, t.positions.inMatrix)]
      : []),
  ];
}

/**
 * A scheme's line as it is drawn, its name, and its number at the distance.
 *
 * @param {Model} model @param {import('../../../figure/schemes.js').Scheme} scheme @param {Frame} frame
 */
function valueLine({ state, compared, t }, scheme, frame) {
  const value = compared?.curves.at[scheme] ?? 0;
  const sample = shape('svg', { width: SAMPLE, height: 10, 'aria-hidden': 'true' });
  sample.append(shape('path', { class: `curve ${scheme}`, d: `M0 5L${SAMPLE} 5` }));
  const outside =
    Number.isNaN(value) || isInside(frame, value) ? null : element('small', {}, ` ${t.positions.outside}`);
  const name = element('dt', {});
  name.append(sample, t.positions.titles[scheme]);
  return element('div', {}, name, element('dd', {}, inSum(state, value), outside));
}

import { MASKED, UNPICKED } from '../ui/cell-digits.js';
import { element, setText } from '../ui/dom.js';
/** @import { Scale, State } from '../types.js' */
/** @import { Appearance } from '../element/surroundings.js' */

/**
 * The meaning of the colors and marks of a figure. The texts at both ends of a bar are `low` and `high`.
 *
 * @typedef {object} Legend
 * @property {State['map']} map
 * @property {{ kind: Scale['kind'], low: string, high: string, text: string }[]} bars
 * @property {{ kind: 'hatch' | 'unpicked' | 'cross' | 'frame' | 'dashed', text: string }[]} samples
 */

/** @typedef {Pick<typeof import('../engine/painting.js'), 'legend' | 'paint'>} Engine */
/** @typedef {Pick<Appearance, 'theme' | 'ratio'> & { map: State['map'] }} Look */

/** The size of the color bar, in CSS pixels. */
const WIDTH = 150;
const HEIGHT = 12;
/** The value and the state of the cell of a sample. */
const CELLS = {
  hatch: { value: 0, state: MASKED },
  unpicked: { value: 0, state: UNPICKED },
  cross: { value: NaN, state: 0 },
};
/** The side of a sample cell, in CSS pixels. */
const SAMPLE = 18;

/**
 * Draws a legend after the children that its node already has.
 *
 * @param {Engine} engine
 * @param {HTMLElement} node
 * @returns {(legend: Legend, appearance: Pick<Appearance, 'theme' | 'ratio'>) => void}
 */
export function legendPainter(engine, node) {
  const before = [...node.children];
  const bars = kept(() => bar(engine));
  const samples = kept((kind) =>
    kind in CELLS ? sample(engine, /** @type {keyof typeof CELLS} */ (kind)) : outline(kind),
  );
  return (legend, { theme, ratio }) => {
    const look = { map: legend.map, theme, ratio };
    const drawn = [
      ...legend.bars.map((each, at) => bars(String(at)).draw(each, look)),
      ...legend.samples.map((each) => samples(each.kind).draw(each, look)),
    ];
    const children = [...before, ...drawn];
    if (children.length !== node.children.length || children.some((each, at) => each !== node.children[at]))
      node.replaceChildren(...children);
  };
}

/**
 * Makes each thing once.
 *
 * @template T
 * @param {(name: string) => T} make
 * @returns {(name: string) => T}
 */
function kept(make) {
  /** @type {Map<string, T>} */
  const made = new Map();
  return (name) => {
    const thing = made.get(name) ?? make(name);
    made.set(name, thing);
    return thing;
  };
}

/**
 * A canvas that is painted when its look changes.
 *
 * @param {number} width - in CSS pixels
 * @param {number} height
 */
function swatch(width, height) {
  const canvas = element('canvas', { 'aria-hidden': 'true' });
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  let painted = '';
  /** @param {Look & { kind?: string }} look @param {(size: { width: number, height: number }) => ImageData} paint */
  const draw = (look, paint) => {
    const now = JSON.stringify(look);
    if (now === painted) return;
    painted = now;
    const image = paint({ width: Math.round(width * look.ratio), height: Math.round(height * look.ratio) });
    canvas.width = image.width;
    canvas.height = image.height;
    canvas.getContext('2d')?.putImageData(image, 0, 0);
  };
  return { canvas, draw };
}

/** A color bar with its ends and its caption. @param {Engine} engine */
function bar(engine) {
  const { canvas, draw } = swatch(WIDTH, HEIGHT);
  const [low, high, text] = [element('span'), element('span'), element('span', { class: 'means' })];
  const node = element('div', { class: 'bar' }, element('div', { class: 'scale' }, low, canvas, high), text);
  return {
    /** @param {Legend['bars'][number]} content @param {Look} look */
    draw({ kind, ...content }, { map, theme, ratio }) {
      setText(low, content.low);
      setText(high, content.high);
      setText(text, content.text);
      draw({ map, kind, theme, ratio }, (size) => engine.legend({ map, kind, theme, ...size }).image);
      return node;
    },
  };
}

/** A cell without a weight, with its meaning. @param {Engine} engine @param {keyof typeof CELLS} kind */
function sample(engine, kind) {
  const { canvas, draw } = swatch(SAMPLE, SAMPLE);
  const text = element('span');
  const node = element('div', { class: 'sample' }, canvas, text);
  const cell = { rows: 1, cols: 1, gap: 0, kind: /** @type {const} */ ('sequential'), low: 0, high: 1 };
  const { value, state } = CELLS[kind];
  return {
    /** @param {{ text: string }} content @param {Look} look */
    draw(content, look) {
      setText(text, content.text);
      draw(look, ({ width, height }) => {
        const options = { ...cell, cellWidth: width, cellHeight: height, map: look.map, theme: look.theme };
        return engine.paint(options, Float64Array.of(value), Uint8Array.of(state)).image;
      });
      return node;
    },
  };
}

/** An outline with its meaning. The style sheet draws it. @param {string} kind - `frame` or `dashed` */
function outline(kind) {
  const node = element('p', { class: kind === 'dashed' ? 'outline dashed' : 'outline' });
  return {
    /** @param {{ text: string }} content */
    draw({ text }) {
      setText(node, text);
      return node;
    },
  };
}

import { element, setText } from '../../../ui/dom.js';
import { number } from '../../../format/display.js';
import { drawnFrom } from '../session.js';
/** @import { Appearance } from '../../../element/appearance.js' */
/** @import { FigureModel } from '../types.js' */

const [WIDTH, HEIGHT, SAMPLE] = [110, 10, 14];

/**
 * What the colours mean, below the canvas that has them: masked is a hatch, and no colour of a scale.
 *
 * @param {Pick<typeof import('../../../engine/masks.js'), 'legend' | 'maskDraw'>} engine
 * @param {(patch: { scale: 'one' | 'largest' }) => void} look
 */
export function legendView(engine, look) {
  const bars = { pattern: sample(), scores: bar('scores'), weights: bar('weights') };
  const masked = sample();
  const scale = element('button', {
    type: 'button',
    class: 'link',
    onclick: () => look({ scale: scale.value === 'one' ? 'largest' : 'one' }),
  });
  const nodes = {
    pattern: element('div', { class: 'legend', part: 'legend' }, bars.pattern.node, masked.node),
    scores: element('div', { class: 'legend', part: 'legend' }, bars.scores.node),
    weights: element('div', { class: 'legend', part: 'legend' }, bars.weights.node, scale),
  };
  let painted = '';

  /** @param {FigureModel['state']} state @param {Appearance} look */
  function paint(state, { theme, ratio }) {
    const { map } = state;
    const now = `${map} ${theme} ${ratio}`;
    if (now === painted) return;
    painted = now;
    const size = { width: Math.round(WIDTH * ratio), height: Math.round(HEIGHT * ratio) };
    put(bars.scores.canvas, engine.legend({ map, kind: 'diverging', theme, ...size }).image);
    put(bars.weights.canvas, engine.legend({ map, kind: 'sequential', theme, ...size }).image);
    const side = Math.round(SAMPLE * ratio);
    // Asked for as the maps are: other scores would take the place of theirs, which take long to work out for many tokens.
    const one = { ...drawnFrom(state), queries: 1, keys: 1, cellWidth: side, cellHeight: side, map, theme };
    put(bars.pattern.canvas, engine.maskDraw({ ...one, text: 'all' }).pattern);
    put(masked.canvas, engine.maskDraw({ ...one, text: 'none' }).pattern);
  }

  return {
    nodes,
    /** @param {FigureModel} model @param {import('../../../engine/masks.js').MaskDrawing['scale']} ends @param {Appearance} appearance */
    update({ state, t: { masks: words } }, { scores, weights }, appearance) {
      paint(state, appearance);
      setText(bars.pattern.text, words.allowed);
      setText(masked.text, words.maskedSample);
      bars.scores.say(number(scores.low, 2), number(scores.high, 2));
      bars.weights.say(number(weights.low, 4), number(weights.high, 4));
      scale.value = state.scale;
      setText(scale, state.scale === 'one' ? words.toLargest : words.toOne);
    },
  };
}

/** @param {HTMLCanvasElement} canvas @param {ImageData} image */
function put(canvas, image) {
  canvas.width = image.width;
  canvas.height = image.height;
  canvas.getContext('2d')?.putImageData(image, 0, 0);
}

/** @param {string} kind */
function bar(kind) {
  const canvas = element('canvas', { 'aria-hidden': 'true', class: kind });
  canvas.style.width = `${WIDTH}px`;
  canvas.style.height = `${HEIGHT}px`;
  const [low, high] = [element('span'), element('span')];
  /** @param {string} from @param {string} to */
  const say = (from, to) => {
    setText(low, from);
    setText(high, to);
  };
  return { node: element('span', { class: 'scale' }, low, canvas, high), canvas, say };
}

function sample() {
  const canvas = element('canvas', { 'aria-hidden': 'true' });
  canvas.style.width = canvas.style.height = `${SAMPLE}px`;
  const text = element('span');
  return { node: element('span', { class: 'sample' }, canvas, text), canvas, text };
}

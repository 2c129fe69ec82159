import { number } from '../../../format/display.js';
import { element, setText } from '../../../ui/dom.js';
import { pattern } from './draw-cells.js';
import { picture } from './paint.js';
import { barOf, endsOf, scaleTicks } from './scale.js';
/** @import { Colours } from './paint.js' */
/** @import { Scene } from './scene.js' */

/** Colours of a bar, and the side of a sample, CSS pixels. */
const [STEPS, SAMPLE] = [256, 14];

/** What the colours mean, always beside them: painted as the map is. */
export function legendView() {
  const bars = { weights: bar(), difference: bar() };
  const samples = { hatch: sample(), crosses: sample() };
  const below = element('p', { class: 'samples' }, samples.hatch.node, samples.crosses.node);
  const node = element(
    'div',
    { class: 'legend', part: 'legend', role: 'group' },
    bars.weights.node,
    bars.difference.node,
    below,
  );
  let sampled = '';

  return {
    node,
    /** @param {Scene} scene @param {Colours} colours @param {Colours | null} difference */
    update(scene, colours, difference) {
      const {
        t,
        state,
        shown,
        inks,
        appearance: { ratio },
      } = scene;
      node.setAttribute('aria-label', t.legend);
      const { a, b } = shown;
      bars.weights.update(
        colours,
        endsOf(t, state, a?.spec.values ?? 'none', { a: a?.info, b: b?.info }, colours.scale),
      );
      bars.difference.node.hidden = difference === null;
      if (difference) bars.difference.update(difference, t.ends.difference(number(difference.scale.high, 4)));
      setText(samples.hatch.text, t.hatch);
      setText(samples.crosses.text, t.crosses);
      const now = `${Object.values(inks).join()} ${ratio}`;
      if (now === sampled) return;
      sampled = now;
      for (const [name, kind] of /** @type {const} */ ([
        ['hatch', 'hatch'],
        ['crosses', 'cross'],
      ])) {
        const { canvas } = samples[name];
        canvas.width = canvas.height = Math.round(SAMPLE * ratio);
        const context = canvas.getContext('2d');
        if (!context) continue;
        context.fillStyle = pattern(context, kind, ratio, inks);
        context.fillRect(0, 0, canvas.width, canvas.height);
      }
    },
  };
}

function bar() {
  const text = element('span', { class: 'ends' });
  const canvas = element('canvas', { 'aria-hidden': 'true' });
  const axis = element('span', { class: 'ticks' });
  const node = element('div', { class: 'bar' }, text, canvas, axis);
  let painted = '';
  /** @param {Colours} colours @param {string} ends */
  const update = (colours, ends) => {
    setText(text, ends);
    const now = JSON.stringify(colours, (_, value) => (value instanceof Float32Array ? value.join() : value));
    if (now === painted) return;
    painted = now;
    const { canvas: image } = picture({ rows: 1, cols: STEPS, data: barOf(colours.scale, STEPS) }, colours);
    [canvas.width, canvas.height] = [STEPS, 1];
    canvas.getContext('2d')?.drawImage(image, 0, 0);
    axis.replaceChildren(
      ...scaleTicks(colours.scale).map(({ at, text: value, share }) => {
        const tick = element('span', {}, value, share ? element('small', {}, share) : null);
        tick.style.left = `${at * 100}%`;
        tick.classList.toggle('last', at === 1);
        tick.classList.toggle('first', at === 0);
        return tick;
      }),
    );
  };
  return { node, update };
}

function sample() {
  const canvas = element('canvas', { 'aria-hidden': 'true' });
  const text = element('span');
  return { node: element('span', { class: 'sample' }, canvas, text), canvas, text };
}

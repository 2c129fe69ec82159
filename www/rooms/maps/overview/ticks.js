import { element } from '../../../ui/dom.js';

const SVG = 'http://www.w3.org/2000/svg';
/** The strip in its own units; it is stretched to the room that there is. */
const [WIDTH, HEIGHT] = [400, 10];

/** A strip in which each value is a tick: those between two ends are dark, and one may stand out. */
export function ticks() {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', `0 0 ${WIDTH} ${HEIGHT}`);
  svg.setAttribute('preserveAspectRatio', 'none');
  const parts = ['outside', 'inside', 'this'].map((name) => {
    const path = document.createElementNS(SVG, 'path');
    path.setAttribute('class', name);
    svg.append(path);
    return path;
  });
  const node = element('span', { class: 'strip', 'aria-hidden': 'true' });
  node.append(svg);
  /** @type {unknown[]} */
  let drawn = [];

  return {
    node,
    /** @param {number[]} values @param {{ least: number, most: number }} ends - of the strip @param {{ least: number, most: number }} between @param {number | null} [one] */
    show(values, ends, between, one = null) {
      const now = [values, ends.least, ends.most, between.least, between.most, one];
      if (now.every((part, place) => part === drawn[place])) return;
      drawn = now;
      const at = (/** @type {number} */ value) =>
        Math.round(1 + ((value - ends.least) / (ends.most - ends.least || 1)) * (WIDTH - 2));
      const inside = (/** @type {number} */ value) => value >= between.least && value <= between.most;
      [values.filter((value) => !inside(value)), values.filter(inside), one === null ? [] : [one]].forEach(
        (some, part) => {
          parts[part].setAttribute('d', [...new Set(some.map(at))].map((x) => `M${x} 0v${HEIGHT}`).join(''));
        },
      );
    },
  };
}

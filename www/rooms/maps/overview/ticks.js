import { html, useMemo } from '../../../ui/html.js';

/** The size of the strip in its own units. It is stretched to the available width. */
const [WIDTH, HEIGHT] = [400, 10];

/**
 * A strip in which each value is a tick. The ticks in a range are dark, and one may be highlighted.
 *
 * @param {object} props
 * @param {number[]} props.values
 * @param {{ least: number, most: number }} props.ends - the values at both ends of the strip
 * @param {{ least: number, most: number } | null} [props.between]
 * @param {number | null} [props.highlighted]
 */
export function Ticks({ values, ends, between = null, highlighted = null }) {
  const paths = useMemo(() => {
    const at = (/** @type {number} */ value) =>
      Math.round(1 + ((value - ends.least) / (ends.most - ends.least || 1)) * (WIDTH - 2));
    const inside = (/** @type {number} */ value) =>
      between !== null && value >= between.least && value <= between.most;
    const path = (/** @type {number[]} */ some) =>
      [...new Set(some.map(at))].map((x) => `M${x} 0v${HEIGHT}`).join('');
    return {
      outside: path(values.filter((value) => !inside(value))),
      inside: path(values.filter(inside)),
      this: path(highlighted === null ? [] : [highlighted]),
    };
  }, [values, ends.least, ends.most, between?.least, between?.most, highlighted]);
  return html`<span class="strip" aria-hidden="true">
    <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none">
      ${Object.entries(paths).map(([name, d]) => html`<path class=${name} d=${d} />`)}
    </svg>
  </span>`;
}

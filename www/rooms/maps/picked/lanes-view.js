import { html, useMemo, useRef } from '../../../ui/html.js';
import { highest, lanesOf } from './parts.js';
import { useColors } from './picture.js';
/** @import { Shown } from './entries-view.js' */

/**
 * The row of a query in two lanes with one axis of tokens: the entries, each as wide as its tokens, and the
 * tokens that it sees by themselves.
 *
 * @param {Shown & { spoken: string }} props
 */
export function Lanes({ scene, words, found, query, name, tokens, sinks, m, chosen, choose, spoken }) {
  const [upper, lower] = [1, 2].map(() => useRef(/** @type {any} */ (null)));
  const position = query + scene.data.reading.offset - sinks;
  const { row, seen } = found;
  const high = highest(row.subarray(sinks));
  const lanes = useMemo(() => lanesOf(found, { tokens, sinks, position }), [found, tokens, sinks, position]);
  [upper, lower].forEach((canvas, at) =>
    useColors(canvas, found, scene, () => ({ weights: lanes[at], sides: [1, tokens], high })),
  );
  const share = (/** @type {number} */ part) => `${(100 * part) / tokens}%`;
  const first = chosen && Math.max(0, chosen.first - (found.pooling?.pooled === 2 * m ? m : 0));
  const start = seen[0] ?? 0;
  const step = 10 ** Math.max(0, Math.ceil(Math.log10(tokens / 10)));
  const ticks = Array.from({ length: Math.ceil(tokens / step) }, (_, at) => at * step);
  return html`<div
    class="lanes"
    role="application"
    tabindex="0"
    aria-label=${`${words.label({ query: name })}. ${spoken}`}
    aria-describedby="entries-keys"
  >
    <span class="lane-name"
      >${words.entries}<small>${words.wide({ n: Math.floor(tokens / m), m })}</small></span
    >
    <div
      class="lane"
      onClick=${(/** @type {MouseEvent} */ event) => {
        const { left, width } = upper.current.getBoundingClientRect();
        choose(Math.floor((((event.clientX - left) / width) * tokens) / m));
      }}
    >
      <canvas ref=${upper} aria-hidden="true"></canvas>
      <i class="entry-bounds" style=${{ '--entry': share(m) }}></i>
      ${
        chosen &&
        first !== null &&
        html`<i
            class="pooled-frame"
            style=${{ left: share(first), width: share(chosen.last + 1 - first) }}
          ></i>
          <i class="entry-frame" style=${{ left: share(chosen.first), width: share(m) }}></i>`
      }
    </div>
    <span class="lane-name">${words.single}</span>
    <div class="lane">
      <canvas ref=${lower} aria-hidden="true"></canvas>
      ${start > tokens / 3 && html`<span class="far" style=${{ width: share(start) }}>${words.far}</span>`}
      <i class="query-mark" style=${{ left: share(position + 0.5) }}></i>
    </div>
    <span></span>
    <div class="lane-axis" aria-hidden="true">
      ${ticks.map((tick) => html`<span style=${{ left: share(tick) }}>${tick}</span>`)}
    </div>
    <p class="states">
      <span class="state picked">${words.states.picked}</span>
      <span class="state other">${words.states.other}</span>
      <span class="state hidden-key">${words.states.hidden}</span>
    </p>
  </div>`;
}

import { html, useMemo } from '../../../ui/html.js';
import { Cells } from './cells-view.js';
import { borderShapes } from './kept-scene.js';
import { highest, lanesOf } from './parts.js';
import { frameOf } from './picture.js';
/** @import { Shown } from './entries-view.js' */
/** @import { Cells as Grid } from './kept-scene.js' */

/**
 * The row of a query in two lanes with one axis of tokens: the entries, each as wide as its tokens, and the
 * tokens that it sees by themselves.
 *
 * @param {Shown & { spoken: string }} props
 */
export function Lanes({ scene, words, found, query, name, tokens, sinks, m, chosen, choose, spoken }) {
  const position = query + scene.data.reading.offset - sinks;
  const { row, seen } = found;
  const high = highest(row.subarray(sinks));
  const lanes = useMemo(() => lanesOf(found, { tokens, sinks, position }), [found, tokens, sinks, position]);
  const weightsOf = (/** @type {0 | 1} */ at) => () => ({
    weights: lanes[at],
    sides: [1, tokens],
    high,
  });
  const lane = { scene, found, size: [1, tokens], named: { class: 'lane' } };
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
    <${Cells}
      ...${lane}
      weightsOf=${weightsOf(0)}
      choose=${(/** @type {number} */ _, /** @type {number} */ col) => choose(Math.floor(col / m))}
      shapesOf=${(/** @type {Grid} */ cells) => [
        ...borderShapes({ rows: 0, cols: m }, cells, { stroke: scene.inks.paper, thickness: 1 }),
        ...(chosen ? [frameOf(cells, { col: chosen.first, cols: m }, scene.inks)] : []),
      ]}
    >
      ${chosen && first !== null && html`<i class="pooled-frame" style=${{ left: share(first), width: share(chosen.last + 1 - first) }}></i>`}
    <//>
    <span class="lane-name">${words.single}</span>
    <${Cells} ...${lane} weightsOf=${weightsOf(1)} choose=${() => {}}>
      ${start > tokens / 3 && html`<span class="far" style=${{ width: share(start) }}>${words.far}</span>`}
      <i class="query-mark" style=${{ left: share(position + 0.5) }}></i>
    <//>
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

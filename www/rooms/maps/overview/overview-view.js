import { Mounted } from '../../../ui/controls.js';
import { html, useLayoutEffect, useMemo, useRef, useState } from '../../../ui/html.js';
import { Chosen } from '../chosen/chosen-view.js';
import { isLarge } from '../large/shape.js';
import { BestHeads, isIndexed } from './best-view.js';
import { Filter } from './filter-view.js';
import { leastWidth } from './geometry.js';
import { headsView } from './heads-view.js';
import { ScatterView, Table } from '../later-view.js';
import { LayerRules } from '../layers/runs-view.js';
import { pointed } from '../scatter/pointed.js';
import { firstPoints } from '../scatter/points.js';
import { OverviewLegend } from '../legend-view.js';
import { listHeads } from './order.js';
import { Sort } from './sort-view.js';
import { heightAtOnce } from '../fold.js';
/** @import { MapsData, MapsModel, MapsState } from '../types.js' */

/**
 * The overview: all heads, sorted and filtered by their measures, as thumbnails and as a table.
 *
 * @param {object} props
 * @param {MapsModel} props.model
 * @param {(patch: Partial<MapsState>) => void} props.look - changes how the state is shown, without an undo
 *   step
 * @param {(patch: Partial<MapsState>) => void} props.change - changes the state, with an undo step
 * @param {boolean} [props.isFigure] - whether it is embedded: a layer of a figure may take several lines
 */
export function Overview(props) {
  return props.model.data && html`<${Heads} ...${props} data=${props.model.data} />`;
}

/** @param {Parameters<typeof Overview>[0] & { data: MapsData }} props */
function Heads({ model, data, look, change, isFigure = false }) {
  const { state, t } = model;
  const words = t.maps.overview;
  const { sort, order, measure, alike, filter, layer, head, scatter } = state;
  const [isTable, setTable] = useState(false);
  const [link] = useState(pointed);
  const choosing = useRef(false);
  const [isChoosing, setChoosing] = useState(false);
  choosing.current = isChoosing;
  const actions = { look, change, link, isChoosing: () => choosing.current };
  const [thumbnails] = useState(() => headsView(actions));
  const list = useMemo(
    () => listHeads(data, state),
    [data, sort, order, measure, alike, filter, alike && `${layer}:${head}`],
  );
  const [space, setSpace] = useState(Infinity);
  const isIndex = isIndexed(list, !isFigure && leastWidth(data.reading.heads) > space);
  useLayoutEffect(() => {
    thumbnails.update(model, list, { isIndex, height: isFigure ? Infinity : heightAtOnce(thumbnails.node) });
    setSpace(thumbnails.node.clientWidth || Infinity);
  });
  const open = (/** @type {{ layer: number, head: number }} */ target) => {
    if (state.source === 'head') look(target);
    else change({ ...target, source: 'head' });
  };
  return html`<section class="overview">
    <${Sort} model=${model} passing=${list.passing} look=${look} />
    <${LayerRules} model=${model} open=${open} />
    ${scatter && html`<${ScatterView} ...${{ model, data, scatter, look, open, link }} />`}
    ${
      (isChoosing || state.chosen.length > 0) &&
      html`<${Chosen} ...${{ model, data, list, isChoosing, setChoosing, change }} />`
    }
    <${Mounted} node=${thumbnails.node} />
    ${isIndex && html`<${BestHeads} ...${{ model, data, list, ...actions }} />`}
    <${Filter} model=${model} change=${change} />
    <div class="foot">
      <${OverviewLegend} model=${model} data=${data} isGrid=${!list.flow} />
      <button
        type="button"
        class="link"
        aria-expanded=${String(scatter !== null)}
        hidden=${data.heads.length < 2}
        onClick=${() => look({ scatter: scatter ? null : firstPoints(data.heads) })}
      >
        ${scatter ? t.maps.scatter.close : t.maps.scatter.open}
      </button>
      <button
        type="button"
        class="link"
        aria-pressed=${String(isChoosing)}
        hidden=${data.heads.length < 2 || isLarge(data.reading)}
        onClick=${() => setChoosing(!isChoosing)}
      >
        ${isChoosing ? t.maps.chosen.done : t.maps.chosen.choose}
      </button>
      <button type="button" class="link" aria-expanded=${String(isTable)} onClick=${() => setTable(!isTable)}>
        ${isTable ? words.withoutTable : words.asTable}
      </button>
    </div>
    ${isTable && html`<${Table} model=${model} heads=${list.heads} look=${look} open=${open} />`}
  </section>`;
}

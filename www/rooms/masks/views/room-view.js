import { CopyButton, Mounted } from '../../../ui/controls.js';
import { html, useMemo, useState } from '../../../ui/html.js';
import { Setting } from '../../../ui/setting.js';
import * as engine from '../../../engine/masks.js';
import { itemAt } from '../groups.js';
import { memoizedLast } from '../model.js';
import { masks } from '../settings.js';
import { CellReasons } from './cell-view.js';
import { Clauses } from './clauses-view.js';
import { Expression } from './expression-view.js';
import { Figures } from './figures-view.js';
import { THUMBNAIL_SIDE } from './handle-view.js';
import { Play } from './play-view.js';
import { Settings } from './settings-view.js';
import { Strip } from './strip-view.js';
import { useGroups } from './use-groups.js';
import { maskCode, maskPresets, maskRow } from '../../../engine/masks.js';
import { namedPresets } from '../presets.js';
import { number, localized } from '../../../format/display.js';
import { drawOptions } from '../session.js';
/** @import { MaskFigures } from '../../../engine/masks.js' */
/** @import { player } from '../player.js' */
/** @import { MaskActions, MaskModel, MaskState } from '../types.js' */
/** @import { Preset } from '../../../types.js' */

/**
 * The views around the maps in the room.
 *
 * @param {object} props
 * @param {MaskModel} props.model
 * @param {MaskFigures | null} props.costs - null if they are not computed yet
 * @param {HTMLElement} props.canvases - the maps
 * @param {HTMLElement} props.notice
 * @param {ReturnType<typeof player>} props.play
 * @param {MaskActions} props.actions
 */
export function RoomView({ model, costs, canvases, notice, play, actions }) {
  const shared = { model, actions };
  const groups = useGroups(model, actions);
  const [thumbnailsOf] = useState(() => memoizedLast(engine.maskThumbnails));
  const { text, queries, keys } = model.state;
  const thumbnails = thumbnailsOf(text, queries, keys, THUMBNAIL_SIDE);
  const chosen = groups.chosen.length > 0 ? itemAt(groups.root, groups.chosen)?.range : null;
  return html`
    <div class="main">
      <h2 class="hidden">${model.t.rooms.masks}</h2>
      <${Presets} ...${shared} />
      <${Expression} ...${shared} group=${chosen} />
      <${Mounted} node=${notice} />
      <div class="band">
        <${Mounted} node=${canvases} />
        <div class="tools">
          ${costs && html`<${Play} model=${model} costs=${costs} play=${play} />`}
          <${Brushes} ...${shared} />
        </div>
        <${Table} model=${model} />
        <${Strip} model=${model} point=${actions.point} />
      </div>
      ${costs && html`<${Figures} model=${model} costs=${costs} />`}
      <${Code} ...${shared} />
    </div>
    <div class="side">
      <${CellReasons} model=${model} />
      <${Clauses} ...${shared} groups=${groups} thumbnails=${thumbnails} />
      <${Settings} ...${shared} />
    </div>
  `;
}

/** The control of the brush. @param {{ model: MaskModel, actions: MaskActions }} props */
function Brushes({ model: { state, t }, actions }) {
  const words = t.masks;
  return html`<div class="brushes">
    <${Setting}
      field=${masks.fields.brush}
      label=${words.brush}
      value=${state.brush}
      texts=${words.brushes}
      hints=${Object.fromEntries(masks.fields.brush.choices.map((each) => [each, words.brushHelp]))}
      change=${(/** @type {typeof state.brush} */ brush) => actions.show({ brush })}
    />
  </div>`;
}

/** The named masks. @param {{ model: MaskModel, actions: MaskActions }} props */
function Presets({ model: { state, t }, actions }) {
  const presets = useMemo(maskPresets, []);
  const item = (/** @type {Preset<MaskState>} */ { id, name, hint, isCurrent, apply }) => {
    const mark = isCurrent ? { 'aria-current': 'true' } : {};
    const choose = () => actions.change(apply, 'commit', true);
    return html`<li key=${id}>
      <button type="button" title=${hint} onClick=${choose} ...${mark}>${name}</button>
    </li>`;
  };
  return html`<ul class="presets" aria-label=${t.masks.presets}>
    ${namedPresets(presets, state, t).map(item)}
  </ul>`;
}

/** The mask as Python. @param {{ model: MaskModel, actions: MaskActions }} props */
function Code({ model: { state, t }, actions }) {
  const words = t.masks;
  const { text, queries, keys, code: chosen } = state;
  const code = useMemo(() => maskCode(text, queries, keys), [text, queries, keys])[chosen];
  return html`<section class="code">
    <div class="head">
      <h3>${words.code}</h3>
      <${Setting}
        field=${masks.fields.code}
        label=${words.code}
        value=${chosen}
        texts=${words.codes}
        isBare
        change=${(/** @type {typeof chosen} */ code) => actions.show({ code })}
      />
      <${CopyButton} text=${code} words=${words} />
    </div>
    <pre tabindex="0" role="region" aria-label=${words.code}><code>${code}</code></pre>
  </section>`;
}

/** The largest number of rows or columns of a table. */
const MAX_SIDE = 64;
const DECIMALS = 4;

/** One of the maps as a table. @param {{ model: MaskModel }} props */
function Table({ model }) {
  const { state, t, language } = model;
  const words = t.masks;
  const { table: map, text, queries, keys, seed, size, alibi, heads } = state;
  const fits = queries <= MAX_SIDE && keys <= MAX_SIDE;
  const table = useMemo(
    () => map && fits && tableOf(model, map),
    [map, text, queries, keys, seed, size, alibi, heads, language],
  );
  const label = map && words.tableCaption({ name: words.maps[map] });
  return html`<div hidden=${map === null}>
    <div class="tablebox" tabindex="0" role="group" aria-label=${label} hidden=${!fits}>${table}</div>
    <p class="no-table" role="status">${map !== null && !fits && words.noTable({ most: MAX_SIDE })}</p>
  </div>`;
}

/** @param {MaskModel} model @param {NonNullable<MaskModel['state']['table']>} map */
function tableOf({ state, language, t: { masks: words } }, map) {
  const row = (/** @type {unknown} */ _, /** @type {number} */ query) => {
    const values = maskRow(drawOptions(state), query);
    const cell = (/** @type {number} */ allowed, /** @type {number} */ key) => {
      const value = map === 'scores' ? values.masked[key] : values.weights[key];
      const shown = allowed ? localized(number(value, DECIMALS), language) : words.maskedCell;
      return html`<td class=${allowed ? '' : 'none'}>${map === 'pattern' ? allowed : shown}</td>`;
    };
    return html`<tr>
      <th scope="row">${query}</th>
      ${Array.from(values.allowed, cell)}
    </tr>`;
  };
  return html`<table>
    <caption>
      ${words.tableCaption({ name: words.maps[map] })}
    </caption>
    <thead>
      <tr>
        <td>${words.corner}</td>
        ${Array.from({ length: state.keys }, (_, key) => html`<th scope="col">${key}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${Array.from({ length: state.queries }, row)}
    </tbody>
  </table>`;
}

import { Mounted } from '../../../ui/controls.js';
import { html, useState } from '../../../ui/html.js';
import { Setting } from '../../../ui/setting.js';
import * as engine from '../../../engine/masks.js';
import { itemAt } from '../groups.js';
import { memoizedLast } from '../model.js';
import { masks } from '../settings.js';
import { CellReasons } from './cell-view.js';
import { Clauses } from './clauses-view.js';
import { Code } from './code-view.js';
import { Expression } from './expression-view.js';
import { Figures } from './figures-view.js';
import { THUMBNAIL_SIDE } from './handle-view.js';
import { Play } from './play-view.js';
import { Presets } from './presets-view.js';
import { Settings } from './settings-view.js';
import { Strip } from './strip-view.js';
import { Table } from './table-view.js';
import { useGroups } from './use-groups.js';
/** @import { MaskFigures } from '../../../engine/masks.js' */
/** @import { player } from '../player.js' */
/** @import { MaskActions, MaskModel } from '../types.js' */

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

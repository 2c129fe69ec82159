import { html } from '../../../ui/html.js';
import { Picked } from '../picked/picked-view.js';
import { TopKeys } from './top-view.js';
/** @import { MapInfo, MapsModel, MapsService, MapsState } from '../types.js' */
/** @import { RowOf } from './rows.js' */
/** @import { Scene } from './scene.js' */
/** @import { Cell } from './viewport.js' */

/**
 * The views of a head that are neither map nor lines: the table of a row, or picked keys.
 *
 * @param {object} props
 * @param {Scene} props.scene
 * @param {MapInfo} props.info
 * @param {RowOf} props.rowOf
 * @param {{ select: (cell: Cell) => void, look: (patch: Partial<MapsState>) => void }} props.actions
 * @param {() => MapsService | null} props.service
 * @param {MapsModel['t']['maps']['picked']} props.words - of picked keys
 */
export function OtherViews({ scene, info, rowOf, actions, service, words }) {
  const { view } = scene.state;
  if (view === 'table') return html`<${TopKeys} ...${{ scene, info, rowOf, select: actions.select }} />`;
  if (view === 'picked') return html`<${Picked} ...${{ scene, words, service, look: actions.look }} />`;
  return null;
}

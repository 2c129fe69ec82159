import { html } from '../../../ui/html.js';
import { ImageView, Picked } from '../later-view.js';
import { TopKeys } from './top-view.js';
/** @import { MapInfo, MapsModel, MapsService } from '../types.js' */
/** @import { RowOf } from './rows.js' */
/** @import { Scene } from './scene.js' */
/** @import { Colors } from './tiles.js' */
/** @import { ColumnOf } from '../text/columns.js' */

/**
 * The views of a head that are neither map nor lines: the table of a row, picked keys, or weights over a
 * picture.
 *
 * @param {object} props
 * @param {Scene} props.scene
 * @param {MapInfo} props.info
 * @param {Colors} props.colors
 * @param {RowOf} props.rowOf
 * @param {ColumnOf} props.columnOf
 * @param {Parameters<typeof ImageView>[0]['actions']} props.actions
 * @param {() => MapsService | null} props.service
 * @param {MapsModel['t']['maps']['picked']} props.words - of picked keys
 */
export function OtherViews({ scene, info, colors, rowOf, columnOf, actions, service, words }) {
  const { view } = scene.state;
  if (view === 'table') return html`<${TopKeys} ...${{ scene, info, rowOf, select: actions.select }} />`;
  if (view === 'picked') return html`<${Picked} ...${{ scene, words, service, look: actions.look }} />`;
  if (view === 'image') return html`<${ImageView} ...${{ scene, info, colors, rowOf, columnOf, actions }} />`;
  return null;
}

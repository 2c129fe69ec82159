import { html } from '../../../ui/html.js';
import { Entries, ImageView, Picked, SpeechTimes } from '../later-view.js';
import { compressRateOf } from '../reading/layers.js';
import { TopKeys } from './top-view.js';
/** @import { MapInfo, MapsModel, MapsService } from '../types.js' */
/** @import { ColumnOf, RowOf } from './numbers.js' */
/** @import { Scene } from './scene.js' */
/** @import { Colors } from './tiles.js' */

/**
 * The views of a head that are neither map nor lines: the table of a row, picked keys, or weights over a
 * picture; below a map of speech, the times of its tokens.
 *
 * @param {object} props
 * @param {Scene} props.scene
 * @param {MapInfo} props.info
 * @param {Colors} props.colors
 * @param {RowOf} props.rowOf
 * @param {ColumnOf} props.columnOf
 * @param {Parameters<typeof ImageView>[0]['actions']} props.actions
 * @param {() => MapsService | null} props.service
 * @param {MapsModel['t']['maps']} props.words
 */
export function OtherViews({ scene, info, colors, rowOf, columnOf, actions, service, words }) {
  const { view, layer, frameRate } = scene.state;
  if (view === 'table') return html`<${TopKeys} ...${{ scene, info, rowOf, select: actions.select }} />`;
  if (view === 'picked' && compressRateOf(scene.data.reading, layer) > 0)
    return html`<${Entries} ...${{ scene, words: words.entries, service, look: actions.look }} />`;
  if (view === 'picked')
    return html`<${Picked} ...${{ scene, words: words.picked, service, look: actions.look }} />`;
  if (view === 'image') return html`<${ImageView} ...${{ scene, info, colors, rowOf, columnOf, actions }} />`;
  if (view === 'map' && scene.path && frameRate !== null)
    return html`<${SpeechTimes} ...${{ scene, path: scene.path, frameRate, select: actions.select }} />`;
  return null;
}

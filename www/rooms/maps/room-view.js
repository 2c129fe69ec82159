import { Mounted } from '../../ui/controls.js';
import { html } from '../../ui/html.js';
import { DropFields, Files } from './drop-view.js';
import { Export } from './export/view.js';
import { LiveReading } from './live/reading-view.js';
import { LiveBar } from './live/text-view.js';
import { MakeHead } from './large/make-view.js';
import { Measures } from './overview/measures-view.js';
import { Overview } from './overview/overview-view.js';
import { Reading } from './reading/reading-view.js';
import { Warnings } from './reading/warnings-view.js';
/** @import { FileActions } from './drop-view.js' */
/** @import { headView } from './head/head-view.js' */
/** @import { liveRoom } from './live/live-room.js' */
/** @import { FilesStatus } from './model.js' */
/** @import { Corrections, MapsData, MapsModel, MapsService, MapsState } from './types.js' */

/**
 * The actions of the reader.
 *
 * @typedef {object} Actions
 * @property {FileActions} files
 * @property {(patch: Partial<MapsState>) => void} look - changes the state without an undo step
 * @property {(patch: Partial<MapsState>) => void} change - changes the state with an undo step
 * @property {(patch: Partial<Corrections>) => void} correct
 * @property {() => void} alike - turns sorting by similarity to the open head on or off
 * @property {(what: 'small' | 'sample') => void} example - opens the small model, or the sample
 */

/**
 * @param {object} props
 * @param {MapsModel} props.model
 * @param {FilesStatus} props.status
 * @param {File[] | null} props.dropped
 * @param {MapsState['file']} props.awaited
 * @param {boolean} props.dragging
 * @param {HTMLElement} props.notice
 * @param {() => MapsService | null} props.service
 * @param {ReturnType<typeof headView>} props.head
 * @param {ReturnType<typeof liveRoom> | null} props.live
 * @param {Actions} props.actions
 */
export function RoomView(props) {
  const { model, status, dropped, awaited, dragging, notice, service, head, live, actions } = props;
  const { data, t } = model;
  const { files, look, change, correct, alike, example } = actions;
  return html`
    ${live && html`<div class="text-place"><${LiveBar} ...${{ ...live, model, change, open: example }} /></div>`}
    <div class="text-place"><${Mounted} node=${head.text} /></div>
    <div class="left">
      <${Files} ...${{ model, status, dropped, awaited }} actions=${files} />
      <${Mounted} node=${notice} />
      <${MakeHead} model=${model} take=${files.takeGenerated} />
      <${Reading} model=${model} correct=${correct} />
      <${Overview} model=${model} look=${look} change=${change} />
      <${Measures} model=${model} alike=${alike} />
    </div>
    <div class="main"><${Mounted} node=${head.main} /></div>
    <div class="side">
      ${live && html`<${LiveReading} ...${{ ...live, model, look, change }} />`}
      <div class="head-side"><${Mounted} node=${head.readout} /><${Mounted} node=${head.side} /></div>
      <${Export} model=${model} service=${service} shown=${head.shown} />
    </div>
    <p class="hidden spoken" aria-live="polite" ref=${head.speakIn}></p>
    <${DropFields} words=${t.maps.overview} isOver=${dragging} isTwo=${data !== null && !data.isSample} />
  `;
}

/**
 * Whether an embedded figure has an overview: one head is not compared with others.
 *
 * @param {MapsData | null} data
 */
export const hasOverview = (data) => data !== null && data.heads.length !== 1;

/**
 * An embedded figure: one head and the thumbnails.
 *
 * @param {Pick<Parameters<typeof RoomView>[0], 'model' | 'status' | 'notice' | 'head' | 'actions'>} props
 */
export function Figure({ model, status, notice, head, actions: { look, change } }) {
  return html`
    <${Mounted} node=${notice} />
    <${Warnings} model=${model} status=${status} />
    <div class="open-head">
      <${Mounted} node=${head.main} />
      <${Mounted} node=${head.readout} />
    </div>
    ${hasOverview(model.data) && html`<${Overview} model=${model} look=${look} change=${change} />`}
    <p class="hidden spoken" aria-live="polite" ref=${head.speakIn}></p>
  `;
}

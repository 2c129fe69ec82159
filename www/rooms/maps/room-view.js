import { Mounted, Segments } from '../../ui/controls.js';
import { html, render, useLayoutEffect } from '../../ui/html.js';
import { Popover } from '../../ui/popover.js';
import { DropFields, Files } from './drop-view.js';
import { Export } from './export/view.js';
import { SignedLayer } from './later-view.js';
import { Measures } from './overview/measures-view.js';
import { Overview } from './overview/overview-view.js';
import { isSigned } from './reading/layers.js';
import { Parts } from './reading/parts-view.js';
import { Reading } from './reading/reading-view.js';
import { Warnings } from './reading/warnings-view.js';
/** @import { FileActions } from './file-actions.js' */
/** @import { RoomCorpus } from './corpus/types.js' */
/** @import { headView } from './head/head-view.js' */
/** @import { RoomText } from './live/types.js' */
/** @import { FilesStatus } from './file-loader.js' */
/** @import { Corrections, MapsData, MapsModel, MapsService, MapsState } from './types.js' */

/** The heads of a run that is not over cannot be opened yet. */
const nothing = () => {};

/** The panes of a narrow page, of which one is visible. */
const PANES = /** @type {const} */ (['heads', 'map', 'reading']);

/** @typedef {typeof PANES[number]} Pane */

/**
 * The actions of the reader.
 *
 * @typedef {object} Actions
 * @property {FileActions} files
 * @property {(patch: Partial<MapsState>) => void} look - changes the state without an undo step
 * @property {(patch: Partial<MapsState>) => void} change - changes the state with an undo step
 * @property {(patch: Partial<Corrections>) => void} correct
 * @property {(pane: Pane) => void} pane
 * @property {() => void} alike - turns sorting by similarity to the open head on or off
 */

/**
 * @param {object} props
 * @param {MapsModel} props.model
 * @param {FilesStatus} props.status
 * @param {File[] | null} props.dropped
 * @param {MapsState | null} props.awaited
 * @param {'picture' | 'files' | null} props.dragging
 * @param {HTMLElement} props.notice
 * @param {() => MapsService | null} props.service
 * @param {ReturnType<typeof headView>} props.head
 * @param {RoomText | null} props.text
 * @param {RoomCorpus | null} props.corpus - the store of texts that is shown
 * @param {Actions} props.actions
 * @param {Pane} props.pane - the visible pane of a narrow page
 */
export function RoomView(props) {
  const { model, status, dropped, awaited, dragging, notice, service, head, text, corpus, pane, actions } =
    props;
  const { data, state, t } = model;
  const { files, look, change, correct, alike } = actions;
  const read = text && state.text !== null ? text.views(model) : null;
  const texts = corpus?.views(model) ?? null;
  const isState = data && state.source === 'head' && isSigned(data.reading, state.layer);
  const measures = isState
    ? html`<${SignedLayer} key="signed" ...${{ model, service, change }} />`
    : html`<${Measures}
        key="measures"
        ...${{ model, alike, over: texts?.over, confirms: read?.confirms }}
      />`;
  useLayoutEffect(() => render(html`${read?.after}`, head.after));
  return html`
    <div class="source-row">
      <${Files}
        ...${{ model, status, dropped, awaited }}
        texts=${texts}
        facts=${read?.facts ?? texts?.facts}
        examples=${text?.examples(model)}
        actions=${files}
      >
        ${!read && !texts?.body && html`<${Reading} model=${model} correct=${correct} list=${texts || !files.canList ? null : files.list} />`}
      <//>
      <${Mounted} node=${notice} />
      ${read?.bar ?? texts?.bar ?? text?.opening(model)}
    </div>
    ${texts?.body}
    <div class="text-place"><${Mounted} node=${head.text} /></div>
    <div class="heads-column">
      <${Parts} model=${model} correct=${correct} />
      ${
        read?.heads
          ? html`<div class="done-heads" key="done">
              <${Overview} model=${{ ...model, data: read.heads }} look=${nothing} change=${nothing} />
            </div>`
          : html`<${Overview} key="all" model=${model} look=${look} change=${change} />`
      }
    </div>
    <div class="main">
      <${Mounted} node=${head.main} />
      <div class="options">
        <${Mounted} node=${head.legend} />
        <${Mounted} node=${head.side} />
        <${Popover} name="exports" label=${t.maps.out.short} about=${t.maps.out.heading}>
          <${Export} model=${model} service=${service} shown=${head.shown} />
        <//>
        <${Mounted} node=${head.zooming} />
      </div>
      <${Mounted} node=${head.notes} />
    </div>
    <div class="reading-column">
      ${read ? read.reading(measures) : measures}
      <${Mounted} node=${head.readout} />
    </div>
    <div class="panes">
      <${Segments}
        label=${t.maps.panes.label}
        value=${pane}
        choices=${PANES.map((name) => [name, t.maps.panes[name]])}
        choose=${actions.pane}
      />
    </div>
    <p class="hidden spoken" aria-live="polite" ref=${head.speakIn}></p>
    <${DropFields} words=${t.maps.overview} of=${dragging} isTwo=${data !== null && !data.isSample} />
  `;
}

/**
 * Whether an embedded figure has an overview: one head is not compared with others.
 *
 * @param {MapsData | null} data
 */
export const hasOverview = (data) => data !== null && data.heads.length !== 1;

/**
 * An embedded figure: one head and the thumbnails, below the text if a model reads one.
 *
 * @param {Pick<Parameters<typeof RoomView>[0], 'model' | 'status' | 'notice' | 'head' | 'text' | 'corpus' | 'actions'> & { hasText: boolean }} props
 */
export function Figure(props) {
  const { model, status, notice, head, text, corpus, hasText } = props;
  const { look, change, correct } = props.actions;
  const read = text && model.state.text !== null ? text.views(model) : null;
  const texts = corpus?.views(model) ?? null;
  useLayoutEffect(() => render(html`${read?.after}`, head.after));
  return html`
    <${Mounted} node=${notice} />
    ${texts?.facts && html`<p class="facts">${texts.facts}</p>`} ${texts?.bar} ${texts?.body}
    ${
      read &&
      html`<div class="read">
        <p class="facts">${read.facts}</p>
        ${read.bar}
        <${Mounted} node=${head.text} />
      </div>`
    }
    <${Warnings} model=${model} status=${status} />
    <${Parts} model=${model} correct=${correct} />
    ${hasText && !read && html`<div class="text-place"><${Mounted} node=${head.text} /></div>`}
    <div class="open-head">
      <${Mounted} node=${head.main} />
      <${Mounted} node=${head.readout} />
    </div>
    ${hasOverview(model.data) && html`<${Overview} model=${model} look=${look} change=${change} isFigure />`}
    <p class="hidden spoken" aria-live="polite" ref=${head.speakIn}></p>
  `;
}

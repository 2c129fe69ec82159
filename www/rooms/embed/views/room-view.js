import { Mounted } from '../../../ui/controls.js';
import { html } from '../../../ui/html.js';
import { Addresses } from './addresses-view.js';
import { Attributes } from './attributes-view.js';
import { Code } from './code-view.js';
import { Downloads } from './download-view.js';
import { Reference } from './reference-view.js';
import { Settings } from './settings-view.js';
/** @import { EmbedModel } from '../heed-embed.js' */
/** @import { Address } from '../addresses.js' */
/** @import { Host } from '../state.js' */
/** @import { SetAttribute } from './attribute-control.js' */
/** @import { FileActions } from './download-view.js' */
/** @import { SettingsActions } from './settings-view.js' */

/**
 * The actions of the reader.
 *
 * @typedef {object} OwnActions
 * @property {(address: Address) => void} confirm
 * @property {(host: Host) => void} host
 * @property {SetAttribute} attribute
 * @property {FileActions} files
 *
 * @typedef {SettingsActions & OwnActions} Actions
 */

/**
 * The whole room.
 *
 * @param {object} props
 * @param {EmbedModel} props.model
 * @param {Actions} props.actions
 * @param {string} props.status - the status of downloads
 * @param {HTMLElement} props.notice
 * @param {HTMLElement} props.stage - contains the figure
 */
export function RoomView({ model, actions, status, notice, stage }) {
  const { failed, shown, t } = model;
  return html`
    <h2 class="hidden">${t.rooms.embed}</h2>
    <${Mounted} node=${notice} />
    <section class="figure">
      <h3 class="hidden">${t.embed.live}</h3>
      <p class="waits" role=${failed === '' ? 'status' : 'alert'} hidden=${shown !== null}>
        ${failed === '' ? t.embed.waits : t.page.failed({ reason: failed })}
      </p>
      <${Mounted} node=${stage} />
    </section>
    <div class="side">
      <${Settings} model=${model} actions=${actions} set=${actions.attribute} />
      <${Addresses} model=${model} confirm=${actions.confirm} />
      <${Code} model=${model} choose=${actions.host} />
      <${Downloads} model=${model} status=${status} actions=${actions.files} />
    </div>
    <div class="below">
      <${Attributes} model=${model} set=${actions.attribute} />
      <${Reference} model=${model} />
    </div>
  `;
}

import { Mounted } from '../../../ui/controls.js';
import { html } from '../../../ui/html.js';
import { Code } from './code-view.js';
import { Downloads } from './download-view.js';
import { Settings } from './settings-view.js';
import { described } from '../../../state/described.js';
import { DISPLAY } from '../../../state/fields.js';
import { observed } from '../shown.js';
import { FIGURES } from '../settings.js';
import { AttributeControl } from './attribute-control.js';
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

/**
 * The addresses in a state. The code contains a foreign one only after the reader confirms it.
 *
 * @param {{ model: EmbedModel, confirm: (address: Address) => void }} props
 */
function Addresses({ model, confirm }) {
  const words = model.t.embed.addresses;
  // A base that is not held is visible in its field and in the code. The contents of a file are not, so `src`
  // is always listed.
  const listed = model.addresses.filter(({ name, isHeld }) => isHeld || name === 'src');
  if (listed.length === 0) return null;
  const part = (/** @type {Address} */ address) => {
    const { name, host, url, isHeld } = address;
    if (!isHeld) return html`<div key=${name} class="read"><p>${words.read({ url })}</p></div>`;
    return html`<div key=${name} class="held">
      <p>${words.held[name]({ host, url })}</p>
      <button type="button" class="play" onClick=${() => confirm(address)}>
        ${words.confirm[name]({ host })}
      </button>
    </div>`;
  };
  return html`<section class="addresses">${listed.map(part)}</section>`;
}

/**
 * The attributes of the element, each with its meaning and a field to try it.
 *
 * @param {{ model: EmbedModel, set: SetAttribute }} props
 */
function Attributes({ model, set }) {
  const { shown, state, t } = model;
  if (!shown) return html`<section class="attributes"></section>`;
  const { tag } = FIGURES[state.figure];
  /** @type {Record<string, string>} */
  const meanings = { ...t.embed.attributes, ...t.embed.of[state.figure] };
  // Attributes with a field come first. The others have controls beside the figure.
  const names = [...new Set([...shown.fields, ...observed(tag)])];
  return html`<section class="attributes">
    <h3>${t.embed.attributesOf({ tag: `<${tag}>` })}</h3>
    ${names.map(
      (name) =>
        html`<div class="attribute" key=${`${tag} ${name}`}>
          ${shown.fields.includes(name) ? html`<${AttributeControl} name=${name} model=${model} set=${set} />` : html`<code class="name">${name}</code>`}
          <p class="meaning">${withCode(meanings[name] ?? '')} ${valuesOf(tag, name)}</p>
        </div>`,
    )}
  </section>`;
}

/** A text with the parts in backticks as code. @param {string} text */
function withCode(text) {
  return text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part));
}

/** The allowed values of an attribute. @param {string} tag @param {string} name */
function valuesOf(tag, name) {
  const { fields = {} } = /** @type {any} */ (customElements.get(tag));
  const found = described({ ...fields, ...DISPLAY }).find((each) => each.name === name);
  const values = found?.range || (found?.type.includes('|') ? found.type.replaceAll("'", '') : '');
  return values && html`<code>${values}</code>`;
}

/**
 * Tables of the element's properties, methods, events and custom properties.
 *
 * @param {{ model: EmbedModel }} props
 */
function Reference({ model }) {
  const words = model.t.embed;
  const part = (/** @type {'properties' | 'methods' | 'events' | 'colors'} */ name) =>
    html`<${Part} heading=${words.parts[name]} rows=${Object.entries(words[name])} names=${words.names} />`;
  return html`<section class="reference">
    <h3>${words.reference}${' '}<code>${`<${FIGURES[model.state.figure].tag}>`}</code></h3>
    ${['properties', 'methods', 'events', 'colors'].map(/** @type {(name: any) => unknown} */ (part))}
  </section>`;
}

/** @param {{ heading: string, rows: [string, string][], names: { name: string, meaning: string } }} props */
function Part({ heading, rows, names }) {
  return html`<details>
    <summary>${heading}</summary>
    <table>
      <thead>
        <tr>
          <th scope="col">${names.name}</th>
          <th scope="col">${names.meaning}</th>
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ([name, meaning]) =>
            html`<tr>
              <th scope="row"><code>${name}</code></th>
              <td>${meaning}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </details>`;
}

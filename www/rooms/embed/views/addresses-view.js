import { html } from '../../../ui/html.js';
/** @import { EmbedModel } from '../heed-embed.js' */
/** @import { Address } from '../addresses.js' */

/**
 * The addresses in a state. One of another host waits for a confirmation before it goes into the code.
 *
 * @param {{ model: EmbedModel, confirm: (address: Address) => void }} props
 */
export function Addresses({ model, confirm }) {
  const words = model.t.embed.addresses;
  // The reader sees an own address of the scripts in its field and in the code. The figure does not show what
  // is in a file.
  const listed = model.addresses.filter(({ name, isHeld }) => isHeld || name === 'src');
  if (listed.length === 0) return null;
  const part = (/** @type {Address} */ address) => {
    const { name, host, url, isHeld } = address;
    if (!isHeld) return html`<div key=${name} class="read"><p>${words.read(url)}</p></div>`;
    return html`<div key=${name} class="held">
      <p>${words.held[name](host, url)}</p>
      <button type="button" class="play" onClick=${() => confirm(address)}>
        ${words.confirm[name](host)}
      </button>
    </div>`;
  };
  return html`<section class="addresses">${listed.map(part)}</section>`;
}

import { html } from '../../../ui/html.js';
/** @import { EmbedModel } from '../heed-embed.js' */
/** @import { Address } from '../addresses.js' */

/**
 * The addresses in a state. The code contains a foreign one only after the reader confirms it.
 *
 * @param {{ model: EmbedModel, confirm: (address: Address) => void }} props
 */
export function Addresses({ model, confirm }) {
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

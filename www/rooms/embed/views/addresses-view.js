import { element } from '../../../ui/dom.js';
/** @import { EmbedModel } from '../heed-embed.js' */
/** @import { Address } from '../addresses.js' */

/**
 * What the reader is told of the addresses in a state: a foreign one waits for a confirmation before it goes into the code.
 *
 * @param {(address: Address) => void} confirm
 */
export function addressesView(confirm) {
  const node = element('section', { class: 'addresses' });
  let built = '';

  /** @param {EmbedModel} model @param {Address} address */
  function part(
    {
      t: {
        embed: { addresses: words },
      },
    },
    address,
  ) {
    const { name, host, url, isHeld } = address;
    const sentence = isHeld ? words.held[name](host, url) : words.read(url);
    const button =
      isHeld &&
      element(
        'button',
        { type: 'button', class: 'play', onclick: () => confirm(address) },
        words.confirm[name](host),
      );
    return element('div', { class: isHeld ? 'held' : 'read' }, element('p', {}, sentence), button || null);
  }

  return {
    node,
    /** @param {EmbedModel} model */
    update(model) {
      // An address of one's own for the scripts is in its field and in the code. Of a file, the figure does not show what is in it.
      const told = model.addresses.filter(({ name, isHeld }) => isHeld || name === 'src');
      const now = JSON.stringify([model.language, told]);
      if (now === built) return;
      built = now;
      node.hidden = told.length === 0;
      node.replaceChildren(...told.map((address) => part(model, address)));
    },
  };
}

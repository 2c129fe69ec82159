import { described } from '../../../state/described.js';
import { DISPLAY } from '../../../state/display.js';
import { html } from '../../../ui/html.js';
import { observed } from '../shown.js';
import { FIGURES } from '../settings.js';
import { AttributeControl } from './attribute-control.js';
/** @import { EmbedModel } from '../heed-embed.js' */
/** @import { SetAttribute } from './attribute-control.js' */

/**
 * The attributes of the element, each with its meaning and a field to try it.
 *
 * @param {{ model: EmbedModel, set: SetAttribute }} props
 */
export function Attributes({ model, set }) {
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

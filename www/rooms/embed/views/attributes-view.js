import { isOn } from '../../../element/attributes.js';
import { Field } from '../../../ui/controls.js';
import { html } from '../../../ui/html.js';
import { observed } from '../model.js';
import { FIGURES } from '../state.js';
import { SWITCHES } from '../written.js';
/** @import { EmbedModel } from '../heed-embed.js' */

/** @typedef {(name: string, text: string | null) => string | null} TakeAttribute returns what is wrong with the text; null removes the attribute */

/**
 * The attributes of the element, each with its meaning and a field to try it.
 *
 * @param {{ model: EmbedModel, take: TakeAttribute }} props
 */
export function Attributes({ model, take }) {
  const { shown, state, t } = model;
  if (!shown) return html`<section class="attributes"></section>`;
  const { tag } = FIGURES[state.figure];
  /** @type {Record<string, string>} */
  const meanings = { ...t.embed.attributes, ...t.embed.of[state.figure] };
  // Those with a field come first; the others have their controls beside the figure.
  const names = [...shown.names, ...observed(tag).filter((name) => !shown.names.includes(name))];
  return html`<section class="attributes">
    <h3>${t.embed.attributesOf(`<${tag}>`)}</h3>
    ${names.map(
      (name) =>
        html`<div class="attribute" key=${`${tag} ${name}`}>
          <${Control} name=${name} model=${model} take=${take} />
          <p class="meaning">${meanings[name] ?? ''}</p>
        </div>`,
    )}
  </section>`;
}

/** @param {{ name: string, model: EmbedModel, take: TakeAttribute }} props */
function Control({ name, model: { shown, state }, take }) {
  if (!shown?.names.includes(name)) return html`<code class="name">${name}</code>`;
  if (SWITCHES[FIGURES[state.figure].tag]?.includes(name)) {
    const isChecked = isOn(shown.texts.get(name) ?? null);
    const change = (/** @type {any} */ event) => void take(name, event.currentTarget.checked ? '' : null);
    return html`<label class="switch">
      ${name}<input type="checkbox" checked=${isChecked} onChange=${change} />
    </label>`;
  }
  const commit = (/** @type {string} */ text) => take(name, text === '' ? null : text);
  return html`<${Field} label=${name} value=${shown.texts.get(name) ?? ''} take=${commit} />`;
}

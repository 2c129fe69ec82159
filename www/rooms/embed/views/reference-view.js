import { html } from '../../../ui/html.js';
import { FIGURES } from '../settings.js';
/** @import { EmbedModel } from '../heed-embed.js' */

/**
 * Tables of the element's properties, methods, events and custom properties.
 *
 * @param {{ model: EmbedModel }} props
 */
export function Reference({ model }) {
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

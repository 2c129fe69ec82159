import { decimal } from '../../../format/display.js';
import { html } from '../../../ui/html.js';
import { tokenName } from './answer.js';
import { Failed } from './failed-view.js';
/** @import { MapsModel } from '../types.js' */
/** @import { Answers } from './answers.js' */
/** @import { Pass } from './pass.js' */

/** The number of tokens that are named for each layer. */
const NAMED = 2;

/**
 * The logit lens: what the model would answer if it ended after each attention and each MLP.
 *
 * @param {{ model: MapsModel, pass: Pass, answers: Answers, token: number }} props
 */
export function Lens({ model: { t, state }, pass, answers, token }) {
  const words = t.maps.live.lens;
  const found = answers.lens(token);
  const problem = answers.problem('lens');
  const name = tokenName(token, pass, t);
  const bar = (/** @type {number} */ probability) => ({ width: `${100 * probability}%` });
  return html`<section class="lens" aria-busy=${String(!found && !problem)}>
    <h3>${words.heading({ token: name })}</h3>
    ${state.off.length > 0 && html`<p>${words.allOn}</p>`}
    <${Failed} ...${{ answers, of: ['lens'], t }} />
    ${
      found &&
      html`<table>
        <thead>
          <tr>
            <th scope="col">${words.after}</th>
            <th scope="col">${words.best}</th>
            <th scope="col" colspan="2">${name}</th>
          </tr>
        </thead>
        <tbody>
          ${found.map(
            ({ layer, after, probability, best }) =>
              html`<tr key=${`${layer} ${after}`}>
                <th scope="row">${words[after]({ layer: String(layer) })}</th>
                <td class="best">
                  ${best
                    .slice(0, NAMED)
                    .map(
                      ({ id, probability: each }) =>
                        html`<span class=${id === token ? 'token same' : 'token'}
                          >${tokenName(id, pass, t)} <i>${decimal(t.language, each, 2)}</i></span
                        > `,
                    )}
                </td>
                <td class="span" aria-hidden="true"><span class="part" style=${bar(probability)}></span></td>
                <td class="number">${decimal(t.language, probability, 3)}</td>
              </tr>`,
          )}
        </tbody>
      </table>`
    }
    <p class="soft">${words.distorted}</p>
  </section>`;
}

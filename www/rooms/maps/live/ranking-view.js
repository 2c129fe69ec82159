import { cellText, number } from '../../../format/display.js';
import { localized } from '../../../format/separator.js';
import { html } from '../../../ui/html.js';
/** @import { Language } from '../../../state/languages.js' */
/** @import { MapsModel, MapsState } from '../types.js' */
/** @import { Answers } from './answers.js' */
/** @import { Pass } from './pass.js' */

/** The number of heads that are listed, those with the largest effect. */
const LISTED = 40;

/**
 * Which heads matter for a token: its probability with each head alone off, the largest change first. Beside
 * it is what the head writes directly.
 *
 * @param {{ model: MapsModel, pass: Pass, answers: Answers, token: number, look: (patch: Partial<MapsState>) => void }} props
 */
export function HeadRanking({ model, pass, answers, token, look }) {
  const { state, t } = model;
  const words = t.maps.live.ranking;
  const found = answers.ranking(token, state.replacement);
  const name = pass.textOf(token).trim() || t.maps.live.unseen({ id: String(token) });
  const rows = found
    ? found.heads
        .toSorted((a, b) => Math.abs(b.probability - found.whole) - Math.abs(a.probability - found.whole))
        .slice(0, LISTED)
    : [];
  const problem = answers.problem('ranking');
  return html`<section class="ranking" aria-busy=${String(found === null && problem === null)}>
    <h3>${words.heading({ token: name })}</h3>
    ${problem && html`<p role="status">${problem(t)}</p>`}
    <p class="soft">
      ${words.how[state.replacement]}
      ${found && words.whole({ probability: localized(cellText(found.whole, 3), t.language) })}
    </p>
    ${
      found &&
      html`<table>
        <thead>
          <tr>
            <th scope="col">${words.head}</th>
            <th scope="col">${words.without}</th>
            <th scope="col">${words.effect}</th>
            <th scope="col" title=${words.directHint}>${words.direct}</th>
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            ({ layer, head, probability, effect, direct }) =>
              html`<tr key=${`${layer}.${head}`}>
                <th scope="row">
                  <button type="button" class="link" onClick=${() => look({ layer, head })}>
                    ${layer}·${head}
                  </button>
                </th>
                <td class="number">${localized(cellText(probability, 3), t.language)}</td>
                <td class="number">${signed(effect, t.language)}</td>
                <td class="number soft">${signed(direct, t.language)}</td>
              </tr>`,
          )}
        </tbody>
      </table>`
    }
  </section>`;
}

/** @param {number} value @param {Language} language */
const signed = (value, language) => (value > 0 ? '+' : '') + localized(number(value, 2), language);

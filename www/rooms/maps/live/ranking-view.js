import { decimal } from '../../../format/display.js';
import { html } from '../../../ui/html.js';
import { tokenName } from './answer.js';
import { Failed } from './failed-view.js';
import { signed } from './figures.js';
import { otherOf } from './off.js';

/** @import { MapsModel, MapsState } from '../types.js' */
/** @import { Answers } from './answers.js' */
/** @import { Pass } from './pass.js' */
/** @import { Models } from './types.js' */

/** The number of heads that are listed, those with the largest effect. */
const LISTED = 40;

/**
 * Which heads matter for a token: its probability with each head alone off, the largest change first. Beside
 * it is the direct logit attribution of the head.
 *
 * @param {{ model: MapsModel, engine: Models, pass: Pass, answers: Answers, token: number, look: (patch: Partial<MapsState>) => void }} props
 */
export function HeadRanking({ model, engine, pass, answers, token, look }) {
  const { state, t } = model;
  const words = t.maps.live.ranking;
  const found = answers.ranking(
    token,
    state.replacement,
    otherOf(engine, pass.run.model, pass.ids, state.second).ids,
  );
  const name = tokenName(token, pass, t);
  const changeOf = (/** @type {{ probability: number }} */ { probability }) =>
    Math.abs(probability - (found?.whole.probability ?? 0));
  const rows = (found?.heads ?? []).toSorted((a, b) => changeOf(b) - changeOf(a)).slice(0, LISTED);
  const problem = answers.problem('ranking');
  return html`<section class="ranking" aria-busy=${String(found === null && problem === null)}>
    <h3>${words.heading({ token: name })}</h3>
    <${Failed} ...${{ answers, of: ['ranking'], t }} />
    <p class="soft">
      ${words.how[state.replacement]}${' '}
      ${found && words.whole({ probability: decimal(t.language, found.whole.probability, 3) })}
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
                  <td class="number">${decimal(t.language, probability, 3)}</td>
                  <td class="number">${signed(t.language, effect, 2)}</td>
                  <td class="number soft">${signed(t.language, direct, 2)}</td>
                </tr>`,
            )}
          </tbody>
        </table>
        <p class="soft">${words.differ}</p>`
    }
  </section>`;
}

import { decimal } from '../../../format/display.js';
import { html } from '../../../ui/html.js';
import { tokenName } from './answer.js';
import { Failed } from './failed-view.js';
import { SignedGrid, headCells } from './grid-view.js';
/** @import { MapsModel, MapsState } from '../types.js' */
/** @import { Answers } from './answers.js' */
/** @import { Pass } from './pass.js' */

/**
 * What the open head reads and writes, as tokens (its QK and OV circuits), and how much each head copies.
 *
 * @param {object} props
 * @param {MapsModel} props.model
 * @param {Pass} props.pass
 * @param {Answers} props.answers
 * @param {{ query: number, key: number } | null} props.cell
 * @param {(patch: Partial<MapsState>) => void} props.look
 */
export function HeadTokens({ model, pass, answers, cell, look }) {
  const { state, t } = model;
  const words = t.maps.live.circuits;
  const { layer, head } = state;
  const place = { layer: String(layer), head: String(head) };
  if (pass.run.facts.hasGates)
    return html`<section class="circuits">
      <h3>${words.heading(place)}</h3>
      <p role="status">${words.gated}</p>
    </section>`;
  const found = cell && answers.tokens({ layer, head, ...cell });
  const problem = answers.problem('tokens') ?? answers.problem('copying');
  const list = (
    /** @type {Uint32Array} */ ids,
    /** @type {Float32Array} */ values,
    /** @type {number} */ own,
  ) =>
    html`<ol class="token-list">
      ${Array.from(
        ids,
        (id, at) =>
          html`<li key=${id}>
            <span class=${id === own ? 'token same' : 'token'}>${tokenName(id, pass, t)}</span>
            <span class="number">${decimal(t.language, values[at], 1)}</span>
          </li>`,
      )}
    </ol>`;
  return html`<section class="circuits" aria-busy=${String(cell !== null && !found && !problem)}>
    <h3>${words.heading(place)}</h3>
    <${Failed} ...${{ answers, of: ['tokens', 'copying'], t }} />
    ${!cell && html`<p role="status">${words.noCell}</p>`}
    ${
      found &&
      html`<div class="two-lists">
          <div>
            <h4>${words.reads({ token: tokenName(found.query, pass, t) })}</h4>
            ${list(found.read, found.scores, found.query)}
          </div>
          <div>
            <h4>${words.writes({ token: tokenName(found.key, pass, t) })}</h4>
            ${list(found.written, found.logits, found.key)}
          </div>
        </div>
        <p>
          ${words.copying({ score: decimal(t.language, found.copying, 2) })}${' '}
          ${found.place !== null && words.place({ token: tokenName(found.key, pass, t), place: String(found.place), all: String(found.tokens) })}
        </p>
        <p class="soft">${words.how({ tokens: String(found.tokens) })}</p>`
    }
    <${Copying} ...${{ model, answers, look }} />
  </section>`;
}

/**
 * The copying score of each head.
 *
 * @param {Pick<Parameters<typeof HeadTokens>[0], 'model' | 'answers' | 'look'>} props
 */
function Copying({ model, answers, look }) {
  const { t } = model;
  const words = t.maps.live.circuits;
  const scores = answers.copying();
  if (!scores) return null;
  const layers = [...new Set(scores.map(({ layer }) => layer))];
  const heads = scores.filter(({ layer }) => layer === 0);
  return html`<h4>${words.all}</h4>
    <${SignedGrid}
      model=${model}
      caption=${words.all}
      corner=${t.maps.live.patch.corner}
      columns=${heads.map(({ head }) => ({ key: String(head), name: String(head) }))}
      rows=${layers.map((each) => ({
        name: String(each),
        values: scores.filter(({ layer }) => layer === each).map(({ score }) => score),
      }))}
      format=${(/** @type {number} */ value) => decimal(t.language, value, 2)}
      ...${headCells(model, look)}
    />`;
}

import { decimal } from '../../../format/separator.js';
import { stateLayers } from '../../../engine/model-places.js';
import { html } from '../../../ui/html.js';
import { Exercises } from './exercises-view.js';
import { signed, spans } from './figures.js';
import { headName } from './grid-view.js';
/** @import { MapsModel, MapsState, MeasureName } from '../types.js' */
/** @import { Answers } from './answers.js' */
/** @import { Pass } from './pass.js' */

/** The number of heads that are named for each kind. */
const NAMED = 3;

/** The measures of what heads are known for. @type {readonly MeasureName[]} */
const KINDS = ['previous_token', 'sink_share', 'duplicate_token', 'induction'];

/**
 * @typedef {object} FindProps
 * @property {MapsModel} model
 * @property {Pass} pass
 * @property {Answers} answers
 * @property {number | null} token - that the questions are about
 * @property {(patch: Partial<MapsState>) => void} look
 * @property {(patch: Partial<MapsState>) => void} change
 */

/**
 * The heads that do most of what heads are known for, on this text; and exercises.
 *
 * @param {FindProps} props
 */
export function Find(props) {
  const { model, answers, look, pass } = props;
  const { data, t, state } = model;
  const words = t.maps.live.find;
  const found = answers.successors();
  const problem = answers.problem('successors');
  const heads = data?.reading.heads ?? 1;
  const states = stateLayers(pass.run.facts);
  const grid = Array.from(data?.heads ?? [], (_, at) => ({
    layer: Math.floor(at / heads),
    head: at % heads,
  }));
  const best = (/** @type {(number | null | undefined)[]} */ scores, places = grid) =>
    [...scores.keys()]
      .filter((at) => typeof scores[at] === 'number')
      .sort((a, b) => Number(scores[b]) - Number(scores[a]))
      .slice(0, NAMED)
      .map((at) => ({ ...places[at], score: Number(scores[at]) }));
  const row = (
    /** @type {{ name: string, says: string }} */ { name, says },
    /** @type {ReturnType<typeof best>} */ named,
    /** @type {string} */ none,
    write = (/** @type {number} */ score) => decimal(t.language, score, 2),
  ) =>
    html`<tr key=${name}>
      <th scope="row" title=${says}>${name} <span class="soft">${words.onThisText}</span></th>
      <td>
        ${named.map(
          ({ layer, head, score }) =>
            html`<span class="found-head"
              ><button
                type="button"
                class="link"
                aria-pressed=${String(layer === state.layer && head === state.head)}
                aria-label=${headName(t, layer, head)}
                onClick=${() => look({ layer, head })}
              >
                ${layer}·${head}
              </button>
              <span class="number">${write(score)}</span></span
            > `,
        )}
        ${named.length === 0 && html`<span class="soft">${none}</span>`}
      </td>
    </tr>`;
  return html`<section class="find" aria-busy=${String(!found && !problem)}>
    <h3>${words.heading}</h3>
    <table class="kinds">
      <tbody>
        ${KINDS.map((measure) => {
          const scores = Array.from(data?.heads ?? [], (head) => head?.measures[measure]);
          const { name, formula: says } = t.maps.overview.measures[measure];
          const kind = { name: measure === 'sink_share' ? words.kinds.first : name, says };
          const isRepeat = measure === 'duplicate_token' || measure === 'induction';
          return row(kind, best(scores), isRepeat ? words.noRepeat : '–');
        })}
        ${row(
          words.kinds.successor,
          best(found?.scores?.map(({ score }) => score) ?? [], found?.scores ?? []),
          found ? words.noList : '',
          (score) => signed(t.language, score, 1),
        )}
      </tbody>
    </table>
    <p class="soft">${words.how}</p>
    ${
      states.length > 0 &&
      html`<p class="soft">${words.states({ n: states.length, layers: spans(states) })}</p>`
    }
    <${Exercises} ...${props} />
  </section>`;
}

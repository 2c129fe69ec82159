import { html } from '../../../ui/html.js';
import { Exercises } from './exercises-view.js';
import { decimal, signed } from './figures.js';
/** @import { MapsModel, MapsState, MeasureName } from '../types.js' */
/** @import { Answers } from './answers.js' */
/** @import { Pass } from './pass.js' */

/** The number of heads that are named for each kind. */
const NAMED = 3;

/** The kinds of heads, by the measure that finds them. @type {[kind: 'previous' | 'first' | 'duplicate' | 'induction', measure: MeasureName][]} */
const KINDS = [
  ['previous', 'previous_token'],
  ['first', 'sink_share'],
  ['duplicate', 'duplicate_token'],
  ['induction', 'induction'],
];

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
  const { model, answers, look } = props;
  const { data, t, state } = model;
  const words = t.maps.live.find;
  const found = answers.successors();
  const problem = answers.problem('successors');
  const heads = data?.reading.heads ?? 1;
  const best = (/** @type {(number | null | undefined)[]} */ scores) =>
    [...scores.keys()]
      .filter((at) => typeof scores[at] === 'number')
      .sort((a, b) => Number(scores[b]) - Number(scores[a]))
      .slice(0, NAMED)
      .map((at) => ({ layer: Math.floor(at / heads), head: at % heads, score: Number(scores[at]) }));
  const row = (
    /** @type {'previous' | 'first' | 'duplicate' | 'induction' | 'successor'} */ kind,
    /** @type {ReturnType<typeof best>} */ named,
    /** @type {string} */ none,
  ) =>
    html`<tr key=${kind}>
      <th scope="row" title=${words.kinds[kind].says}>
        ${words.kinds[kind].name} <span class="soft">${words.onThisText}</span>
      </th>
      <td>
        ${named.map(
          ({ layer, head, score }) =>
            html`<span class="found-head"
              ><button
                type="button"
                class="link"
                aria-pressed=${String(layer === state.layer && head === state.head)}
                aria-label=${t.maps.live.why.head({ layer: String(layer), head: String(head) })}
                onClick=${() => look({ layer, head })}
              >
                ${layer}·${head}
              </button>
              <span class="number"
                >${kind === 'successor' ? signed(score, 1, t) : decimal(score, 2, t)}</span
              ></span
            > `,
        )}
        ${named.length === 0 && html`<span class="soft">${none}</span>`}
      </td>
    </tr>`;
  return html`<section class="find" aria-busy=${String(!found && !problem)}>
    <h3>${words.heading}</h3>
    <table class="kinds">
      <tbody>
        ${KINDS.map(([kind, measure]) => {
          const scores = Array.from(data?.heads ?? [], (head) => head?.measures[measure]);
          return row(kind, best(scores), words.noRepeat);
        })}
        ${row('successor', best(found?.scores?.map(({ score }) => score) ?? []), found ? words.noList : '')}
      </tbody>
    </table>
    <p class="soft">${words.how}</p>
    <${Exercises} ...${props} />
  </section>`;
}

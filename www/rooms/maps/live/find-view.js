import { decimal } from '../../../format/display.js';
import { stateLayers } from '../../../engine/model-places.js';
import { html } from '../../../ui/html.js';
import { chanceIn, isConfirmed, isNamed } from '../overview/behavior.js';
import { Exercises } from './exercises-view.js';
import { Failed } from './failed-view.js';
import { signed, spans } from './figures.js';
import { headName } from './grid-view.js';
/** @import { MapsModel, MapsState, MeasureName } from '../types.js' */
/** @import { Answers } from './answers.js' */
/** @import { exerciseBook } from './exercises.js' */
/** @import { Pass } from './pass.js' */

/** The number of heads that are named for each kind. */
const NAMED = 3;

/** From this logit on, a head is said to write the next word of a list. */
const SUCCESSOR = 1;

/** The measures of what heads are known for. @type {readonly MeasureName[]} */
const KINDS = ['previous_token', 'sink_share', 'duplicate_token', 'induction'];

/**
 * @typedef {object} FindProps
 * @property {MapsModel} model
 * @property {Pass} pass
 * @property {Answers} answers
 * @property {number | null} token - that the questions are about
 * @property {ReturnType<typeof exerciseBook>} exercise - the exercise that is open
 * @property {(patch: Partial<MapsState>) => void} look
 * @property {(patch: Partial<MapsState>) => void} change
 */

/**
 * The heads that do most of what heads are known for, on this text; and exercises.
 *
 * @param {FindProps} props
 */
export function Find(props) {
  const { model, answers, look, pass, exercise } = props;
  const { data, t, state } = model;
  const words = t.maps.live.find;
  const found = answers.successors();
  const confirmed = answers.controls();
  const problem = answers.problem('successors') ?? answers.problem('controls');
  const heads = data?.reading.heads ?? 1;
  const states = stateLayers(pass.run.facts);
  const grid = Array.from(data?.heads ?? [], (_, at) => ({
    layer: Math.floor(at / heads),
    head: at % heads,
  }));
  const chance = data && chanceIn(data, pass.run.facts.causal);
  const best = (
    /** @type {(number | null | undefined)[]} */ scores,
    /** @type {(score: number, at: number) => boolean} */ isOne,
    places = grid,
  ) =>
    [...scores.keys()]
      .filter((at) => isOne(scores[at] ?? NaN, at))
      .sort((a, b) => Number(scores[b]) - Number(scores[a]))
      .slice(0, NAMED)
      .map((at) => ({ ...places[at], score: Number(scores[at]) }));
  /** Whether a head does so on mixed texts too. */
  const isSure = (/** @type {MeasureName} */ measure, /** @type {number} */ at) =>
    answers.confirms(grid[at], measure) === true;
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
                aria-label=${`${layer}·${head}, ${headName(t, layer, head)}`}
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
  /** Why no head is named. */
  const noneOf = (
    /** @type {(number | null | undefined)[]} */ scores,
    /** @type {(score: number) => string} */ write,
    /** @type {string} */ unknown,
  ) => {
    const known = scores.filter((score) => typeof score === 'number');
    if (known.length === 0) return unknown;
    // Before heads are confirmed, none is named.
    return confirmed || problem ? words.noHead({ largest: write(Math.max(...known)) }) : '…';
  };
  const share = (/** @type {number} */ score) => decimal(t.language, score, 2);
  const logit = (/** @type {number} */ score) => signed(t.language, score, 1);
  const isSuccessor = (/** @type {number} */ score, /** @type {number} */ at) =>
    score >= SUCCESSOR && confirmed !== null && isConfirmed(confirmed[at].shares.successor);
  const successors = found?.scores?.map(({ score }) => score) ?? [];
  return html`<section class="find" aria-busy=${String(!(found && confirmed) && !problem)}>
    <h3>${words.heading}</h3>
    <${Failed} ...${{ answers, of: ['successors', 'controls'], t }} />
    ${
      exercise.at === null &&
      html`<table class="kinds">
          <tbody>
            ${KINDS.map((measure) => {
              const scores = Array.from(data?.heads ?? [], (head) => head?.measures[measure]);
              const { name, formula: says } = t.maps.overview.measures[measure];
              const kind = { name: measure === 'sink_share' ? words.kinds.first : name, says };
              const isRepeat = measure === 'duplicate_token' || measure === 'induction';
              const named = best(
                scores,
                (score, at) => chance !== null && isNamed(measure, score, chance) && isSure(measure, at),
              );
              return row(kind, named, noneOf(scores, share, isRepeat ? words.noRepeat : '–'));
            })}
            ${row(
              words.kinds.successor,
              best(successors, isSuccessor, found?.scores ?? []),
              noneOf(successors, logit, found ? words.noList : ''),
              logit,
            )}
          </tbody>
        </table>
        <p class="soft">${words.how}</p>`
    }
    ${
      states.length > 0 &&
      html`<p class="soft">${words.states({ n: states.length, layers: spans(states) })}</p>`
    }
    <${Exercises} ...${props} />
  </section>`;
}

import { headPlaces } from '../../../engine/model-places.js';
import { html } from '../../../ui/html.js';
import { EXERCISES, checked } from './exercises.js';
import { Failed } from './failed-view.js';
import { idsOf } from './ids.js';
/** @import { MapsModel } from '../types.js' */
/** @import { By, Exercise } from './exercises.js' */
/** @import { FindProps } from './find-view.js' */

/** What is asked for the numbers of an exercise. */
const ASKS = /** @type {const} */ ({
  off: 'ranking',
  direct: 'ranking',
  copying: 'copying',
  patch: 'patched heads',
});

/** @typedef {keyof MapsModel['t']['maps']['live']['find']['exercises']} Id */

/**
 * Exercises "find the head that ...": the reader opens a head, and checks whether it is the one.
 *
 * @param {FindProps} props
 */
export function Exercises(props) {
  const { model, answers, change, exercise: book } = props;
  const { state, t } = model;
  const words = t.maps.live.find;
  const { at, tried } = book;
  const begin = (/** @type {number} */ index) => {
    const { text, second } = EXERCISES[index];
    const { text: own, second: other, off, answer, source, layer, head, cursor } = state;
    const before = { text: own, second: other, off, answer, source, layer, head, cursor };
    book.put({ at: index, tried: null, before: at === null ? before : book.before });
    change({ text, second, off: [], answer: null, source: 'head', asked: 'find' });
  };
  const end = () => {
    book.put({ at: null, tried: null });
    change(book.before);
  };
  const exercise = at === null ? null : EXERCISES[at];
  const scores = exercise && tried ? scoresOf(exercise, props) : null;
  const heads = model.data?.reading.heads ?? 1;
  const result = tried && scores ? checked(scores, tried.layer * heads + tried.head) : null;
  if (exercise && result?.isFound && !book.solved.includes(exercise.id))
    book.solved = [...book.solved, exercise.id];
  const { solved } = book;
  const asks = exercise && 'answer' in exercise.by ? [ASKS[exercise.by.answer]] : [];
  const isFailed = asks.some((name) => answers.problem(name));
  const place = { layer: String(state.layer), head: String(state.head) };
  return html`<h4>
      ${words.exercisesHeading({ solved: String(solved.length), all: String(EXERCISES.length) })}
    </h4>
    <ol class="exercises">
      ${EXERCISES.map(
        ({ id }, index) =>
          html`<li key=${id} class=${solved.includes(id) ? 'solved' : ''}>
            <button
              type="button"
              class="link"
              aria-expanded=${String(index === at)}
              onClick=${() => (index === at ? end() : begin(index))}
            >
              ${words.exercises[/** @type {Id} */ (id)].asks}
            </button>
            ${solved.includes(id) && html`<span class="tick">✓ <span class="hidden">${words.solved}</span></span>`}
            ${
              index === at &&
              html`<div class="exercise">
                <p class="soft">${words.exercises[/** @type {Id} */ (id)].hint}</p>
                <button
                  type="button"
                  class="play"
                  onClick=${() => book.put({ tried: { layer: state.layer, head: state.head } })}
                >
                  ${words.check(place)}
                </button>
                <p role="status">${tried && said(props, { tried, scores, result, isFailed })}</p>
                <${Failed} ...${{ answers, of: asks, t }} />
                <button type="button" class="link" onClick=${end}>${words.giveBack}</button>
              </div>`
            }
          </li>`,
      )}
    </ol>`;
}

/**
 * @param {FindProps} props
 * @param {object} found
 * @param {{ layer: number, head: number }} found.tried
 * @param {(number | null)[] | null} found.scores
 * @param {ReturnType<typeof checked>} found.result
 * @param {boolean} found.isFailed - whether the numbers could not be computed
 */
function said({ model: { t } }, { tried, scores, result, isFailed }) {
  const words = t.maps.live.find;
  if (!scores) return isFailed ? '' : words.computing;
  const place = { layer: String(tried.layer), head: String(tried.head) };
  if (!result) return words.noScore(place);
  if (result.isFound) return words.right(place);
  return words.wrong({ ...place, place: String(result.place), all: String(result.of) });
}

/**
 * The number of each head that an exercise asks for; null while it is computed.
 *
 * @param {Exercise} exercise @param {FindProps} props
 * @returns {(number | null)[] | null}
 */
function scoresOf({ by, second }, { model, pass, answers, token }) {
  if ('measure' in by) {
    const { data } = model;
    if (!data || data.done < 1) return null;
    return Array.from(data.heads, (head) => head?.measures[by.measure] ?? null);
  }
  const { heads, layers, hasGates } = pass.run.facts;
  // Without logits, no head has such a number, and behind a gate none has a copying score.
  if (token === null || (hasGates && by.answer === 'copying')) return [];
  /** As the heads of the room are numbered. @param {number[] | undefined} scores */
  const numbered = (scores) => {
    if (!scores) return null;
    /** @type {(number | null)[]} */
    const all = Array(layers * heads).fill(null);
    headPlaces(pass.run.facts).forEach(({ layer, head }, at) => (all[layer * heads + head] = scores[at]));
    return all;
  };
  if (by.answer === 'copying') return numbered(answers.copying()?.map(({ score }) => score));
  if (by.answer === 'patch') {
    const found = second === null ? null : answers.patchedHeads(idsOf(pass.run.model, second), token);
    return numbered(
      found?.patched.flat().map(({ probability }) => Math.abs(probability - found.whole.probability)),
    );
  }
  const found = answers.ranking(token, 'zero', pass.ids);
  const { answer } = /** @type {Extract<By, { answer: string }>} */ (by);
  return numbered(
    found?.heads.map(({ probability, direct }) =>
      answer === 'direct' ? direct : found.whole.probability - probability,
    ),
  );
}

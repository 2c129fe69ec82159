import { html } from '../../../ui/html.js';
import { parseNumber, withoutGroups } from '../../../format/parse.js';
import { decimal, localized, separatorOf } from '../../../format/display.js';
import { axesOf, isPairs, placeName, shortLabels } from '../../../figure/axes.js';
import { baseOf, headOf } from '../../../figure/heads.js';
import { WEIGHTS } from '../../../figure/schemes.js';
import { byHand, choicesOf, decimalsIn, isNearly, judged, mistakesOf } from './mistakes.js';
import { sumOf } from './sum.js';
import { barDecimals, textsOf } from '../numbers.js';
import { textOf } from '../../../words/languages.js';
/** @import { Cell, Model } from '../../../types.js' */
/** @import { View } from '../../../ui/html.js' */
/** @import { MatrixSpec } from './spec.js' */

/**
 * The reader's last answer to a question, and whether the right one is shown. It is not part of the link, so
 * a reader who opens the link is asked again.
 *
 * @typedef {{ last: { text: string, says: string } | null, open: boolean }} Answered
 * @typedef {(cell: Cell) => string} KeyOf
 */

/** @param {Cell} cell */
export const keyOf = ({ matrix, row, col }) => `${matrix}:${row}:${col}`;

/** The names of the rows and columns of a matrix. @param {Model} model @param {string} id */
function namesOf(model, id) {
  const { rows, cols } = model.matrices[id];
  const axes = axesOf(id);
  const all = (/** @type {number} */ count, /** @type {string} */ axis) =>
    Array.from({ length: count }, (_, index) => placeName(model, axis, index));
  return { rows: all(rows, axes.row), cols: all(cols, axes.col) };
}

/** The smallest number with which an answer may have separators between groups of three digits. */
const LEAST_GROUPED = 1000;

/**
 * The right answer of a question, how it is shown, and the common mistakes. Bars show weights with more
 * decimals than heatmaps; an answer may have `least` decimals.
 *
 * @param {Model} model @param {MatrixSpec} spec @param {{ row: number, col: number }} cell
 * @param {boolean} [isBars] - whether the result is drawn as bars
 */
function known(model, spec, { row, col }, isBars = false) {
  const matrix = model.matrices[spec.result];
  const value = matrix.data[row * matrix.cols + col];
  const least = Math.max(...textsOf(model, spec.result, matrix).map(decimalsIn));
  const decimals = isBars ? barDecimals(model.state) : least;
  const names = namesOf(model, spec.result);
  const handmade = byHand(model, spec, { row, col });
  const mistakes = mistakesOf(model, spec, { row, col }, names);
  return { value, handmade, decimals, least, names, mistakes };
}

/**
 * The question as a sentence.
 *
 * @param {Model} model @param {MatrixSpec} spec @param {{ row: number, col: number }} cell
 */
export function questionSentence(model, spec, { row, col }) {
  const { names } = known(model, spec, { row, col });
  const words = model.t.stage.question;
  const own = ownSentence(model, spec.result, { row, col });
  if (own) return own;
  const isWeights = Object.values(WEIGHTS).includes(spec.result);
  const name = model.t.figure.valueNames[isWeights ? 'weights' : spec.result.replace(/\d$/, '')] ?? null;
  return isPairs(spec.result) && name
    ? words.pair({ name, key: names.cols[col], query: names.rows[row] })
    : words.cell({ row: names.rows[row], col: names.cols[col] });
}

/**
 * The question about a matrix that has a sentence of its own, or null.
 *
 * @param {Model} model @param {string} id @param {{ row: number, col: number }} cell
 */
function ownSentence({ lesson, t }, id, { row, col }) {
  const sentence = /** @type {Record<string, (values: Record<string, string>) => string>} */ (
    /** @type {unknown} */ (t.stage.question.own)
  )[baseOf(id)];
  const word = lesson.tokens[headOf(id) ?? row];
  return (
    sentence?.({ word, query: word, key: shortLabels(lesson.tokens)[col], col: String(col + 1) }) ?? null
  );
}

/**
 * Checks an answer and describes the result in words.
 *
 * @param {Model} model @param {MatrixSpec} spec @param {{ row: number, col: number }} cell @param {string} text
 * @param {boolean} isBars - whether the result is drawn as bars
 * @returns {{ right: boolean, says: string }}
 */
export function answered(model, spec, cell, text, isBars) {
  const words = model.t.stage.question;
  const infinite = /^[-−]\s*(∞|inf(inity)?)$/i.test(text.trim());
  const question = known(model, spec, cell, isBars);
  const separator = separatorOf(model.language);
  const typed = Math.abs(question.value) >= LEAST_GROUPED ? withoutGroups(text, separator) : text;
  const parsed = infinite ? { value: -Infinity } : parseNumber(typed, separator);
  if ('error' in parsed) return { right: false, says: words.noNumber };
  const decimals = Math.min(question.decimals, Math.max(question.least, decimalsIn(text)));
  const { right, isRounded, mistake } = judged(parsed.value, { ...question, decimals });
  if (isRounded)
    return {
      right,
      says: words.rightRounded({ value: decimal(model.language, question.value, question.decimals) }),
    };
  if (right) return { right, says: words.right };
  if (mistake) return { right, says: textOf(words.mistakes[mistake.key], mistake.figures) };
  const wrong = sumOf(model, spec, cell).length > 0 ? words.wrong : words.wrongAlone;
  const isNear = isNearly(text, parsed.value, question);
  return { right, says: isNear ? words.nearly({ n: question.decimals }) : wrong };
}

/**
 * The field for the answer, answers to pick from, and what is said about the last answer.
 *
 * @param {{ model: Model, spec: MatrixSpec, cell: { row: number, col: number }, isBars: boolean, state: Answered, answer: (text: string) => void, reveal: () => void }} props
 */
export function Question({ model, spec, cell, isBars, state, answer, reveal }) {
  const words = model.t.stage.question;
  const question = known(model, spec, cell, isBars);
  const submit = (/** @type {any} */ event) => {
    event.preventDefault();
    const field = event.currentTarget.elements.answer;
    if (field.value.trim() !== '') answer(field.value);
    field.select();
  };
  const picks = question.decimals > 0 || !Number.isFinite(question.value) ? choicesOf(question) : [];
  return html`<form class="question" onSubmit=${submit}>
    <div class="ask-row">
      <input
        name="answer"
        inputmode="decimal"
        autocomplete="off"
        spellcheck=${false}
        aria-label=${words.label}
      />
      <button type="submit" class="check">${words.check}</button>
      <button type="button" class="quiet" onClick=${reveal}>${words.show}</button>
    </div>
    ${
      picks.length > 1 &&
      html`<div class="picks" role="group" aria-label=${words.pick}>
        ${picks.map(
          ([text]) =>
            html`<button type="button" onClick=${() => answer(localized(text, model.language))}>
              ${localized(text, model.language)}
            </button>`,
        )}
      </div>`
    }
    <div class="tries" role="status">
      ${state.last && html`<p key=${state.last.text}><del>${state.last.text}</del><span>${state.last.says}</span></p>`}
    </div>
  </form>`;
}

/**
 * A question and what follows its answer, in one place: the one that is not shown keeps its space, so that
 * nothing moves. On a phone, which has no space to keep, it takes none.
 *
 * @param {{ isAsked: boolean, children: [View, View] }} props
 */
export function Turns({ isAsked, children: [question, rest] }) {
  const turn = (/** @type {View} */ view, /** @type {boolean} */ isShown) =>
    html`<div class=${isShown ? 'turn' : 'turn kept'} inert=${!isShown}>${view}</div>`;
  return html`<div class="turns">${turn(question, isAsked)}${turn(rest, !isAsked)}</div>`;
}

/** @param {string} text */
export const shortAnswer = (text) => text.trim().slice(0, 12);

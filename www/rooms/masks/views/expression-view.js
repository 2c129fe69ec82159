import { html, useRef } from '../../../ui/html.js';
import { unitOf } from '../edit.js';
/** @import { MaskCorrection } from '../../../engine/masks.js' */
/** @import { MaskActions, MaskModel, Refusal } from '../types.js' */

/** Messages with more characters are in smaller type, because the line has a fixed height. */
const LONG = 90;

/**
 * The expression in a field, parsed as it is typed. A copy of the text behind the field marks the clauses.
 *
 * An invalid text stays in the field, with a mark at the column of the error and a message below. The maps
 * show the last valid mask.
 *
 * The line below has the same height with and without a message, so that nothing moves while one types.
 *
 * @param {object} props
 * @param {MaskModel} props.model
 * @param {Pick<MaskActions, 'state' | 'type' | 'cancel'>} props.actions
 * @param {{ start: number, end: number } | null} [props.group] - the characters of the chosen group
 */
export function Expression({ model, actions: { state, type, cancel }, group = null }) {
  const words = model.t.masks;
  const input = useRef(/** @type {HTMLTextAreaElement | null} */ (null));
  /** The typed text, dropped if the state's text is no longer `base`, its text at the time of typing. */
  const typed = useRef(/** @type {{ base: string, text: string, refused: Refusal | null } | null} */ (null));
  if (typed.current?.base !== model.state.text) typed.current = null;
  const { text, refused } = typed.current ?? { text: model.state.text, refused: null };

  const read = () => {
    const field = /** @type {HTMLTextAreaElement} */ (input.current);
    // Line breaks become spaces, because Enter commits.
    if (/[\r\n]/.test(field.value)) field.value = field.value.replaceAll(/\s*[\r\n]+\s*/g, ' ');
    const refusal = type(field.value, 'drag');
    typed.current = { base: state().text, text: field.value, refused: refusal };
  };
  const commit = () => {
    const value = input.current?.value;
    if (!typed.current?.refused && value === state().text) type(value, 'commit');
  };
  const goToProblem = () => {
    const column = typed.current?.refused?.column;
    if (!column || !input.current) return;
    input.current.focus();
    const at = unitOf(input.current.value, column - 1);
    input.current.setSelectionRange(at, at);
  };
  const correct = () => {
    const correction = typed.current?.refused?.correction;
    if (!correction || !input.current) return;
    input.current.value = correction.text;
    read();
    commit();
    input.current.focus();
    // The caret is after the corrected word, however many blanks were added.
    const after = [...text].length - correction.end;
    const end = unitOf(correction.text, [...correction.text].length - after);
    input.current.setSelectionRange(end, end);
  };
  const onKey = (/** @type {KeyboardEvent} */ event) => {
    if (event.key === 'F8') goToProblem();
    else if (event.key === 'Enter' && !event.isComposing) commit();
    else if (event.key === 'Escape') {
      typed.current = null;
      cancel();
    } else return;
    event.preventDefault();
  };

  const pieces = refused ? withProblem(text, refused) : withClauses(model, group);
  const correction = refused?.correction;
  return html`<div class="expression">
    <div class="text">
      <div class="behind" aria-hidden="true">
        ${pieces.map(([kind, piece]) => (kind ? html`<span class=${kind}>${piece}</span>` : piece))}
      </div>
      <textarea
        id="expression"
        ref=${input}
        rows="1"
        autocomplete="off"
        autocapitalize="off"
        spellcheck="false"
        aria-describedby="expression-problem"
        aria-invalid=${refused ? 'true' : null}
        value=${text}
        onInput=${read}
        onChange=${commit}
        onKeyDown=${onKey}
      />
    </div>
    <div class="below">
      <label for="expression" class=${refused ? 'hidden' : ''}>${words.expression}</label>
      <div class="problem" hidden=${!refused}>
        <span
          class=${`says ${!correction && (refused?.text.length ?? 0) > LONG ? 'long' : ''}`}
          id="expression-problem"
          role="alert"
        >
          ${correction ? html`<${Suggestion} text=${text} correction=${correction} words=${words} />` : refused?.text}
        </span>
        <button type="button" class="correction" hidden=${!correction} onClick=${correct}>
          ${correction?.word}
        </button>
        <button
          type="button"
          class="link"
          aria-keyshortcuts="F8"
          hidden=${!refused?.column || correction}
          onClick=${goToProblem}
        >
          ${refused?.column && words.goTo({ column: refused.column })}
        </button>
        <span class="kept">${words.errors.kept}</span>
        <span class="takes" hidden=${!correction}><kbd>Tab</kbd> <kbd>Enter</kbd> ${words.errors.takes}</span>
      </div>
    </div>
  </div>`;
}

/**
 * The message about a mistake with a correction. The button beside it has the correction as its text, so here
 * it is only for screen readers.
 *
 * @param {{ text: string, correction: MaskCorrection, words: MaskModel['t']['masks'] }} props
 */
function Suggestion({ text, correction: { start, end, word }, words }) {
  const mistake = text.slice(unitOf(text, start), unitOf(text, end));
  const says = /\w/.test(mistake) ? words.errors.notClause : words.errors.notSign;
  return html`<code>${mistake}</code> ${says} <span class="hidden">${word}</span>`;
}

/**
 * An invalid text with its mistake marked: the word that can be corrected, or one character. After the last
 * character, a space is marked.
 *
 * @param {string} text @param {Refusal} refused @returns {[string, string][]}
 */
function withProblem(text, { column, correction }) {
  if (column === null) return [['', text]];
  const at = unitOf(text, column - 1);
  const end = Math.max(at + 1, unitOf(text, correction?.end ?? column));
  return [
    ['', text.slice(0, at)],
    ['wrong', text.slice(at, end) || '\u00A0'],
    ['', text.slice(end)],
  ];
}

/**
 * The text with its clauses. Those that decide the selected cell are emphasized, and so is the chosen group.
 *
 * @param {MaskModel} model @param {{ start: number, end: number } | null} group @returns {[string, string][]}
 */
function withClauses({ state: { text }, parsed, deciding }, group) {
  const letters = [...text];
  const ends = parsed.clauses.flatMap(({ start, end }) => [start, end]);
  const cuts = [...new Set([0, ...ends, group?.start ?? 0, group?.end ?? 0, letters.length])];
  cuts.sort((a, b) => a - b);
  return cuts.slice(0, -1).map((start, index) => {
    const clause = parsed.clauses.findIndex((each) => each.start <= start && start < each.end);
    const isInGroup = group && group.start <= start && start < group.end;
    const kinds = [clause >= 0 && 'clause', deciding.includes(clause) && 'decides', isInGroup && 'in-group'];
    return [kinds.filter(Boolean).join(' '), letters.slice(start, cuts[index + 1]).join('')];
  });
}

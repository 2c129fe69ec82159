import { html, useRef } from '../../../ui/html.js';
import { unitOf } from '../edit.js';
/** @import { MaskActions, MaskModel, Refusal } from '../types.js' */

/**
 * The expression in a field, parsed as it is typed. A copy of the text behind the field marks the clauses.
 *
 * An invalid text stays in the field, with a mark at the column of the error and a message below. The maps
 * show the last valid mask.
 *
 * @param {{ model: MaskModel, actions: Pick<MaskActions, 'state' | 'type' | 'cancel'> }} props
 */
export function Expression({ model, actions: { state, type, cancel } }) {
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
  const onKey = (/** @type {KeyboardEvent} */ event) => {
    if (event.key === 'F8') goToProblem();
    else if (event.key === 'Enter' && !event.isComposing) commit();
    else if (event.key === 'Escape') {
      typed.current = null;
      cancel();
    } else return;
    event.preventDefault();
  };

  const pieces = refused ? withProblem(text, refused.column) : withClauses(model);
  return html`<div class="expression">
    <label for="expression">${words.expression}</label>
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
    <p class="problem" hidden=${!refused}>
      <span id="expression-problem" role="alert">${refused?.text}</span>${' '}
      <button
        type="button"
        class="link"
        aria-keyshortcuts="F8"
        hidden=${!refused?.column}
        onClick=${goToProblem}
      >
        ${refused?.column && words.goTo(refused.column)}
      </button>
    </p>
  </div>`;
}

/**
 * An invalid text with its wrong character marked; after the last character, a space is marked.
 *
 * @param {string} text @param {number | null} column @returns {[string, string][]}
 */
function withProblem(text, column) {
  if (column === null) return [['', text]];
  const at = unitOf(text, column - 1);
  const end = Math.max(at + 1, unitOf(text, column));
  return [
    ['', text.slice(0, at)],
    ['wrong', text.slice(at, end) || '\u00A0'],
    ['', text.slice(end)],
  ];
}

/**
 * The text with its clauses. Those that decide the selected cell are emphasized.
 *
 * @param {MaskModel} model @returns {[string, string][]}
 */
function withClauses({ state: { text }, parsed, deciding }) {
  const letters = [...text];
  /** @type {[string, string][]} */
  const pieces = [];
  let at = 0;
  parsed.clauses.forEach(({ start, end }, clause) => {
    pieces.push(
      ['', letters.slice(at, start).join('')],
      [deciding.includes(clause) ? 'clause decides' : 'clause', letters.slice(start, end).join('')],
    );
    at = end;
  });
  return [...pieces, ['', letters.slice(at).join('')]];
}

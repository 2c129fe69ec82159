import { element, setText } from '../../../ui/dom.js';
import { unitOf } from '../edit.js';
/** @import { MaskModel, Refusal } from '../types.js' */

/**
 * The mask as text: typed and read as it is typed. Under the letters lies the same text with its clauses marked, so that both are always in one place. A
 * text that cannot be read stays in the field, with a mark at the column and the sentence below, while the last good mask stays drawn.
 *
 * @param {object} actions
 * @param {(text: string, phase: 'drag' | 'commit') => Refusal | null} actions.type
 * @param {() => void} actions.cancel - back to the text before it was typed
 */
export function expressionView({ type, cancel }) {
  const label = element('label', { for: 'expression' });
  const behind = element('div', { class: 'behind', 'aria-hidden': 'true' });
  const input = element('textarea', {
    id: 'expression',
    rows: 1,
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    'aria-describedby': 'expression-problem',
    oninput: read,
    onchange: commit,
    onkeydown: onKey,
  });
  const says = element('span', { id: 'expression-problem', role: 'alert' });
  const jump = element('button', {
    type: 'button',
    class: 'link',
    'aria-keyshortcuts': 'F8',
    onclick: toProblem,
  });
  const problem = element('p', { class: 'problem', hidden: true }, says, ' ', jump);
  const node = element(
    'div',
    { class: 'expression' },
    label,
    element('div', { class: 'text' }, behind, input),
    problem,
  );
  /** @type {Refusal | null} */
  let refused = null;
  /** @type {MaskModel | null} */
  let model = null;
  let shown = '';
  let painted = '';

  function read() {
    // A line break would be a blank to the reader of the text, and an Enter in the field commits.
    if (/[\r\n]/.test(input.value)) input.value = input.value.replaceAll(/\s*[\r\n]+\s*/g, ' ');
    complain(type(input.value, 'drag'));
    if (refused) paint();
    else shown = input.value;
  }
  function commit() {
    if (!refused && model && model.state.text === input.value) type(input.value, 'commit');
  }
  /** @param {KeyboardEvent} event */
  function onKey(event) {
    if (event.key === 'F8') toProblem();
    else if (event.key === 'Enter' && !event.isComposing) commit();
    else if (event.key === 'Escape') back();
    else return;
    event.preventDefault();
  }
  function back() {
    cancel();
    complain(null);
    shown = '';
  }
  function toProblem() {
    if (!refused?.column) return;
    input.focus();
    const at = unitOf(input.value, refused.column - 1);
    input.setSelectionRange(at, at);
  }
  /** @param {Refusal | null} why */
  function complain(why) {
    refused = why;
    problem.hidden = why === null;
    setText(says, why?.text ?? '');
    jump.hidden = !why?.column;
    if (why) input.setAttribute('aria-invalid', 'true');
    else input.removeAttribute('aria-invalid');
    if (why?.column && model) setText(jump, model.t.masks.goTo(why.column));
  }
  function paint() {
    if (!model) return;
    const pieces = refused ? broken(input.value, refused.column) : marked(model);
    const now = JSON.stringify(pieces);
    if (now === painted) return;
    painted = now;
    behind.replaceChildren(
      ...pieces.map(([kind, text]) => (kind ? element('span', { class: kind }, text) : text)),
    );
  }

  return {
    node,
    focus: () => input.focus(),
    /** @param {MaskModel} next */
    update(next) {
      model = next;
      setText(label, next.t.masks.expression);
      if (next.state.text !== shown) {
        shown = next.state.text;
        if (input.value !== shown) input.value = shown;
        complain(null);
      }
      paint();
    },
  };
}

/** A text that cannot be read, with the letter that is wrong; behind the last letter, a blank. @param {string} text @param {number | null} column @returns {[string, string][]} */
function broken(text, column) {
  if (column === null) return [['', text]];
  const at = unitOf(text, column - 1);
  const end = Math.max(at + 1, unitOf(text, column));
  return [
    ['', text.slice(0, at)],
    ['wrong', text.slice(at, end) || '\u00A0'],
    ['', text.slice(end)],
  ];
}

/** The text with its clauses, those that decide the cell that is looked at above all. @param {MaskModel} model @returns {[string, string][]} */
function marked({ state: { text }, parsed, deciding }) {
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

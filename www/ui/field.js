import { element, setText } from './dom.js';

let fields = 0;

/**
 * A labelled text field. It keeps the text while the reader is typing, and shows an error below an invalid
 * text.
 *
 * @param {string} label
 * @param {(text: string) => string | null} commit - null if the text was accepted, else the error
 * @param {Record<string, string>} [attributes]
 * @param {readonly string[]} [suggestions] - some of the allowed texts, offered as a list
 */
export function field(label, commit, attributes = {}, suggestions = []) {
  fields += 1;
  const id = `field-${fields}`;
  const list = element(
    'datalist',
    { id: `${id}-list` },
    ...suggestions.map((value) => element('option', { value })),
  );
  const problem = element('span', { class: 'problem', id: `${id}-problem`, role: 'alert' });
  const input = element('input', {
    id,
    autocomplete: 'off',
    spellcheck: 'false',
    ...(suggestions.length > 0 && { list: list.id }),
    ...attributes,
    onchange: () => {
      isTyping = false;
      setProblem(commit(input.value.trim()) ?? '');
    },
    oninput: () => (isTyping = true),
    onkeydown: (/** @type {KeyboardEvent} */ event) => event.key === 'Escape' && forget(),
  });
  const node = element('div', { class: 'field' }, element('label', { for: id }, label), input, problem);
  if (suggestions.length > 0) node.append(list);
  let value = '';
  /** Whether the reader has changed the text and not committed it. */
  let isTyping = false;
  const setProblem = problemSetter(input, problem);

  function forget() {
    isTyping = false;
    input.value = value;
    setProblem('');
  }
  setProblem('');

  return {
    node,
    input,
    /** Discards what the reader typed, and its error. */
    forget,
    /**
     * Shows a value. While the reader is typing, the text stays until Escape is pressed.
     *
     * @param {string} text
     */
    show(text) {
      const isSame = text === value;
      value = text;
      if (isTyping || (isSame && input.value !== '')) return;
      input.value = text;
      setProblem('');
    },
  };
}

/**
 * Shows the error of an input, also to screen readers. An empty text removes it.
 *
 * @param {HTMLInputElement} input
 * @param {HTMLElement} problem - shows the error; needs an id
 */
function problemSetter(input, problem) {
  return (/** @type {string} */ text) => {
    setText(problem, text);
    problem.hidden = text === '';
    if (text) {
      input.setAttribute('aria-invalid', 'true');
      input.setAttribute('aria-describedby', problem.id);
    } else {
      input.removeAttribute('aria-invalid');
      input.removeAttribute('aria-describedby');
    }
  };
}

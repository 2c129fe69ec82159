import { element, setText } from './dom.js';

let fields = 0;

/**
 * A labelled text field that keeps its value until the new text is valid. An error is shown below it.
 *
 * @param {string} label
 * @param {(text: string) => string | null} commit - null if the text was accepted, else the error
 * @param {Record<string, string>} [attributes]
 */
export function field(label, commit, attributes = {}) {
  fields += 1;
  const id = `field-${fields}`;
  const problem = element('span', { class: 'problem', id: `${id}-problem`, role: 'alert' });
  const input = element('input', {
    id,
    autocomplete: 'off',
    spellcheck: 'false',
    ...attributes,
    onchange: take,
    oninput: () => (isTyping = true),
    onkeydown: onKey,
  });
  const node = element('div', { class: 'field' }, element('label', { for: id }, label), input, problem);
  let value = '';
  /**
   * Whether the text differs from what was last committed because the reader is typing. An emptied field
   * counts.
   */
  let isTyping = false;

  const complain = problemSetter(input, problem);
  function take() {
    isTyping = false;
    complain(commit(input.value.trim()) ?? '');
  }
  /** @param {KeyboardEvent} event */
  function onKey(event) {
    if (event.key === 'Escape') forget();
  }
  function forget() {
    isTyping = false;
    input.value = value;
    complain('');
  }
  complain('');

  return {
    node,
    input,
    /** Restores the current value and removes the error, because the field is about something else now. */
    forget,
    /** Shows a value, unless the reader is typing: then Escape brings it. @param {string} text */
    show(text) {
      const isSame = text === value;
      value = text;
      if (isTyping || (isSame && input.value !== '')) return;
      input.value = text;
      complain('');
    },
  };
}

/**
 * Shows the error of an input, also to screen readers. An empty text removes it.
 *
 * @param {HTMLInputElement} input
 * @param {HTMLElement} problem - with an id
 */
export function problemSetter(input, problem) {
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

import { element } from './dom.js';

/**
 * A control with its label to the left.
 *
 * @param {string} label
 * @param {HTMLElement} control
 */
export function row(label, control) {
  return element(
    'div',
    { class: 'row' },
    element('span', { class: 'label', 'aria-hidden': 'true' }, label),
    control,
  );
}

/**
 * A list to choose from.
 *
 * @param {string} label
 * @param {[value: string, text: string][]} choices
 * @param {(value: string) => void} choose
 */
export function choices(label, choices, choose) {
  const options = choices.map(([value, text]) => element('option', { value }, text));
  const select = element('select', { 'aria-label': label, onchange: () => choose(select.value) }, ...options);
  return select;
}

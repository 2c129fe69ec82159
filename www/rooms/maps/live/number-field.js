import { html } from '../../../ui/html.js';
/** @import { Field } from '../../../state/fields.js' */

/**
 * A number with a hint. What is not a number in the range of the field is not taken.
 *
 * @param {object} props
 * @param {string} props.label
 * @param {string} props.hint
 * @param {number} props.value
 * @param {Field<number>} props.field
 * @param {number} props.step
 * @param {(value: number) => void} props.change
 */
export function NumberField({ label, hint, value, field, step, change }) {
  const take = (/** @type {any} */ { currentTarget }) => {
    try {
      change(field.kind.read(currentTarget.value, null));
    } catch {
      currentTarget.value = String(value);
    }
  };
  return html`<label class="row" title=${hint}>
    <span class="label">${label}</span>
    <input type="number" value=${String(value)} min="0" step=${String(step)} onChange=${take} />
  </label>`;
}

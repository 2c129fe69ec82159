import { isOn, kebab } from '../../../state/attributes.js';
import { Field } from '../../../ui/controls.js';
import { html } from '../../../ui/html.js';
import { SWITCHES } from '../attributes.js';
import { FIGURES } from '../settings.js';
/** @import { Field as Described } from '../../../state/fields.js' */
/** @import { Fields } from '../../../state/attributes.js' */
/** @import { EmbedModel } from '../heed-embed.js' */

/** @typedef {(name: string, text: string | null) => string | null} SetAttribute - null removes the attribute; returns the error */

/** The attributes that say what a figure shows. They are always set. */
const SUBJECTS = { lesson: ['lesson'], contrast: ['figure'] };

/**
 * The control of an attribute: a box for a switch, a list where the values are known, and otherwise a field,
 * which suggests the values that have names.
 *
 * @param {{ name: string, label?: string, model: EmbedModel, set: SetAttribute }} props
 */
export function AttributeControl({ name, label = name, model, set }) {
  const { shown, state, t } = model;
  const { tag } = FIGURES[state.figure];
  const value = shown?.values.get(name) ?? '';
  if (SWITCHES[tag]?.includes(name)) {
    const change = (/** @type {any} */ event) => void set(name, event.currentTarget.checked ? '' : null);
    return html`<label class="switch">
      <span>${label}</span
      ><input type="checkbox" checked=${isOn(shown?.values.get(name) ?? null)} onChange=${change} />
    </label>`;
  }
  const commit = (/** @type {string} */ text) => set(name, text === '' ? null : text);
  const choices = choicesOf(tag, name, shown?.state);
  if (!choices)
    return html`<${Field} ...${{ label, value, take: commit, suggestions: namesIn(tag, name) }} />`;
  const isSubject = Object.entries(SUBJECTS).some(
    ([id, names]) => id === state.figure && names.includes(name),
  );
  const texts = textsOf(name, model);
  // A link has the number of a step, an attribute may have its name.
  const current = choices.includes(value) ? value : (choices[Number(value) - 1] ?? '');
  const option = (/** @type {string} */ each) =>
    html`<option value=${each} selected=${each === current}>${texts[each] ?? each}</option>`;
  return html`<label class="switch">
    <span>${label}</span
    ><select aria-label=${label} onChange=${(/** @type {any} */ event) => commit(event.currentTarget.value)}>
      ${!isSubject && html`<option value="" selected=${current === ''}>${t.embed.unset}</option>`}
      ${choices.map(option)}
    </select>
  </label>`;
}

/**
 * The values of an attribute, or null if any text or number may be one.
 *
 * @param {string} tag @param {string} name @param {any} state - of the figure
 * @returns {string[] | null}
 */
function choicesOf(tag, name, state) {
  const { fields = {} } = /** @type {any} */ (customElements.get(tag));
  const kind = fieldNamed(fields, name)?.kind;
  if (!kind || /\| number/.test(kind.type)) return null;
  const choices = (state && kind.choicesIn?.(state)) ?? kind.choices ?? [];
  return choices.length > 0 ? choices.map(String) : null;
}

/**
 * The names among the values of an attribute that may also be a number.
 *
 * @param {string} tag @param {string} name
 */
function namesIn(tag, name) {
  const { fields = {} } = /** @type {any} */ (customElements.get(tag));
  const type = fieldNamed(fields, name)?.kind.type ?? '';
  return [...type.matchAll(/'([^']+)'/g)].map(([, text]) => text);
}

/**
 * The field of an attribute, also in groups.
 *
 * @param {Fields} fields @param {string} name @returns {Described<any> | null}
 */
function fieldNamed(fields, name) {
  for (const [property, field] of Object.entries(fields)) {
    const { attribute = kebab(property) } = field.use;
    const found = field.kind.members
      ? fieldNamed(field.kind.members, name)
      : attribute === name
        ? field
        : null;
    if (found) return found;
  }
  return null;
}

/**
 * What the values of an attribute are called, if they have names.
 *
 * @param {string} name @param {EmbedModel} model
 */
function textsOf(name, { state: { figure }, t }) {
  /** @type {Record<string, string>} */
  const none = {};
  const titles = (/** @type {Record<string, { title: string }>} */ of) =>
    Object.fromEntries(Object.entries(of).map(([id, { title }]) => [id, title]));
  if (figure === 'lesson' && name === 'lesson') return titles(t.lessons);
  if (figure === 'lesson' && name === 'step') return { ...t.stepNames, ...t.stories.stepNames };
  if (figure === 'contrast' && name === 'figure') return titles(t.contrast.figures);
  return none;
}

import { Segments } from '../../../ui/controls.js';
import { element } from '../../../ui/dom.js';
import { html, render } from '../../../ui/html.js';
/** @import { Model, State } from '../../../types.js' */
/** @import { Choices } from '../../../ui/controls.js' */

/** Choices with a visible label. @param {Choices} props */
const labelled = (props) =>
  html`<span class="label" aria-hidden="true">${props.label}</span><${Segments} ...${props} />`;

/**
 * A control for the open head. It is hidden if there is only one head.
 *
 * @param {(head: number) => void} open
 */
export function headPicker(open) {
  const node = element('div', { class: 'queries' });
  return {
    node,
    /** @param {Model} model @param {number} head */
    update({ lesson, t }, head) {
      const count = lesson.heads?.heads ?? 1;
      const words = t.figure.heads;
      node.hidden = count === 1;
      /** @type {Choices['choices']} */
      const choices = Array.from({ length: count }, (_, each) => [
        String(each),
        String(each + 1),
        words.openOne({ n: each + 1 }),
      ]);
      const choose = (/** @type {string} */ value) => open(Number(value));
      render(labelled({ label: words.open, value: String(head), choices, choose }), node);
    },
  };
}

/**
 * The name of an attention with a number of key-value heads, such as grouped-query attention.
 *
 * @param {Model['t']} t
 * @param {number} heads
 * @param {number} kvHeads
 */
export function kindOf(t, heads, kvHeads) {
  const { kinds } = t.figure.heads;
  if (heads === 1) return kinds.single;
  if (kvHeads === heads) return kinds.multi;
  return kvHeads === 1 ? kinds.one : kinds.grouped;
}

/**
 * A control for the number of key-value heads, by the names that models have for it. It is hidden in "your
 * own", which has fields for it.
 *
 * @param {(patch: Partial<State>) => unknown} submit
 */
export function sharingControl(submit) {
  const node = element('div', { class: 'queries' });
  return {
    node,
    /** @param {Model} model */
    update({ lesson, heads, t }) {
      node.hidden = lesson.id !== 'heads';
      if (node.hidden || !heads || !lesson.heads) return;
      const most = heads.sharings[0].kvHeads;
      /** @type {Choices['choices']} */
      const choices = heads.sharings.map(({ kvHeads }) => [String(kvHeads), kindOf(t, most, kvHeads)]);
      const choose = (/** @type {string} */ value) =>
        void submit({ kvHeads: Number(value) === most ? null : Number(value) });
      const value = String(lesson.heads.kvHeads);
      render(labelled({ label: t.figure.heads.sharing, value, choices, choose }), node);
    },
  };
}

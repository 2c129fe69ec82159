import { element, segments } from '../../../ui/dom.js';
/** @import { Model, State } from '../../../types.js' */

/**
 * Which head is opened.
 *
 * @param {(head: number) => void} open
 */
export function headPicker(open) {
  const node = element('div', { class: 'queries' });
  /** @type {ReturnType<typeof segments> | null} */
  let made = null;
  let built = '';

  return {
    node,
    /** @param {Model} model @param {number} head */
    update({ lesson, language, t }, head) {
      const count = lesson.heads?.heads ?? 1;
      node.hidden = count === 1;
      const now = `${count} ${language}`;
      if (now !== built) {
        const words = t.figure.heads;
        made = segments(
          words.open,
          Array.from({ length: count }, (_, each) => [
            String(each),
            String(each + 1),
            words.openOne(each + 1),
          ]),
          (value) => open(Number(value)),
        );
        node.replaceChildren(
          element('span', { class: 'label', 'aria-hidden': 'true' }, words.open),
          made.node,
        );
      }
      built = now;
      made?.update(String(head));
    },
  };
}

/**
 * What a number of shared heads of keys and values is called.
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
 * How many heads of keys and values there are, by the names that models have for it. In "your own" fields say
 * it.
 *
 * @param {(patch: Partial<State>) => unknown} change
 */
export function sharingControl(change) {
  const node = element('div', { class: 'queries' });
  /** @type {ReturnType<typeof segments> | null} */
  let made = null;
  let built = '';

  /** @param {Model} model */
  function build({ heads, t }) {
    const all = heads?.sharings ?? [];
    const choices = all.map(
      ({ kvHeads }) =>
        /** @type {[string, string]} */ ([
          String(kvHeads),
          kindOf(t, all.length > 0 ? all[0].kvHeads : 1, kvHeads),
        ]),
    );
    made = segments(t.figure.heads.sharing, choices, (value) =>
      change({ kvHeads: value === choices[0][0] ? null : Number(value) }),
    );
    node.replaceChildren(
      element('span', { class: 'label', 'aria-hidden': 'true' }, t.figure.heads.sharing),
      made.node,
    );
  }

  return {
    node,
    /** @param {Model} model */
    update(model) {
      node.hidden = model.lesson.id !== 'heads';
      if (node.hidden) return;
      if (model.language !== built) build(model);
      built = model.language;
      made?.update(String(model.lesson.heads?.kvHeads));
    },
  };
}

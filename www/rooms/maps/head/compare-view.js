import { element, setText } from '../../../ui/dom.js';
import { field } from '../../../ui/field.js';
import { choices, row } from '../../../ui/row.js';
/** @import { MapsState } from '../types.js' */
/** @import { Scene } from './scene.js' */
/** @import { Refused } from './spec.js' */

const WHOLE = /^\d{1,6}$/;

/**
 * A head to compare with at first: the next of the same layer, or the one before where there is none.
 *
 * @param {MapsState} state
 * @param {number} heads
 * @returns {NonNullable<MapsState['compare']>}
 */
export function firstOther({ layer, head }, heads) {
  return { slot: 0, layer, head: head + 1 < heads ? head + 1 : Math.max(0, head - 1) };
}

/**
 * What the open head is compared with.
 *
 * @param {object} actions
 * @param {() => MapsState} actions.state
 * @param {(patch: Partial<MapsState>) => void} actions.change
 * @param {() => void} actions.leave - takes the focus before the view is hidden
 */
export function compareView({ state, change, leave }) {
  const node = element('div', { class: 'compare-view', role: 'group' });
  const problem = element('p', { class: 'head-problem', role: 'status' });
  /** @type {ReturnType<typeof build> | null} */
  let made = null;
  let language = '';
  let bounds = { layer: 0, head: 0 };

  /** @param {Partial<NonNullable<MapsState['compare']>>} patch */
  function set(patch) {
    const { compare } = state();
    if (compare) change({ compare: { ...compare, ...patch } });
  }
  /** @param {Scene['t']} t */
  function build(t) {
    const of = (/** @type {'layer' | 'head'} */ name) =>
      field(
        t[name],
        (text) => {
          if (!WHOLE.test(text) || Number(text) > bounds[name]) return t.bounds(t[name], bounds[name]);
          set({ [name]: Number(text) });
          return null;
        },
        { inputmode: 'numeric', size: '3' },
      );
    const fields = { layer: of('layer'), head: of('head') };
    const file = choices(
      t.file,
      [
        ['0', t.files.this],
        ['1', t.files.other],
      ],
      (value) => set({ slot: value === '1' ? 1 : 0 }),
    );
    const fileRow = row(t.file, file);
    const swap = element(
      'button',
      {
        type: 'button',
        class: 'icon',
        onclick: () => {
          const { compare, layer, head } = state();
          if (compare)
            change({ layer: compare.layer, head: compare.head, compare: { ...compare, layer, head } });
        },
      },
      t.swap,
    );
    const close = element(
      'button',
      {
        type: 'button',
        class: 'icon',
        onclick: () => {
          leave();
          change({ compare: null });
        },
      },
      t.close,
    );
    node.setAttribute('aria-label', t.compareWith);
    node.replaceChildren(
      element('span', { class: 'label', 'aria-hidden': 'true' }, t.compareWith),
      fields.layer.node,
      fields.head.node,
      fileRow,
      swap,
      close,
      problem,
    );
    return { fields, file, fileRow, swap };
  }

  return {
    node,
    /** @param {Scene} scene @param {Refused | null} refused */
    update({ t, state: { compare, source }, data, language: now }, refused) {
      if (!made || now !== language) made = build(t);
      language = now;
      node.hidden = compare === null;
      if (!compare) return;
      const { layers, heads } = (compare.slot === 1 && data.other ? data.other : data).reading;
      bounds = { layer: layers - 1, head: heads - 1 };
      made.fields.layer.show(String(compare.layer));
      made.fields.head.show(String(compare.head));
      made.file.value = String(compare.slot);
      made.fileRow.hidden = !data.other && compare.slot === 0;
      const why = compare.slot === 1 ? t.swapOther : source === 'head' ? '' : t.swapSeveral;
      made.swap.disabled = why !== '';
      made.swap.title = why;
      const [here, there] = refused?.shapes ?? [];
      setText(problem, !refused ? '' : refused.why === 'noOther' ? t.noOther : t.otherShape(here, there));
      problem.hidden = refused === null;
    },
  };
}

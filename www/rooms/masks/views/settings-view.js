import { element, segments } from '../../../ui/dom.js';
import { choices, row } from '../../../ui/row.js';
import { seedField } from '../../../ui/seed-field.js';
import { slider, sizeStops } from '../slider.js';
import { BOUNDS, CHOICES, MOST, withSide } from '../state.js';
/** @import { MaskModel, MaskState, Refusal } from '../types.js' */

const SIDES = sizeStops(MOST);

/**
 * The size of the mask, the model around it, and how it is shown.
 *
 * @param {object} actions
 * @param {(next: (state: MaskState) => MaskState, phase: 'drag' | 'commit', aloud?: boolean) => Refusal | null} actions.change - `aloud`: a refusal is said above the maps
 * @param {(patch: Partial<MaskState>) => void} actions.look
 */
export function settingsView({ change, look }) {
  const node = element('section', { class: 'settings' });
  /** @type {((state: MaskState) => void)[]} */
  let updates = [];
  let built = '';

  /** @param {MaskModel['t']} t @param {'queries' | 'keys'} name */
  function side({ masks: words }, name) {
    const made = slider(
      words.names[name],
      {
        change: (value, phase) => change((state) => withSide(state, name, value), phase),
        notWhole: words.errors.notWhole,
      },
      SIDES,
    );
    updates.push((state) => made.show(state[name]));
    return made.node;
  }

  /** @param {MaskModel['t']} t */
  function tie({ masks: words }) {
    const same = element('input', {
      type: 'checkbox',
      onchange: () => {
        change(
          (state) => ({ ...state, tied: same.checked, keys: same.checked ? state.queries : state.keys }),
          'commit',
          true,
        );
      },
    });
    updates.push((state) => {
      same.checked = state.tied;
    });
    return element('label', { class: 'tie' }, same, words.same);
  }

  /** @param {MaskModel['t']} t @param {'size' | 'heads'} name @param {readonly number[]} stops */
  function number({ masks: words }, name, stops) {
    const made = slider(
      words.names[name],
      {
        change: (value, phase) =>
          change(
            (state) => (name === 'heads' ? withHeads(state, value) : { ...state, [name]: value }),
            phase,
          ),
        notWhole: words.errors.notWhole,
      },
      stops,
    );
    updates.push((state) => made.show(state[name]));
    return made.node;
  }

  /** @param {MaskModel} model */
  function build({ t }) {
    const words = t.masks;
    updates = [];
    const seed = seedField(
      t,
      (value) => change((state) => ({ ...state, seed: value }), 'commit')?.text ?? null,
    );
    const kvHeads = element('select', {
      'aria-label': words.names.kvHeads,
      onchange: () => change((state) => ({ ...state, kvHeads: Number(kvHeads.value) }), 'commit', true),
    });
    const bytes = choices(
      words.names.bytes,
      CHOICES.bytes.map((size) => [size, words.bytesOf(size, `f${8 * Number(size)}`)]),
      (value) => change((state) => ({ ...state, bytes: Number(value) }), 'commit', true),
    );
    const alibi = segments(
      words.alibi,
      [
        ['', t.controls.off],
        ['on', t.controls.on],
      ],
      (value) => change((state) => ({ ...state, alibi: value ? (state.alibi ?? 0) : null }), 'commit', true),
    );
    let heads = 1;
    const head = slider(words.head, {
      change: (value, phase) =>
        value > heads
          ? { text: words.errors.bounds(words.head, value, `1–${heads}`), column: null }
          : change((state) => ({ ...state, alibi: value - 1 }), phase),
      notWhole: words.errors.notWhole,
    });
    const map = choices(
      t.controls.map,
      CHOICES.map.map((name) => [name, /** @type {Record<string, string>} */ (t.controls.mapNames)[name]]),
      (value) => look({ map: /** @type {MaskState['map']} */ (value) }),
    );
    updates.push((state) => {
      seed.show(String(state.seed));
      const divisors = divisorsOf(state.heads).map(String);
      if (
        kvHeads.options.length !== divisors.length ||
        divisors.some((each, at) => kvHeads.options[at].value !== each)
      )
        kvHeads.replaceChildren(...divisors.map((value) => element('option', { value }, value)));
      kvHeads.value = String(state.kvHeads);
      bytes.value = String(state.bytes);
      alibi.update(state.alibi === null ? '' : 'on');
      head.node.hidden = state.alibi === null;
      ({ heads } = state);
      if (state.alibi !== null) head.show(state.alibi + 1, [1, heads]);
      map.value = state.map;
    });
    node.replaceChildren(
      element('h3', {}, words.sizes),
      side(t, 'queries'),
      side(t, 'keys'),
      tie(t),
      element('h3', {}, words.model),
      number(t, 'heads', sizeStops(BOUNDS.heads[1])),
      row(words.names.kvHeads, kvHeads),
      number(t, 'size', sizeStops(BOUNDS.size[1])),
      row(words.names.bytes, bytes),
      row(words.alibi, alibi.node),
      head.node,
      seed.node,
      element('p', { class: 'help' }, words.synthetic),
      row(t.controls.map, map),
    );
  }

  return {
    node,
    /** @param {MaskModel} model */
    update(model) {
      if (model.language !== built) build(model);
      built = model.language;
      for (const each of updates) each(model.state);
    },
  };
}

/** The key heads that so many query heads can share. @param {number} heads */
function divisorsOf(heads) {
  return Array.from({ length: heads }, (_, n) => n + 1).filter((n) => heads % n === 0);
}

/** Another number of heads; key heads stay if they still divide it, else they are as many as can be. @param {MaskState} state @param {number} heads @returns {MaskState} */
export function withHeads(state, heads) {
  // A number that will be refused is not counted up to.
  const kvHeads =
    heads > BOUNDS.heads[1] ? state.kvHeads : (divisorsOf(heads).findLast((n) => n <= state.kvHeads) ?? 1);
  return { ...state, heads, kvHeads };
}

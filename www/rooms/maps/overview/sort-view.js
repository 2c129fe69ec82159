import { setIcon } from '../../../ui/icons.js';
import { element, setText } from '../../../ui/dom.js';
import { CHOICES, MEASURES } from '../state.js';
/** @import { MapsModel, MapsState, MeasureName } from '../types.js' */

/** What sorting by likeness is called among the choices; it is no measure. */
const ALIKE = 'alike';

/**
 * How many heads there are, by what they are sorted, and what is written on them.
 *
 * @param {(patch: Partial<MapsState>) => void} look
 */
export function sortView(look) {
  const count = element('h2', { class: 'count' });
  const sort = select([...CHOICES.sort, ALIKE], sorted);
  const measure = select(MEASURES, (value) => look({ measure: /** @type {MeasureName} */ (value) }));
  const order = element('button', {
    type: 'button',
    class: 'icon',
    onclick: () => look({ order: order.value === 'down' ? 'up' : 'down' }),
  });
  const node = element('div', { class: 'sorting' }, count, sort.node, order, measure.node);

  /** @param {string} value */
  function sorted(value) {
    if (value === ALIKE) look({ alike: true });
    else if (value === 'layer') look({ alike: false, sort: 'layer', order: 'up' });
    // What heads are sorted by is written on them, also when they are back in their places.
    else
      look({
        alike: false,
        sort: /** @type {MeasureName} */ (value),
        measure: /** @type {MeasureName} */ (value),
        order: 'down',
      });
  }

  return {
    node,
    /** @param {MapsModel} model @param {number} passing */
    update({ state, data, t }, passing) {
      const words = t.maps.overview;
      const all = String(data?.heads.length ?? 0);
      setText(count, state.filter ? words.countOf(String(passing), all) : words.count(all));
      sort.say(words.sortedBy, (value) =>
        value === ALIKE
          ? words.byLikeness(String(state.layer), String(state.head))
          : value === 'layer'
            ? words.byLayer
            : words.measures[/** @type {MeasureName} */ (value)].name,
      );
      sort.show(state.alike ? ALIKE : state.sort);
      measure.say(words.written, (value) => words.measures[/** @type {MeasureName} */ (value)].name);
      measure.show(state.measure);
      measure.node.hidden = state.sort !== 'layer' || state.alike;
      order.hidden = state.alike;
      order.value = state.order;
      const up = state.order === 'up';
      setIcon(order, up ? 'up' : 'down');
      const label = state.sort === 'layer' ? words.orderOfLayers[state.order] : words.orders[state.order];
      order.setAttribute('aria-label', label);
      order.title = label;
    },
  };
}

/** A labelled choice of one of several. @param {readonly string[]} values @param {(value: string) => void} choose */
export function select(values, choose) {
  const options = values.map((value) => element('option', { value }));
  const box = element('select', { onchange: () => choose(box.value) }, ...options);
  const label = element('span', { class: 'label' });
  const node = element('label', { class: 'choice' }, label, box);
  return {
    node,
    box,
    /** @param {string} name @param {(value: string) => string} textOf */
    say(name, textOf) {
      setText(label, name);
      box.setAttribute('aria-label', name);
      for (const option of options) setText(option, textOf(option.value));
    },
    /** @param {string} value */
    show(value) {
      if (box.value !== value) box.value = value;
    },
  };
}

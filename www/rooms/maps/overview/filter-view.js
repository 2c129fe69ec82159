import { element, setText } from '../../../ui/dom.js';
import { MEASURES } from '../state.js';
import { longValue } from './figures.js';
import { spread } from './order.js';
import { select } from './sort-view.js';
import { ticks } from './ticks.js';
/** @import { MapsModel, MapsState, MeasureName } from '../types.js' */

/** How finely the slider divides what there is. */
const STEPS = 200;
const OFF = 'off';

/**
 * Lets only those heads through of which a measure lies between two values: a slider with two ends, over a strip in which each head is a tick.
 *
 * @param {(patch: Partial<MapsState>) => void} change
 */
export function filterView(change) {
  const measure = select([OFF, ...MEASURES], choose);
  const [least, most] = [end('least'), end('most')];
  const strip = ticks();
  const says = element('output', { class: 'range' });
  const track = element('div', { class: 'track' }, strip.node, least, most);
  const node = element('div', { class: 'filter' }, measure.node, track, says);
  /** @type {MapsModel | null} */
  let now = null;

  /** @param {'least' | 'most'} name */
  function end(name) {
    const input = element('input', {
      type: 'range',
      min: '0',
      max: String(STEPS),
      step: '1',
      class: name,
      oninput: () => slide(name),
      onchange: () => slide(name),
    });
    return input;
  }
  /** @param {string} value */
  function choose(value) {
    const name = /** @type {MeasureName} */ (value);
    const found = now?.data && value !== OFF ? spread(now.data, name) : null;
    change({ filter: found ? { measure: name, least: found.least, most: found.most } : null });
  }
  /** @param {'least' | 'most'} name */
  function slide(name) {
    const filter = now?.state.filter;
    const found = filter && now?.data && spread(now.data, filter.measure);
    if (!filter || !found) return;
    const at = Number((name === 'least' ? least : most).value);
    // The ends are what was measured, to the last digit: nothing at an end may be lost by rounding.
    const value =
      at === 0
        ? found.least
        : at === STEPS
          ? found.most
          : Number((found.least + ((found.most - found.least) * at) / STEPS).toPrecision(4));
    change({
      filter: {
        ...filter,
        ...(name === 'least'
          ? { least: Math.min(value, filter.most) }
          : { most: Math.max(value, filter.least) }),
      },
    });
  }

  return {
    node,
    /** @param {MapsModel} model */
    update(model) {
      now = model;
      const {
        state: { filter },
        data,
        t,
      } = model;
      const words = t.maps.overview;
      measure.say(words.filter, (value) =>
        value === OFF ? words.filterOff : words.measures[/** @type {MeasureName} */ (value)].name,
      );
      measure.show(filter?.measure ?? OFF);
      const found = filter && data && spread(data, filter.measure);
      track.hidden = says.hidden = !found;
      if (!filter || !found) return;
      const { name } = words.measures[filter.measure];
      const place = (/** @type {number} */ value) =>
        String(
          Math.max(
            0,
            Math.min(STEPS, Math.round(((value - found.least) / (found.most - found.least || 1)) * STEPS)),
          ),
        );
      for (const [input, value, label] of /** @type {const} */ ([
        [least, filter.least, words.atLeast(name)],
        [most, filter.most, words.atMost(name)],
      ])) {
        if (input.value !== place(value)) input.value = place(value);
        input.setAttribute('aria-label', label);
        input.setAttribute('aria-valuetext', longValue(value));
      }
      // Of two handles on one spot the one that can still move lies above.
      least.classList.toggle('above', Number(least.value) > STEPS / 2);
      strip.show(found.values, found, filter);
      setText(says, `${longValue(filter.least)} – ${longValue(filter.most)}`);
    },
  };
}

import { element, setText } from '../../../ui/dom.js';
import { MEASURES } from '../state.js';
import { columnValue, longValue } from './figures.js';
import { spread } from './order.js';
import { ticks } from './ticks.js';
/** @import { MapsModel } from '../types.js' */

/** A strip without heads; and no part of a strip. */
const [NONE, WHOLE, NOWHERE] = [/** @type {number[]} */ ([]), { least: 0, most: 1 }, { least: 1, most: 0 }];

/**
 * What the open head does: each measure with where it stands among all heads, and its formula for who asks.
 *
 * @param {() => void} alike - asks for the heads that are like this one
 */
export function measuresView(alike) {
  const heading = element('h3');
  const rows = MEASURES.map((name) => {
    const [label, value, formula] = [
      element('span', { class: 'name' }),
      element('span', { class: 'value' }),
      element('p', { class: 'formula' }),
    ];
    const strip = ticks();
    const summary = element('summary', {}, label, strip.node, value);
    return { name, label, value, formula, strip, summary, node: element('details', {}, summary, formula) };
  });
  const button = element('button', { type: 'button', class: 'icon', onclick: alike });
  const node = element(
    'section',
    { class: 'measures' },
    element('div', { class: 'does' }, heading, button),
    ...rows.map((row) => row.node),
  );

  return {
    node,
    /** @param {MapsModel} model */
    update({ state, data, t }) {
      const words = t.maps.overview;
      const { layer, head } = state;
      const found = data?.heads[layer * data.reading.heads + head];
      node.hidden = !data;
      if (!data) return;
      setText(heading, words.does(String(layer), String(head)));
      for (const { name, label, value, formula, strip, summary } of rows) {
        const measure = words.measures[name];
        const now = found?.measures[name] ?? null;
        const all = spread(data, name);
        setText(label, measure.name);
        setText(value, columnValue(now));
        value.title = longValue(now);
        setText(formula, `${measure.formula}. ${measure.says}`);
        summary.title = measure.formula;
        strip.show(all?.values ?? NONE, all ?? WHOLE, NOWHERE, now);
      }
      setText(button, words.alike);
      button.setAttribute('aria-pressed', String(state.alike));
      button.hidden = data.heads.length < 2;
    },
  };
}

import { element } from '../ui/dom.js';
import { icon } from '../ui/icons.js';

/** @typedef {ReturnType<typeof buildShadow>} Parts */

/** Builds the shadow tree of a heatmap. */
export function buildShadow() {
  const fallback = element('span');
  const slot = element('slot', { name: 'caption' }, fallback);
  const toggle = element('button', { class: 'switch', type: 'button' }, icon('table'));
  const caption = element('div', { class: 'caption', part: 'caption' }, slot, toggle);
  const columns = element('div', { class: 'columns', part: 'columns', 'aria-hidden': 'true' });
  const rows = element('div', { class: 'rows', part: 'rows', 'aria-hidden': 'true' });
  const canvas = element('canvas', { part: 'canvas', 'aria-hidden': 'true' });
  const over = element('div', { class: 'over', 'aria-hidden': 'true' });
  const map = element('div', { class: 'map', tabindex: 0, role: 'application' }, canvas, over);
  const table = element('table', { part: 'table' });
  const tablebox = element('div', { class: 'tablebox', tabindex: 0, role: 'group', hidden: true }, table);
  const problem = element('p', { class: 'problem', role: 'status', hidden: true });
  const figure = element('div', { class: 'figure' }, caption, columns, rows, map, tablebox, problem);
  const said = element('div', { class: 'said', 'aria-live': 'polite' });
  return { figure, fallback, toggle, columns, rows, map, canvas, over, table, tablebox, problem, said };
}

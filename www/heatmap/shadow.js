import { icon } from '../ui/icons.js';

/** @typedef {ReturnType<typeof buildShadow>} Parts */

/** The shadow tree of a heatmap, built once. No markup is built from data. */
export function buildShadow() {
  const fallback = make('span');
  const slot = make('slot', { name: 'caption' }, fallback);
  const toggle = make('button', { class: 'switch', type: 'button' }, icon('table'));
  const caption = make('div', { class: 'caption', part: 'caption' }, slot, toggle);
  const columns = make('div', { class: 'columns', part: 'columns', 'aria-hidden': 'true' });
  const rows = make('div', { class: 'rows', part: 'rows', 'aria-hidden': 'true' });
  const canvas = make('canvas', { part: 'canvas', 'aria-hidden': 'true' });
  const over = make('div', { class: 'over', 'aria-hidden': 'true' });
  const map = make('div', { class: 'map', tabindex: '0', role: 'application' }, canvas, over);
  const table = make('table', { part: 'table' });
  const tablebox = make('div', { class: 'tablebox', tabindex: '0', role: 'group' }, table);
  const problem = make('p', { class: 'problem', role: 'status' });
  const figure = make('div', { class: 'figure' }, caption, columns, rows, map, tablebox, problem);
  const said = make('div', { class: 'said', 'aria-live': 'polite' });
  tablebox.hidden = problem.hidden = true;
  return {
    figure,
    caption,
    fallback,
    toggle,
    columns,
    rows,
    map,
    canvas,
    over,
    table,
    tablebox,
    problem,
    said,
  };
}

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, string>} [attributes]
 * @param {...Node} children
 * @returns {HTMLElementTagNameMap[K]}
 */
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

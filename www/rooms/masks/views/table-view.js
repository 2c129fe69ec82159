import { number } from '../../../format/display.js';
import { element, setText } from '../../../ui/dom.js';
/** @import { MapName, MaskModel } from '../types.js' */

/** A larger table would be read by nobody. */
const MOST_IN_TABLE = 64;
const DECIMALS = 4;

/**
 * One of the maps as a table: the same cells for those who would rather read, copy or hear them.
 *
 * @param {(query: number) => import('../../../engine/masks.js').MaskRow} rowOf
 */
export function tableView(rowOf) {
  const table = element('table');
  const box = element('div', { class: 'tablebox', tabindex: 0, role: 'group' }, table);
  const tooLarge = element('p', { class: 'no-table', role: 'status' });
  const node = element('div', { hidden: true }, box, tooLarge);
  let written = '';

  /** @param {MapName} map @param {MaskModel} model */
  function write(map, { state, t }) {
    const words = t.masks;
    const head = Array.from({ length: state.keys }, (_, key) => element('th', { scope: 'col' }, String(key)));
    const rows = Array.from({ length: state.queries }, (_, query) => {
      const row = rowOf(query);
      const cells = Array.from(row.allowed, (allowed, key) => {
        const text =
          map === 'pattern'
            ? String(allowed)
            : allowed
              ? number((map === 'scores' ? row.masked : row.weights)[key], DECIMALS)
              : words.maskedCell;
        return element('td', { class: allowed ? '' : 'none' }, text);
      });
      return element('tr', {}, element('th', { scope: 'row' }, String(query)), ...cells);
    });
    table.replaceChildren(
      element('caption', {}, words.tableCaption(words.maps[map])),
      element('thead', {}, element('tr', {}, element('td', {}, words.corner), ...head)),
      element('tbody', {}, ...rows),
    );
    box.setAttribute('aria-label', words.tableCaption(words.maps[map]));
  }

  return {
    node,
    /** @param {MaskModel} model */
    update(model) {
      const { table: map, text, queries, keys, seed, size, alibi, heads } = model.state;
      const fits = queries <= MOST_IN_TABLE && keys <= MOST_IN_TABLE;
      node.hidden = map === null;
      box.hidden = !fits;
      setText(tooLarge, map === null || fits ? '' : model.t.masks.noTable(MOST_IN_TABLE));
      if (map === null || !fits) return;
      const now = JSON.stringify([map, text, queries, keys, seed, size, alibi, heads, model.language]);
      if (now !== written) write(map, model);
      written = now;
    },
  };
}

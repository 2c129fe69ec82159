import { number } from '../../../format/display.js';
import { element, setText } from '../../../ui/dom.js';
import { shortened, spokenCell } from '../speech.js';
/** @import { MaskModel } from '../types.js' */

const DECIMALS = 4;

/** Why the cell that is looked at is allowed or forbidden, and what becomes of its score. */
export function cellView() {
  const heading = element('h3');
  const verdict = element('p', { class: 'verdict' });
  const body = element('tbody');
  const values = element('dl', { class: 'values' });
  const node = element(
    'section',
    { class: 'cell-view' },
    element('div', { class: 'cell-head' }, heading, verdict),
    element('table', {}, body),
    values,
  );

  return {
    node,
    /** @param {MaskModel} model */
    update(model) {
      const { t, looked, row, why } = model;
      const words = t.masks;
      setText(heading, words.place(looked.query, looked.key));
      setText(verdict, spokenCell(model).verdict);
      body.replaceChildren(
        ...why.clauses.map(({ text, comparisons, any, holds, decides }) =>
          element(
            'tr',
            { class: decides ? 'decides' : '' },
            element('th', { scope: 'row', title: text }, shortened(text, 20)),
            compared(comparisons.map(comparison).join(any ? words.eitherOr : words.both) || words.always),
            element(
              'td',
              {},
              holds ? words.holds : words.fails,
              decides ? element('span', { class: 'hidden' }, `, ${words.decides}`) : null,
            ),
          ),
        ),
      );
      const shown = row.allowed[looked.key] === 1;
      const { key } = looked;
      values.replaceChildren(
        ...[
          [words.score, number(row.scores[key], DECIMALS)],
          ...(row.bias ? [[words.bias, number(row.bias[key], DECIMALS)]] : []),
          [words.masked, number(shown ? row.masked[key] : -Infinity, DECIMALS)],
          [words.unmasked, number(row.unmasked[key], DECIMALS)],
          [words.weight, number(row.weights[key], DECIMALS)],
        ].map(([name, text]) => element('div', {}, element('dt', {}, name), element('dd', {}, text))),
      );
    },
  };
}

/** The engine writes signs that can be typed; a reader is used to others. @param {import('../../../engine/masks.js').MaskReason['comparisons'][number]} compared */
function comparison({ left, relation, right }) {
  const sign = { '<=': '≤', '>=': '≥' }[/** @type {string} */ (relation)] ?? relation;
  return `${left} ${sign} ${right}`.replaceAll(' - ', ' − ').replaceAll(' * ', ' · ');
}

/** Painted cells can be a long list. @param {string} text */
function compared(text) {
  return element('td', { title: text }, shortened(text, 60));
}

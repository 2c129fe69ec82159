import { formulaElement } from '../../../figure/formula.js';
import { matrixName } from '../../../figure/heads.js';
import { notation } from '../../../figure/notation.js';
import { icon } from '../../../ui/icons.js';
import { element, setText } from '../../../ui/dom.js';
import { figureOf } from '../figure-of.js';
/** @import { Cell, Model } from '../../../types.js' */
/** @import { MapOptions } from '../figure-of.js' */

/**
 * The actions of a matrix.
 *
 * @typedef {object} MapActions
 * @property {(cell: Cell) => void} select
 * @property {(cell: Cell | null) => void} point
 * @property {(cell: Cell, value: number, phase: 'drag' | 'commit' | 'cancel') => void} edit
 * @property {(cell: Cell) => void} refuse - called when the reader types into a computed cell
 * @property {(matrix: string) => void} table - switches between heatmap and table
 * @property {(matrix: string) => void} [unfold] - shows a folded matrix
 * @property {(matrix: string) => void} [fold] - folds a matrix that the reader unfolded
 */

/**
 * One matrix of a lesson: a `<heed-map>` with its name in notation and its shape.
 *
 * @param {string} id
 * @param {MapActions} actions
 */
export function mapView(id, actions) {
  const name = element('span', { class: 'notation' });
  const shape = element('small');
  const foldedName = element('span', { class: 'notation' });
  const foldedShape = element('small');
  const unfold = element(
    'button',
    {
      type: 'button',
      class: 'folded',
      'aria-expanded': 'false',
      'data-folds': id,
      hidden: true,
      onclick: () => actions.unfold?.(id),
    },
    foldedName,
    foldedShape,
    icon('plus'),
  );
  const fold = element(
    'button',
    {
      type: 'button',
      class: 'fold',
      'aria-expanded': 'true',
      hidden: true,
      onclick: () => actions.fold?.(id),
    },
    icon('minus'),
  );
  const map = /** @type {any} */ (document.createElement('heed-map'));
  map.append(element('span', { slot: 'caption', class: 'caption' }, name, shape, fold));
  map.dataset.matrix = id;
  map.addEventListener('heed-select', (/** @type {any} */ event) => {
    const cell = { matrix: id, row: event.row, col: event.col };
    if (event.activate) actions.refuse(cell);
    else actions.select(cell);
  });
  map.addEventListener('heed-point', (/** @type {any} */ event) =>
    actions.point(event.row === null ? null : { matrix: id, row: event.row, col: event.col }),
  );
  map.addEventListener('heed-edit', (/** @type {any} */ event) =>
    actions.edit({ matrix: id, row: event.row, col: event.col }, event.value, event.phase),
  );
  map.addEventListener('heed-table', () => actions.table(id));
  let drawn = '';

  return {
    node: /** @type {HTMLElement} */ (map),
    /** The button that replaces a folded matrix. */
    unfold,
    /** The button that folds the matrix again. */
    fold,
    /**
     * @param {Model} model
     * @param {MapOptions} options
     * @param {{ isFolded?: boolean, isUnfolded?: boolean }} [folding] - `isUnfolded`: the reader unfolded it
     *   and can fold it again
     */
    update(model, options, { isFolded = false, isUnfolded = false } = {}) {
      const formula = notation(id, model.switches);
      const { rows, cols } = model.matrices[id];
      const now = JSON.stringify([formula, model.language]);
      if (now !== drawn) name.replaceChildren(formulaElement(formula, model.t.figure.formula));
      if (now !== drawn || (isFolded && !foldedName.firstChild))
        foldedName.replaceChildren(...(isFolded ? [formulaElement(formula, model.t.figure.formula)] : []));
      drawn = now;
      for (const each of [shape, foldedShape]) setText(each, `${rows}×${cols}`);
      unfold.hidden = !isFolded;
      map.hidden = isFolded;
      unfold.title = model.t.figure.unfold;
      fold.hidden = !isUnfolded;
      fold.title = model.t.figure.fold;
      fold.setAttribute('aria-label', `${model.t.figure.fold}: ${matrixName(model.t, id)}`);
      map.figure = figureOf(model, id, options);
    },
  };
}

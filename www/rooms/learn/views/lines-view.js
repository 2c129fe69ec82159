import { wideEnough } from '../../../ui/cell-digits.js';
import { element } from '../../../ui/dom.js';
import { html, render } from '../../../ui/html.js';
import { Band, TitledMap } from './matrix.js';
import { marksOf } from '../marks.js';
import { lineBands } from './bands.js';
/** @import { Cell, Model } from '../../../types.js' */
/** @import { MapActions } from './matrix.js' */

/** The size of a cell, in CSS pixels. */
const CELL = { width: 48, height: 28 };

/**
 * The whole view of a lesson whose matrices stand in lines: one band for each step.
 *
 * @param {MapActions} actions
 */
export function linesView(actions) {
  const node = element('div', { class: 'concepts lines' });
  return {
    node,
    /** @param {Model} model @param {Cell | null} activeCell */
    update(model, activeCell) {
      const { state, t } = model;
      node.classList.toggle('tables', state.tables === 'all');
      const marks = marksOf(model, activeCell);
      render(
        html`${lineBands(model).map(
          ({ step, places }) =>
            html`<${Band} key=${step} name=${step} heading=${t.stepNames[/** @type {'embed'} */ (step)]}>
              <div class="line">
                ${places.map(
                  ({ matrix, rowLabels }) =>
                    html`<${TitledMap}
                      key=${matrix}
                      ...${{ model, id: matrix, actions }}
                      options=${{
                        cellWidth: wideEnough(state.digits, CELL.width),
                        cellHeight: CELL.height,
                        rowLabels,
                        marks: marks[matrix],
                      }}
                    />`,
                )}
              </div>
            <//>`,
        )}`,
        node,
      );
    },
  };
}

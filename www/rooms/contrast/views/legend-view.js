import { element, setText } from '../../../ui/dom.js';
import { legendView as figureLegend } from '../../../figure/legend-view.js';
import { bothOutputs } from '../map-figure.js';
/** @import { Appearance } from '../../../element/appearance.js' */
/** @import { ContrastModel } from '../session.js' */

/**
 * The legend for the matrices of both sides and their outlines.
 *
 * @param {Pick<typeof import('../../../engine/attention.js'), 'legend' | 'paint'>} engine
 * @param {(legend: HTMLElement) => Appearance} appearanceOf
 */
export function legendView(engine, appearanceOf) {
  const legend = figureLegend(engine, appearanceOf);
  const outlined = element('p', { class: 'outline' });
  const dashed = element('p', { class: 'outline dashed' });
  legend.node.append(outlined, dashed);
  return {
    node: legend.node,
    /** @param {ContrastModel} model */
    update({ state, result, t }) {
      const words = { ...t, legend: { ...t.legend, masked: t.contrast.masked } };
      const matrices = { weights: result.wrong.weights, output: bothOutputs(result) };
      // The parts of a lesson's model that its legend reads.
      legend.update(
        /** @type {any} */ ({
          t: words,
          state: { map: state.map, digits: 'auto', step: 0 },
          matrices,
          lesson: { ratings: null },
        }),
        { matrix: 'output', row: 0, col: 0 },
      );
      setText(outlined, t.contrast.outlined);
      setText(dashed, t.contrast.dashed);
    },
  };
}

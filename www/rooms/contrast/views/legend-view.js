import { element, setText } from '../../../ui/dom.js';
import { legendPainter } from '../../../figure/legend.js';
import { legendOf } from '../legend.js';
/** @import { Appearance } from '../../../element/appearance.js' */
/** @import { Engine } from '../../../figure/legend.js' */
/** @import { ContrastModel } from '../session.js' */

/**
 * The legend below both sides.
 *
 * @param {Engine} engine
 * @param {(legend: HTMLElement) => Appearance} appearanceOf
 */
export function legendView(engine, appearanceOf) {
  const heading = element('h3');
  const axes = element('p', { class: 'axes' });
  const node = element('section', { class: 'legend', part: 'legend' }, heading, axes);
  const paint = legendPainter(engine, node);
  return {
    node,
    /** @param {ContrastModel} model */
    update(model) {
      const { t, result } = model;
      const { samples, ...legend } = legendOf(model);
      const isMissing = [result.wrong.weights, result.wrong.output].some(({ data }) =>
        data.some(Number.isNaN),
      );
      setText(heading, t.legend.heading);
      setText(axes, t.legend.axes);
      paint(
        { ...legend, samples: samples.filter(({ kind }) => kind !== 'cross' || isMissing) },
        appearanceOf(node),
      );
    },
  };
}

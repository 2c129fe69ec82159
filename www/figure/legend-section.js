import { element, setText } from '../ui/dom.js';
import { legendPainter } from './legend.js';
/** @import { Appearance } from '../element/surroundings.js' */
/** @import { Strings } from '../words/languages.js' */
/** @import { Engine, Legend } from './legend.js' */

/**
 * A legend with a heading, and a line about rows and columns.
 *
 * @param {Engine} engine
 * @param {(legend: HTMLElement) => Appearance} appearanceOf
 */
export function legendSection(engine, appearanceOf) {
  const heading = element('h3');
  const axes = element('p', { class: 'axes' });
  const node = element('section', { class: 'legend', part: 'legend' }, heading, axes);
  const paint = legendPainter(engine, node);
  return {
    node,
    /** @param {Strings['legend']} words @param {Legend} legend @param {boolean} [hasAxes] */
    draw(words, legend, hasAxes = true) {
      setText(heading, words.heading);
      setText(axes, words.axes);
      axes.hidden = !hasAxes;
      paint(legend, appearanceOf(node));
    },
  };
}

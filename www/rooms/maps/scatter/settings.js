import { custom } from '../../../state/fields.js';
import { BrokenLink, choice, number } from '../../../state/fragment-values.js';
/** @import { MeasureName } from '../types.js' */

/** A range of two measures. @typedef {{ left: number, right: number, bottom: number, top: number }} Box */

/**
 * The points of all heads: the measures of both axes and of the color, and the box that selects some.
 *
 * @typedef {{ across: MeasureName, up: MeasureName, color: 'layer' | MeasureName, box: Box | null }} Scatter
 */

/** The points that are shown first. @type {Scatter} */
export const FIRST = Object.freeze({ across: 'sink_share', up: 'induction', color: 'layer', box: null });

/**
 * The points of all heads; null if they are not shown. In links: `across:up:color`, and with a box its four
 * sides.
 *
 * @param {readonly MeasureName[]} measures
 */
export const scatterField = (measures) =>
  custom({
    /** @returns {Scatter} */
    read(text) {
      const [across, up, color, ...sides] = text.split(':');
      if (color === undefined || (sides.length !== 0 && sides.length !== 4)) throw new BrokenLink(text);
      const [left, right, bottom, top] = sides.map(number);
      if (sides.length > 0 && !(left <= right && bottom <= top)) throw new BrokenLink(text);
      return {
        across: choice(across, measures),
        up: choice(up, measures),
        color: choice(color, /** @type {const} */ (['layer', ...measures])),
        box: sides.length > 0 ? { left, right, bottom, top } : null,
      };
    },
    write: ({ across, up, color, box }) =>
      [across, up, color, ...(box ? [box.left, box.right, box.bottom, box.top] : [])].join(':'),
  })
    .optional()
    .attribute(null);

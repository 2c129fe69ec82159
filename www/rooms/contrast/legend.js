import { symmetric } from '../../figure/scale.js';
import { number, localized } from '../../format/display.js';
import { bothOutputs } from './map-figure.js';
/** @import { Legend } from '../../figure/legend.js' */
/** @import { ContrastModel } from './session.js' */

/** The maximum number of decimals at the ends of a scale. */
const DECIMALS = 3;

/**
 * The legend for the matrices of both sides and their outlines, on the page and in pictures. The outputs
 * share a scale.
 *
 * @param {ContrastModel} model
 * @returns {Legend}
 */
export function legendOf({ state, result, language, t }) {
  const { low, high } = symmetric(bothOutputs(result));
  return {
    map: state.map,
    bars: [
      { kind: 'sequential', low: '0', high: '1', text: t.legend.weights },
      {
        kind: 'diverging',
        low: localized(number(low, DECIMALS), language),
        high: localized(number(high, DECIMALS), language),
        text: t.legend.values({ name: t.contrast.names.output }),
      },
    ],
    samples: [
      { kind: 'hatch', text: t.contrast.masked },
      ...(hasUnpicked(result)
        ? [{ kind: /** @type {const} */ ('unpicked'), text: t.contrast.unpickedCells }]
        : []),
      { kind: 'cross', text: t.legend.missing },
      { kind: 'frame', text: t.contrast.outlined },
      { kind: 'dashed', text: t.contrast.dashed },
    ],
  };
}

/**
 * The legend on the page, which explains crosses only if numbers are missing.
 *
 * @param {ContrastModel} model @returns {Legend}
 */
export function visibleLegend(model) {
  const { samples, ...legend } = legendOf(model);
  const { weights, output } = model.result.wrong;
  const isMissing = [weights, output].some(({ data }) => data.some(Number.isNaN));
  return { ...legend, samples: samples.filter(({ kind }) => kind !== 'cross' || isMissing) };
}

/** Whether a side has keys that could have been picked. @param {ContrastModel['result']} result */
function hasUnpicked({ wrong, right, pickable }) {
  return pickable.data.some(
    (can, cell) => can !== 0 && (wrong.allowed.data[cell] === 0 || right.allowed.data[cell] === 0),
  );
}

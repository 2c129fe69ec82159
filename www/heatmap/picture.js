import { number } from '../format/display.js';
import { matrixPiece } from '../picture/matrix.js';
import { measure as measured } from '../picture/measure.js';
import { barOf } from '../picture/scales.js';
import { sheetOf } from '../picture/scene.js';
import { WORDS } from '../picture/words.js';
/** @import { Measure, Theme } from '../picture/types.js' */
/** @import { Complete } from './figure.js' */
/** @import { Language } from '../state/languages.js' */

/** The number of digits at the ends of a scale. */
const DIGITS = 4;

/**
 * One matrix as a picture.
 *
 * @param {Complete} figure
 * @param {{ theme: Theme, language?: Language, measure?: Measure }} options
 */
export function sceneOf(figure, { theme, language = 'en', measure = measured }) {
  const { name, map, kind, low, high, rowAxis, colAxis } = figure;
  const words = WORDS[language];
  const body = matrixPiece(
    { ...figure, quiet: false },
    { theme, measure, axes: { row: words.down({ axis: rowAxis }), col: words.across({ axis: colAxis }) } },
  );
  const samples = [...body.has].map((gap) => ({
    kind: gap,
    text: gap === 'hatch' ? words.masked : words.missing,
  }));
  const bar = barOf(words.scale, { map, kind, theme }, [number(low, DIGITS), number(high, DIGITS)]);
  // The middle is 0 only if the scale is symmetric.
  const ticks = kind === 'diverging' && low === -high ? bar.ticks : bar.ticks.filter(({ at }) => at !== 0.5);
  return sheetOf(
    { title: name, body, legend: { bars: [{ ...bar, ticks }], samples } },
    { theme, measure, narrowest: 340 },
  );
}

import { STEPS } from '../../../picture/legend.js';
import { paintRamps } from '../chosen/colors.js';
import { barOf, scaleTicks } from '../head/scale.js';
/** @import { Bar, Sample } from '../../../picture/types.js' */
/** @import { Paint, Picture } from './types.js' */

/**
 * The legend of a picture: its scales, with a line for each head that has a color, and the names of these
 * heads.
 *
 * @param {Pick<Picture, 'legends' | 'heads' | 'map' | 'theme' | 'language'>} picture @param {Paint} paint
 * @returns {{ bars: Bar[], samples: Sample[] }}
 */
export function pictureLegend({ legends, heads, map, theme, language }, paint) {
  const bars = legends.map(({ text, scale }) => {
    const [data, colors] = [barOf(scale, STEPS), { map, theme, scale }];
    const pixels =
      heads.length > 0
        ? paintRamps(data, heads.length, colors)
        : paint({ rows: 1, cols: STEPS, data, ...colors });
    return { text, rows: Math.max(1, heads.length), pixels, ticks: scaleTicks(scale, language) };
  });
  return { bars, samples: heads.map((head) => ({ kind: /** @type {const} */ ('fill'), ...head })) };
}

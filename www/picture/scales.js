import { legendPixels } from '../engine/attention.js';
import { STEPS } from './legend.js';
/** @import { Bar, Theme } from './types.js' */

/**
 * The color bar of a scale, in the engine's colors. A diverging scale has 0 in the middle.
 *
 * @param {string} text - the label of the scale
 * @param {{ map: 'ember' | 'viridis' | 'cividis' | 'grey', kind: 'sequential' | 'diverging', theme: Theme }} colors
 * @param {[low: string, high: string]} ends
 * @returns {Bar}
 */
export function barOf(text, { map, kind, theme }, [low, high]) {
  const { pixels } = legendPixels({ map, kind, theme, width: STEPS, height: 1 });
  const middle = kind === 'diverging' ? [{ at: 0.5, text: '0' }] : [];
  return { text, pixels, ticks: [{ at: 0, text: low }, ...middle, { at: 1, text: high }] };
}

import { widthOf } from '../ui/text-width.js';
import { FONT, MONO } from './text.js';

/** Measures the width of a text on a canvas. @type {import('./types.js').Measure} */
export const measure = (text, size, mono = false) => widthOf(text, `${size}px ${mono ? MONO : FONT}`);

import { widthOf } from '../ui/text-width.js';
import { FONT, MONO } from './text.js';

/** How wide a text is, as the page's own canvas has it. @type {import('./types.js').Measure} */
export const measure = (text, size, mono = false) => widthOf(text, `${size}px ${mono ? MONO : FONT}`);

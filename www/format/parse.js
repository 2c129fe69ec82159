/** Reading what people type and paste. Nothing is thrown: what cannot be read gives the key of a sentence and its figures. */
export { parseNumber } from './parse-number.js';
export { parseMatrix } from './parse-matrix.js';
export { drawText, parseDraw } from './parse-draw.js';

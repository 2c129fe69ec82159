/**
 * Parsers for typed and pasted text. They do not throw: an error is the key of a message, and its figures.
 */
export { parseNumber, withoutGroups } from './parse-number.js';
export { parseMatrix } from './parse-matrix.js';
export { drawText, parseDraw } from './parse-draw.js';

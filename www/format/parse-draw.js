import { clip, parseNumber } from './parse.js';

/**
 * A draw from NumPy's generator. Only the bounds of the distribution are set.
 *
 * @typedef {object} DrawSpec
 * @property {'randint' | 'randn' | 'rand' | 'uniform' | 'normal'} distribution
 * @property {number} [low] - randint and uniform: the smallest value
 * @property {number} [high] - randint and uniform: the end of the range, excluded
 * @property {number} [mean] - normal
 * @property {number} [deviation] - normal
 * @property {number} factor - the factor of each drawn value
 */

/** @typedef {{ error: 'badDraw', figures: { text: string } }} DrawError */

/** The minimum and maximum number of arguments of each call, and how they are read. */
const CALLS = {
  randint: { least: 1, most: 2, read: range },
  randn: { least: 0, most: 0, read: () => ({}) },
  rand: { least: 0, most: 0, read: () => ({}) },
  uniform: {
    least: 0,
    most: 2,
    read: ([low = 0, high = 1] = /** @type {number[]} */ ([])) => ({ low, high }),
  },
  normal: { least: 0, most: 2, read: spread },
};

const CALL = /^(?:(?:np|numpy)\.)?(?:random\.)?(randint|randn|rand|uniform|normal)(?:\s*\(([^()]*)\))?$/;

/** The argument `size` of a call is ignored, because the matrices of the figure have their own sizes. */
const SIZE = /,?\s*\bsize\s*=\s*(?:\([\d\s,]*\)|\d+)/;

/**
 * Parses a call of NumPy's generator: `randint(3)`, `randint(-3, 4)`, `randn`, `randn() * 0.1`, `rand`,
 * `uniform(-1, 1)`, `normal(0, 0.5)`, `0.1 * np.random.randn()`, `random.randint(3, size=(3, 3))`.
 *
 * @param {string} text
 * @returns {DrawSpec | DrawError}
 */
export function parseDraw(text) {
  const refused = /** @type {const} */ ({ error: 'badDraw', figures: { text: clip(text.trim()) } });
  const parts = text
    .replaceAll('−', '-')
    .replace(SIZE, '')
    .split('*')
    .map((part) => part.trim());
  const at = parts.findIndex((part) => CALL.test(part));
  if (parts.length > 2 || at < 0) return refused;
  const factor = parts.length === 1 ? 1 : numeral(parts[1 - at]);
  const [, name, inside = ''] = /** @type {RegExpExecArray} */ (CALL.exec(parts[at]));
  const distribution = /** @type {DrawSpec['distribution']} */ (name);
  const { least, most, read } = CALLS[distribution];
  const args = inside.trim() === '' ? [] : inside.split(',').map(numeral);
  if (factor === null || args.length < least || args.length > most || args.includes(null)) return refused;
  const bounds = read(/** @type {number[]} */ (args));
  return bounds === null ? refused : { distribution, ...bounds, factor };
}

/** @param {string} text */
function numeral(text) {
  const read = text.includes(',') ? null : parseNumber(text);
  return read && 'value' in read ? read.value : null;
}

/** A single argument is the end of the range, as in NumPy. @param {number[]} args */
function range([first, second]) {
  const [low, high] = second === undefined ? [0, first] : [first, second];
  return Number.isSafeInteger(low) && Number.isSafeInteger(high) && low < high ? { low, high } : null;
}

/** @param {number[]} args */
function spread([mean = 0, deviation = 1]) {
  return deviation >= 0 ? { mean, deviation } : null;
}

/**
 * The call in its canonical form, which parseDraw() parses back to the same draw.
 *
 * @param {DrawSpec} spec
 * @returns {string}
 */
export function drawText({ distribution, low = 0, high = 1, mean = 0, deviation = 1, factor }) {
  const args = {
    randint: low === 0 ? [high] : [low, high],
    randn: [],
    rand: [],
    uniform: [low, high],
    normal: [mean, deviation],
  }[distribution];
  const call = args.length > 0 ? `${distribution}(${args.join(', ')})` : distribution;
  return factor === 1 ? call : `${call} * ${factor}`;
}

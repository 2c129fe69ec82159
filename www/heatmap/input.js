import { labelsIn, shortened, wholeNumber, initialOf, attributesOf } from '../state/attributes.js';
import { choice, custom, flag, int, real, text, DISPLAY } from '../state/fields.js';
import { asProperty, fetched } from '../element/attributes.js';
import { matrixFromText, toMatrix } from '../format/parse.js';
/** @import { StateOf } from '../state/attributes.js' */
/** @import { Attribute } from '../state/settings.js' */
/** @import { MatrixData } from '../types.js' */

/** The maximum number of decimals; `full` shows more. */
export const MAX_DECIMALS = 10;
/** The maximum index of a cursor. No matrix is larger. */
const MAX_INDEX = 511;

const labels = custom({ read: labelsIn, parse: labelsIn }).optional();

/** The digits in cells. */
export const digits = custom({
  type: "'auto' | 'full' | number",
  read: digitsIn,
  parse: digitsIn,
}).is('auto');

/** The settings of a heatmap, which are its attributes. */
const OWN = {
  values: custom({ read: valuesIn, parse: valuesIn }).optional(),
  src: custom({ ...text().optional().kind, parse: (written) => written || null }),
  queryLabels: labels,
  keyLabels: labels,
  name: text().optional(),
  low: real().optional(),
  high: real().optional(),
  scale: choice(/** @type {const} */ (['unit', 'data', 'symmetric'])),
  mask: choice(/** @type {const} */ (['none', 'causal'])),
  digits,
  query: int(0, MAX_INDEX).optional(),
  key: int(0, MAX_INDEX).optional(),
  table: flag(),
  editable: flag(),
};
export const FIELDS = { ...OWN, ...DISPLAY };
/** @typedef {StateOf<typeof FIELDS>} Settings */

/** A heatmap without attributes. */
export const PLAIN = /** @type {Readonly<Settings>} */ (Object.freeze(initialOf(FIELDS)));

export const ATTRIBUTES = attributesOf(OWN);

/**
 * Attributes that are rejected, because their values must be set as properties.
 *
 * @type {Record<string, Attribute<Settings>>}
 */
export const REFUSED = {
  data: asProperty('data', ', or write the numbers as values="1 0; 0.25 0.75"'),
  figure: asProperty('figure'),
};

/** The text of an object, or of an array of objects, that was converted to a string. */
const OBJECTS = /^\[object \w+\](,\[object \w+\])*$/;

/**
 * Whether a text may be an array of numbers that was converted to a string, which loses the rows.
 *
 * @param {string} text
 */
function isJoined(text) {
  const parts = text.split(',');
  return parts.length > 1 && parts.every((part) => part === '' || String(Number(part)) === part);
}

/** @param {string} text */
function valuesIn(text) {
  if (!OBJECTS.test(text) && !isJoined(text)) return matrixFromText(text);
  throw new Error(
    `${JSON.stringify(shortened(text))} is a list turned into text, which has lost its rows: write "1 0; 0.25 0.75" with a semicolon between rows, or set the property data`,
  );
}

/**
 * The digits that cells show: `auto` for as many as fit, `full` for all, or a number of decimals.
 *
 * @param {string} text
 * @returns {'auto' | 'full' | number}
 * @throws {Error} with the allowed values
 */
function digitsIn(text) {
  if (text === 'auto') return 'auto';
  return text === 'full' ? 'full' : wholeNumber(text, 0, MAX_DECIMALS);
}

/**
 * A matrix with its labels and name.
 *
 * @typedef {object} Input
 * @property {MatrixData} matrix
 * @property {Uint8Array | null} [states] - one for each cell: 0 a value, 1 masked, 2 not shown, 3 not picked
 * @property {string[] | null} [queryLabels]
 * @property {string[] | null} [keyLabels]
 * @property {string | null} [name]
 */

/** The maximum number of characters in a file. A matrix that can be drawn is shorter. */
const MAX_LENGTH = 16 * 2 ** 20;

/**
 * Validates the property `data`: rows of numbers, or `{ rows, cols, data }` with labels and a name, where
 * `data` or `weights` may also be rows.
 *
 * @param {any} data
 * @returns {Input}
 * @throws {Error} that names the sizes
 */
export function inputOf(data) {
  const { states, queryLabels, keyLabels, name } = data ?? {};
  const matrix = toMatrix(
    Array.isArray(data?.weights) || Array.isArray(data?.data?.[0]) ? (data.weights ?? data.data) : data,
  );
  const count = matrix.rows * matrix.cols;
  if (states && states.length !== count)
    throw new Error(`${states.length} states but ${matrix.rows} × ${matrix.cols} cells`);
  return {
    matrix,
    states: states ? Uint8Array.from(states) : null,
    queryLabels: textsOf(queryLabels),
    keyLabels: textsOf(keyLabels),
    name: typeof name === 'string' ? name : null,
  };
}

/** @param {unknown} list */
function textsOf(list) {
  return Array.isArray(list) ? list.map(String) : null;
}

/**
 * The matrix with one number replaced.
 *
 * @param {MatrixData} matrix
 * @param {{ row: number, col: number }} cell
 * @param {number} value
 * @returns {MatrixData}
 */
export function withNumber({ rows, cols, data }, { row, col }, value) {
  const numbers = data.slice();
  numbers[row * cols + col] = value;
  return { rows, cols, data: numbers };
}

/**
 * Loads a matrix from a URL: JSON in the form of `data`, or a text table.
 *
 * @param {string} src
 * @param {string} base - the base of a relative URL
 * @param {AbortSignal} signal
 * @returns {Promise<Input>}
 * @throws {Error} that names the file
 */
export async function readSource(src, base, signal) {
  const { file, response } = await fetched(src, base, signal);
  const text = await response.text();
  if (text.length > MAX_LENGTH) throw new Error(`${file} is too long: ${text.length} characters`);
  try {
    return /^\s*{/.test(text) ? inputOf(parsedJson(text)) : { matrix: matrixFromText(text) };
  } catch (error) {
    throw new Error(`${file}: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
}

/** @param {string} text */
function parsedJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('it is not JSON');
  }
}

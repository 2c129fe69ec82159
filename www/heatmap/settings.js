import { matrixFromText } from '../format/matrix.js';
import { asProperty, isOn, labelsIn, oneOf, shortened, wholeNumber } from '../element/attributes.js';
/** @import { MatrixData, State } from '../types.js' */
/** @import { Attribute } from '../element/attributes.js' */
/** @import { Language } from '../state/languages.js' */

/**
 * The values of a heatmap's attributes.
 *
 * @typedef {object} Settings
 * @property {MatrixData | null} values
 * @property {string | null} src
 * @property {string[] | null} queryLabels
 * @property {string[] | null} keyLabels
 * @property {string | null} name
 * @property {number | null} low
 * @property {number | null} high
 * @property {'unit' | 'data' | 'symmetric'} scale
 * @property {'none' | 'causal'} mask
 * @property {State['digits']} digits
 * @property {number | null} query
 * @property {number | null} key
 * @property {boolean} table
 * @property {boolean} editable
 * @property {State['map']} map
 * @property {Language | null} language
 * @property {'light' | 'dark' | null} theme
 */

/** A heatmap without attributes. @type {Settings} */
export const PLAIN = Object.freeze({
  values: null,
  src: null,
  queryLabels: null,
  keyLabels: null,
  name: null,
  low: null,
  high: null,
  scale: 'unit',
  mask: 'none',
  digits: 'auto',
  query: null,
  key: null,
  table: false,
  editable: false,
  map: 'ember',
  language: null,
  theme: null,
});

/** With more decimals than these, `full` is used. */
const MOST_DECIMALS = 10;
/** The largest index of a cursor: no matrix is larger. */
const LAST = 511;

/** @type {Record<string, Attribute<Settings>>} */
export const ATTRIBUTES = {
  values: (text, now) => ({ ...now, values: text === null ? null : valuesIn(text) }),
  src: (text, now) => ({ ...now, src: text || null }),
  'query-labels': (text, now) => ({ ...now, queryLabels: text === null ? null : labelsIn(text) }),
  'key-labels': (text, now) => ({ ...now, keyLabels: text === null ? null : labelsIn(text) }),
  name: (text, now) => ({ ...now, name: text }),
  low: (text, now) => ({ ...now, low: text === null ? null : finite(text) }),
  high: (text, now) => ({ ...now, high: text === null ? null : finite(text) }),
  scale: (text, now) => ({
    ...now,
    scale: text === null ? 'unit' : oneOf(text, /** @type {const} */ (['unit', 'data', 'symmetric'])),
  }),
  mask: (text, now) => ({
    ...now,
    mask: text === null ? 'none' : oneOf(text, /** @type {const} */ (['none', 'causal'])),
  }),
  digits: (text, now) => ({ ...now, digits: digitsIn(text) }),
  query: (text, now) => ({ ...now, query: text === null ? null : wholeNumber(text, 0, LAST) }),
  key: (text, now) => ({ ...now, key: text === null ? null : wholeNumber(text, 0, LAST) }),
  table: (text, now) => ({ ...now, table: isOn(text) }),
  editable: (text, now) => ({ ...now, editable: isOn(text) }),
};

/** Values that only properties can have. @type {Record<string, Attribute<Settings>>} */
export const REFUSED = {
  data: asProperty('data', ', or write the numbers as values="1 0; 0.25 0.75"'),
  figure: asProperty('figure'),
};

/** The text of objects, and of arrays of objects, in JavaScript. */
const OBJECTS = /^\[object \w+\](,\[object \w+\])*$/;

/**
 * Whether a text may be an array of numbers that was converted to text: nested arrays lose their rows.
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
 * @param {string | null} text
 * @returns {State['digits']}
 * @throws {Error} with the allowed values
 */
export function digitsIn(text) {
  if (text === null || text === 'auto') return 'auto';
  return text === 'full' ? 'full' : wholeNumber(text, 0, MOST_DECIMALS);
}

/** @param {string} text */
function finite(text) {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(value)) throw new Error(`${JSON.stringify(shortened(text))} is not a number`);
  return value;
}

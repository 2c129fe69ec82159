import { matrixFromText } from '../format/matrix.js';
import { asProperty } from '../element/attributes.js';
import { isOn, labelsIn, oneOf, shortened, wholeNumber } from '../state/attribute-values.js';
/** @import { MatrixData, State } from '../types.js' */
/** @import { Attribute } from '../state/settings.js' */
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

/** The maximum number of decimals; `full` shows more. */
export const MAX_DECIMALS = 10;
/** The maximum index of a cursor. No matrix is larger. */
const MAX_INDEX = 511;

/**
 * An attribute that sets one setting. Without the attribute, the setting has its default.
 *
 * @template {keyof Settings} K
 * @param {K} name
 * @param {(text: string) => Settings[K]} parse
 * @returns {Attribute<Settings>}
 */
const setting = (name, parse) => (text, settings) => ({
  ...settings,
  [name]: text === null ? PLAIN[name] : parse(text),
});

const index = (/** @type {string} */ text) => wholeNumber(text, 0, MAX_INDEX);

/** @type {Record<string, Attribute<Settings>>} */
export const ATTRIBUTES = {
  values: setting('values', valuesIn),
  src: setting('src', (text) => text || null),
  'query-labels': setting('queryLabels', labelsIn),
  'key-labels': setting('keyLabels', labelsIn),
  name: setting('name', String),
  low: setting('low', finite),
  high: setting('high', finite),
  scale: setting('scale', (text) => oneOf(text, ['unit', 'data', 'symmetric'])),
  mask: setting('mask', (text) => oneOf(text, ['none', 'causal'])),
  digits: setting('digits', digitsIn),
  query: setting('query', index),
  key: setting('key', index),
  table: setting('table', isOn),
  editable: setting('editable', isOn),
};

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
 * @param {string | null} text
 * @returns {State['digits']}
 * @throws {Error} with the allowed values
 */
export function digitsIn(text) {
  if (text === null || text === 'auto') return 'auto';
  return text === 'full' ? 'full' : wholeNumber(text, 0, MAX_DECIMALS);
}

/** @param {string} text */
function finite(text) {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(value)) throw new Error(`${JSON.stringify(shortened(text))} is not a number`);
  return value;
}

import { labelsIn, shortened, wholeNumber } from '../state/attribute-values.js';
import { choice, custom, flag, int, real, text } from '../state/fields.js';
import { initialOf } from '../state/initial.js';
import { DISPLAY } from '../state/display.js';
import { attributesOf } from '../state/attributes.js';
import { asProperty } from '../element/attributes.js';
import { matrixFromText } from '../format/matrix.js';
/** @import { StateOf } from '../state/initial.js' */
/** @import { Attribute } from '../state/settings.js' */

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

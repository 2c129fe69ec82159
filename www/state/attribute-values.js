import { clip } from '../format/parse-number.js';

/** The maximum number of characters of an attribute that a message quotes. */
const MAX_QUOTED = 60;

/**
 * Parses one of several choices. Case is ignored.
 *
 * @template {string | number} C
 * @param {string} text
 * @param {readonly C[]} choices
 * @returns {C}
 * @throws {Error} that names the choices
 */
export function oneOf(text, choices) {
  const found = choices.find((each) => String(each) === text.trim().toLowerCase());
  if (found === undefined)
    throw new Error(`${JSON.stringify(shortened(text))} is not one of ${choices.join(', ')}`);
  return found;
}

/**
 * Parses a whole number within bounds.
 *
 * @param {string} text
 * @param {number} least
 * @param {number} most
 * @throws {Error} that names the bounds
 */
export function wholeNumber(text, least, most) {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isInteger(value) || value < least || value > most) {
    const range =
      least === most ? `${least}, the only possible value` : `a whole number from ${least} to ${most}`;
    throw new Error(`${JSON.stringify(shortened(text))} is not ${range}`);
  }
  return value;
}

/**
 * Parses a number of key-value heads, which the query heads share equally.
 *
 * @param {string} text
 * @param {number} heads
 * @param {number} [most] - the largest number of key-value heads
 * @throws {Error} that names both numbers
 */
export function keyHeads(text, heads, most = heads) {
  const kvHeads = wholeNumber(text, 1, most);
  if (heads % kvHeads !== 0)
    throw new Error(`${heads} heads cannot share ${kvHeads} key-value heads equally`);
  return kvHeads;
}

/** Parses a finite number. @param {string} text */
export function finiteNumber(text) {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(value)) throw new Error(`${JSON.stringify(shortened(text))} is not a number`);
  return value;
}

/**
 * Parses labels: words separated by spaces, or a JSON array, in which labels can contain spaces.
 *
 * @param {string} text
 * @returns {string[]}
 */
export function labelsIn(text) {
  if (!text.trim().startsWith('[')) return text.split(/\s+/u).filter((label) => label !== '');
  try {
    const list = JSON.parse(text);
    if (Array.isArray(list)) return list.map(String);
  } catch {
    // Rejected below.
  }
  throw new Error(`${JSON.stringify(shortened(text))} is not a list of labels`);
}

/**
 * Whether a boolean attribute is on. React 18 writes `false` as the text "false", which is off.
 *
 * @param {string | null} text
 */
export function isOn(text) {
  return text !== null && text.trim().toLowerCase() !== 'false';
}

/** Shortens a text for a message. @param {string} text */
export const shortened = (text) => clip(text, MAX_QUOTED);

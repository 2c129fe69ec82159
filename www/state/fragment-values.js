/** Thrown for an invalid fragment. It never leaves the fragment modules. */
export class BrokenLink extends Error {}

/** Thrown for an integer that is out of range. */
export class OutOfRange extends BrokenLink {
  /** @param {string} text @param {number} least @param {number} most */
  constructor(text, least, most) {
    super(text);
    Object.assign(this, { text, least, most });
  }
}

/**
 * @template {string} C
 * @param {string} text
 * @param {readonly C[]} choices
 * @returns {C}
 */
export function choice(text, choices) {
  const found = choices.find((each) => each === text);
  if (found === undefined) throw new BrokenLink(text);
  return found;
}

/**
 * @param {string} text
 * @param {number} least
 * @param {number} most
 */
export function integer(text, least, most) {
  if (!/^(0|[1-9]\d*)$/.test(text)) throw new BrokenLink(text);
  const value = Number(text);
  if (value < least || value > most) throw new OutOfRange(text, least, most);
  return value;
}

/**
 * A finite number in JavaScript's notation.
 *
 * @param {string} text
 */
export function number(text) {
  if (!/^-?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i.test(text)) throw new BrokenLink(text);
  const value = Number(text);
  if (!Number.isFinite(value)) throw new BrokenLink(text);
  return value;
}

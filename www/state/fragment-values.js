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

/** The maximum number of digits in a message. */
const MAX_DIGITS = 20;

/**
 * A parameter that is out of range, for a message.
 *
 * @typedef {{ name: string, value: string, least: number, most: number }} RangeFigures
 */

/** @typedef {ReturnType<typeof parameters>} Parameters */

/**
 * The parameters of a fragment. Each is read once. Unknown and repeated parameters make the link invalid,
 * because without them the figure would differ from the one that was sent.
 *
 * @param {string} fragment
 */
export function parameters(fragment) {
  /** @type {Map<string, string[]>} */
  const left = new Map();
  for (const [name, value] of new URLSearchParams(fragment))
    left.set(name, [...(left.get(name) ?? []), value]);

  let last = '';
  /** @param {string} name */
  const all = (name) => {
    last = name;
    const values = left.get(name) ?? [];
    left.delete(name);
    return values;
  };
  /** @param {string} name */
  const take = (name) => {
    const values = all(name);
    if (values.length > 1) throw new BrokenLink(name);
    return values[0] ?? null;
  };
  /** @param {string} name @param {(text: string) => void} use */
  const withValue = (name, use) => {
    const value = take(name);
    if (value !== null) use(value);
  };
  /**
   * Parses a parameter. A missing one has the fallback.
   *
   * @template T
   * @param {string} name @param {(text: string) => T} parse @param {T} fallback
   * @returns {T}
   */
  const read = (name, parse, fallback) => {
    const value = take(name);
    return value === null ? fallback : parse(value);
  };
  const end = () => {
    if (left.size > 0) throw new BrokenLink([...left.keys()].join());
  };
  /**
   * The last parameter that was read, with the limits that it exceeded.
   *
   * @param {any} error @returns {RangeFigures}
   */
  const figures = ({ text, least, most }) => ({
    name: last,
    value: text.length > MAX_DIGITS ? `${text.slice(0, MAX_DIGITS)}…` : text,
    least,
    most,
  });
  return { all, take, read, with: withValue, end, figures };
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

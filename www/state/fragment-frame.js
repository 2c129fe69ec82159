import { BrokenLink, integer, OutOfRange } from './fragment-values.js';
import { initialOf } from './attributes.js';
import { read, write } from './link-settings.js';
import { DISPLAY } from './fields.js';
/** @import { Display } from './fields.js' */
/** @import { Strings } from '../words/languages.js' */

/**
 * A fragment without a state; `error` is null if the fragment is empty.
 *
 * @typedef {{ state: null, error: null | 'tooLarge' | 'later' | 'broken', figures?: RangeFigures }} Unread
 */

/** The version of fragments that this page writes, and the newest that it reads. */
const VERSION = 1;

/** The maximum length of a fragment. In URLs fragments are shorter, or packed. */
export const MAX_PLAIN = 256 * 1024;

/** The parameters at the start of a fragment. @param {Record<string, string>} names - identify the room */
export function beginning(names) {
  return new URLSearchParams({ v: String(VERSION), ...names });
}

/**
 * Adds the display settings at the end, and returns the fragment.
 *
 * @param {URLSearchParams} out @param {Display} state
 */
export function ending(out, state) {
  write(out, DISPLAY, state, initialOf(DISPLAY));
  // These characters need no escape in a fragment, and people read links.
  return out
    .toString()
    .replaceAll('%3A', ':')
    .replaceAll('%2C', ',')
    .replaceAll('%28', '(')
    .replaceAll('%29', ')')
    .replaceAll('%3D', '=');
}

/**
 * Parses the state of a fragment.
 *
 * @template {Display} S
 * @param {string} fragment - without the `#`
 * @param {(values: ReturnType<typeof parameters>) => S} readOwn - reads the room's own parameters
 * @returns {{ state: S } | Unread}
 */
export function stateOf(fragment, readOwn) {
  if (fragment === '') return { state: null, error: null };
  if (fragment.length > MAX_PLAIN) return { state: null, error: 'tooLarge' };
  const values = parameters(fragment);
  try {
    if (integer(values.take('v') ?? '', 1, 1e6) > VERSION) return { state: null, error: 'later' };
    const state = read(values, DISPLAY, readOwn(values));
    values.end();
    return { state };
  } catch (error) {
    if (error instanceof OutOfRange) return { state: null, error: 'broken', figures: values.figures(error) };
    if (error instanceof BrokenLink) return { state: null, error: 'broken' };
    throw error;
  }
}

/**
 * The message about an invalid link; empty without an error.
 *
 * @param {Omit<Unread, 'state'>} read @param {Strings['links']} links
 */
export function unreadLink({ error, figures }, links) {
  if (figures)
    return links.outOfRange({
      name: figures.name,
      value: figures.value,
      range: `${figures.least}–${figures.most}`,
    });
  return error ? links[error] : '';
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

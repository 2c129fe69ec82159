import { BrokenLink, integer, OutOfRange, parameters } from './fragment-values.js';
import { initialOf } from './attributes.js';
import { read, write } from './link-settings.js';
import { DISPLAY } from './fields.js';
/** @import { Display } from './fields.js' */
/** @import { Strings } from '../words/languages.js' */
/** @import { RangeFigures } from './fragment-values.js' */

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

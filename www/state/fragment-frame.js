import { BrokenLink, choice, integer, OutOfRange, parameters } from './fragment-values.js';
import { CHOICES } from './choices.js';
import { LANGUAGE_IDS } from './languages.js';
/** @import { Look, State } from '../types.js' */
/** @import { Strings } from '../page/words/en.js' */
/** @import { RangeFigures } from './fragment-values.js' */

/** Why a fragment holds no state; null where it is empty. @typedef {{ state: null, error: null | 'tooLarge' | 'later' | 'broken', figures?: RangeFigures }} Unread */

/** The version of the fragments that this page writes, and the newest that it reads. */
const VERSION = 1;

/** Strict: a longer fragment is not read at all. What an address holds is shorter, and may be packed. */
export const MAX_PLAIN = 256 * 1024;

/** @typedef {Look & { map: State['map'] }} Looked */

/** What the fragment of a room begins with. @param {Record<string, string>} names - what tells whose it is */
export function beginning(names) {
  return new URLSearchParams({ v: String(VERSION), ...names });
}

/** The fragment, ending in how it is looked at. @param {URLSearchParams} out @param {Looked} state */
export function ending(out, { map, language, theme }) {
  if (map !== 'ember') out.set('map', map);
  if (language) out.set('language', language);
  if (theme) out.set('theme', theme);
  // These stand for themselves in a fragment, and a link is read by people.
  return out
    .toString()
    .replaceAll('%3A', ':')
    .replaceAll('%2C', ',')
    .replaceAll('%28', '(')
    .replaceAll('%29', ')')
    .replaceAll('%3D', '=');
}

/**
 * The state that a fragment holds, or why it holds none. An empty fragment is no state and no error.
 *
 * @template {Looked} S
 * @param {string} fragment - without the `#`
 * @param {(values: ReturnType<typeof parameters>) => S} read - takes the room's own parameters
 * @returns {{ state: S } | Unread}
 */
export function stateOf(fragment, read) {
  if (fragment === '') return { state: null, error: null };
  if (fragment.length > MAX_PLAIN) return { state: null, error: 'tooLarge' };
  const values = parameters(fragment);
  try {
    if (integer(values.take('v') ?? '', 1, 1e6) > VERSION) return { state: null, error: 'later' };
    const state = read(values);
    values.with('map', (text) => {
      state.map = /** @type {State['map']} */ (choice(text, CHOICES.map));
    });
    values.with('language', (text) => {
      state.language = choice(text, LANGUAGE_IDS);
    });
    values.with('theme', (text) => {
      state.theme = /** @type {'light'} */ (choice(text, ['light', 'dark']));
    });
    values.end();
    return { state };
  } catch (error) {
    if (error instanceof OutOfRange) return { state: null, error: 'broken', figures: values.figures(error) };
    if (error instanceof BrokenLink) return { state: null, error: 'broken' };
    throw error;
  }
}

/** Why a link was not read, in a sentence; empty where there was none. @param {Omit<Unread, 'state'>} read @param {Strings['links']} links */
export function unreadLink({ error, figures }, links) {
  if (figures) return links.outOfRange(figures.name, figures.value, `${figures.least}–${figures.most}`);
  return error ? links[error] : '';
}

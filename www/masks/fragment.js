import { MAX_LENGTH } from '../state/fragment.js';
import { BrokenLink, choice, integer, parameters } from '../state/fragment-values.js';
import { BOUNDS, CHOICES, freshState, MOST, settled } from './state.js';
/** @import { MaskState } from './types.js' */

/** The version of the fragment that this page writes, and the newest that it reads. */
const VERSION = 1;

const ROOM = 'masks';
const NUMBERS = /** @type {(keyof typeof BOUNDS)[]} */ (Object.keys(BOUNDS));
const CHOSEN = /** @type {const} */ (['brush', 'code', 'table', 'scale', 'map']);

/**
 * The state as the fragment of an address, without the `#`: only what differs from the room as it opens, so that a link stays short and can be read:
 * `v=1&room=masks&mask=causal+and+window(4)&queries=8&keys=8`.
 *
 * @param {MaskState} state
 * @returns {string}
 */
export function encode(state) {
  const fresh = freshState();
  const out = new URLSearchParams({ v: String(VERSION), room: ROOM });
  if (state.text !== fresh.text) out.set('mask', state.text);
  for (const name of NUMBERS) if (state[name] !== fresh[name]) out.set(name, String(state[name]));
  if (state.bytes !== fresh.bytes) out.set('bytes', String(state.bytes));
  if (!state.tied && state.queries === state.keys) out.set('same', '0');
  if (state.alibi !== null) out.set('alibi', String(state.alibi));
  if (state.rows !== null) out.set('rows', String(state.rows));
  if (state.speed !== fresh.speed) out.set('speed', String(state.speed));
  const { cursor } = settled({ ...fresh, queries: state.queries, keys: state.keys });
  if (state.cursor.query !== cursor.query || state.cursor.key !== cursor.key) out.set('cursor', `${state.cursor.query}:${state.cursor.key}`);
  for (const name of CHOSEN) if (state[name] !== fresh[name]) out.set(name, String(state[name]));
  if (state.language) out.set('language', state.language);
  if (state.theme) out.set('theme', state.theme);
  // These stand for themselves in a fragment, and a link is read by people.
  return out.toString().replaceAll('%3A', ':').replaceAll('%2C', ',').replaceAll('%28', '(').replaceAll('%29', ')').replaceAll('%3D', '=');
}

/**
 * The state that a fragment holds, or why it holds none. An empty fragment is no state and no error. Whether the expression can be worked is for the
 * engine to say.
 *
 * @param {string} fragment - without the `#`
 * @returns {{ state: MaskState } | { state: null, error: null | 'tooLarge' | 'later' | 'broken' }}
 */
export function decode(fragment) {
  if (fragment === '') return { state: null, error: null };
  if (fragment.length > MAX_LENGTH) return { state: null, error: 'tooLarge' };
  try {
    const values = parameters(fragment);
    const version = integer(values.take('v') ?? '', 1, 1e6);
    if (version > VERSION) return { state: null, error: 'later' };
    choice(values.take('room') ?? '', [ROOM]);
    const state = readState(values);
    values.end();
    return { state: settled(state) };
  } catch (error) {
    if (error instanceof BrokenLink) return { state: null, error: 'broken' };
    throw error;
  }
}

/** @param {ReturnType<typeof parameters>} values @returns {MaskState} */
function readState(values) {
  const state = freshState();
  values.with('mask', (text) => { state.text = text; });
  for (const name of NUMBERS) values.with(name, (text) => { state[name] = integer(text, BOUNDS[name][0], BOUNDS[name][1]); });
  values.with('bytes', (text) => { state.bytes = Number(choice(text, CHOICES.bytes)); });
  values.with('same', (text) => { state.tied = choice(text, ['0']) !== '0'; });
  values.with('alibi', (text) => { state.alibi = integer(text, 0, BOUNDS.heads[1] - 1); });
  values.with('rows', (text) => { state.rows = integer(text, 1, MOST); });
  values.with('speed', (text) => { state.speed = Number(choice(text, CHOICES.speed)); });
  values.with('cursor', (text) => { state.cursor = readPair(text); });
  for (const name of CHOSEN) values.with(name, (text) => { Object.assign(state, { [name]: choice(text, CHOICES[name]) }); });
  values.with('language', (text) => { state.language = /** @type {MaskState['language']} */ (choice(text, ['en', 'es'])); });
  values.with('theme', (text) => { state.theme = /** @type {MaskState['theme']} */ (choice(text, ['light', 'dark'])); });
  return state;
}

/** @param {string} text @returns {MaskState['cursor']} */
function readPair(text) {
  const [query, key, ...rest] = text.split(':').map((part) => integer(part, 0, MOST - 1));
  if (key === undefined || rest.length > 0) throw new BrokenLink(text);
  return { query, key };
}

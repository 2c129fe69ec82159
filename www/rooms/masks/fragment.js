import { beginning, ending, stateOf } from '../../state/fragment-frame.js';
import { BrokenLink, choice, integer } from '../../state/fragment-values.js';
import { BOUNDS, CHOICES, freshState, MAX_SIDE, settled } from './state.js';
/** @import { MaskState } from './types.js' */

const ROOM = 'masks';
const NUMBERS = /** @type {(keyof typeof BOUNDS)[]} */ (Object.keys(BOUNDS));
const CHOSEN = /** @type {const} */ (['brush', 'code', 'table', 'scale']);

/**
 * The parsers of the parameters. Each returns the property that its parameter sets.
 *
 * @type {Record<string, (text: string) => Partial<MaskState>>}
 */
const PARAMETERS = {
  mask: (text) => ({ text }),
  ...Object.fromEntries(
    NUMBERS.map((name) => [
      name,
      (/** @type {string} */ text) => ({ [name]: integer(text, BOUNDS[name][0], BOUNDS[name][1]) }),
    ]),
  ),
  bytes: (text) => ({ bytes: Number(choice(text, CHOICES.bytes)) }),
  same: (text) => ({ tied: choice(text, ['0']) !== '0' }),
  alibi: (text) => ({ alibi: integer(text, 0, BOUNDS.heads[1] - 1) }),
  rows: (text) => ({ rows: integer(text, 1, MAX_SIDE) }),
  speed: (text) => ({ speed: Number(choice(text, CHOICES.speed)) }),
  cursor: (text) => ({ cursor: readPair(text) }),
  brush: (text) => ({ brush: choice(text, CHOICES.brush) }),
  code: (text) => ({ code: choice(text, CHOICES.code) }),
  table: (text) => ({ table: choice(text, CHOICES.table) }),
  scale: (text) => ({ scale: choice(text, CHOICES.scale) }),
};

/**
 * Encodes a state as the fragment of a URL, without the `#`. It contains only what differs from the initial
 * state, so that links are short and readable: `v=1&room=masks&mask=causal+and+window(4)&queries=8&keys=8`.
 *
 * @param {MaskState} state
 * @returns {string}
 */
export function encode(state) {
  const fresh = freshState();
  const out = beginning({ room: ROOM });
  const setChanged = (/** @type {(keyof MaskState)[]} */ ...names) => {
    for (const name of names) if (state[name] !== fresh[name]) out.set(name, String(state[name]));
  };
  if (state.text !== fresh.text) out.set('mask', state.text);
  setChanged(...NUMBERS, 'bytes');
  if (!state.tied && state.queries === state.keys) out.set('same', '0');
  setChanged('alibi', 'rows', 'speed');
  const { cursor } = settled({ ...fresh, queries: state.queries, keys: state.keys });
  if (state.cursor.query !== cursor.query || state.cursor.key !== cursor.key)
    out.set('cursor', `${state.cursor.query}:${state.cursor.key}`);
  setChanged(...CHOSEN);
  return ending(out, state);
}

/**
 * Decodes a fragment to a state, or returns the error. The engine validates the expression later.
 *
 * @param {string} fragment - without the `#`
 */
export function decode(fragment) {
  return stateOf(fragment, (values) => {
    choice(values.take('room') ?? '', [ROOM]);
    const state = freshState();
    for (const [name, parse] of Object.entries(PARAMETERS))
      values.with(name, (text) => {
        Object.assign(state, parse(text));
      });
    return settled(state);
  });
}

/** @param {string} text @returns {MaskState['cursor']} */
function readPair(text) {
  const [query, key, ...rest] = text.split(':').map((part) => integer(part, 0, MAX_SIDE - 1));
  if (key === undefined || rest.length > 0) throw new BrokenLink(text);
  return { query, key };
}

import { DISTANCE, REACHES } from '../lessons/distance.js';
import { BrokenLink, choice, integer, number } from '../../../state/fragment-values.js';
/** @import { Distance } from '../../../types.js' */

/** More than these no reader meant. */
const MOST = { distance: 1024, features: 32, heads: 64, shift: 2 ** 32 - 1, token: 31 };

/**
 * The comparison of schemes as parameters of a fragment: only what differs from how the lesson opens.
 *
 * @param {Distance} now
 * @param {URLSearchParams} out
 */
export function writeDistance(now, out) {
  for (const name of /** @type {const} */ (['distance', 'reach', 'base', 'pairs', 'turned', 'shift'])) {
    if (now[name] !== DISTANCE[name]) out.set(name, String(now[name]));
  }
  if (now.slopeHead !== DISTANCE.slopeHead) out.set('slope', String(now.slopeHead + 1));
  if (now.query !== DISTANCE.query || now.key !== DISTANCE.key) out.set('pair', `${now.query}:${now.key}`);
}

/**
 * @param {{ with: (name: string, use: (text: string) => void) => void }} values
 * @returns {Distance}
 */
export function readDistance(values) {
  const state = { ...DISTANCE };
  values.with('distance', (text) => {
    state.distance = integer(text, 0, MOST.distance);
  });
  values.with('reach', (text) => {
    state.reach = Number(choice(text, REACHES.map(String)));
  });
  values.with('base', (text) => {
    state.base = number(text);
  });
  values.with('pairs', (text) => {
    state.pairs = /** @type {Distance['pairs']} */ (choice(text, ['half', 'interleaved']));
  });
  values.with('turned', (text) => {
    state.turned = integer(text, 0, MOST.features);
  });
  values.with('shift', (text) => {
    state.shift = integer(text, 0, MOST.shift);
  });
  values.with('slope', (text) => {
    state.slopeHead = integer(text, 1, MOST.heads) - 1;
  });
  values.with('pair', (text) => {
    const [query, key, ...rest] = text.split(':');
    if (rest.length > 0) throw new BrokenLink(text);
    Object.assign(state, { query: integer(query, 0, MOST.token), key: integer(key ?? '', 0, MOST.token) });
  });
  return state;
}

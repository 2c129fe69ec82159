import { DISTANCE, REACHES } from '../lessons/distance.js';
import { BrokenLink, choice, integer, number } from '../../../state/fragment-values.js';
/** @import { Parameters } from '../../../state/fragment-values.js' */
/** @import { Distance } from '../../../types.js' */

const PAIRS = /** @type {const} */ (['half', 'interleaved']);

/** Limits that no reader exceeds on purpose. */
const MOST = { distance: 1024, features: 32, heads: 64, shift: 2 ** 32 - 1, token: 31 };

/**
 * Writes the comparison of position encodings. Defaults are omitted.
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

/** @param {Parameters} values @returns {Distance} */
export function readDistance({ read }) {
  const [query, key] = read('pair', readPair, [DISTANCE.query, DISTANCE.key]);
  return {
    distance: read('distance', (text) => integer(text, 0, MOST.distance), DISTANCE.distance),
    reach: read('reach', (text) => Number(choice(text, REACHES.map(String))), DISTANCE.reach),
    base: read('base', number, DISTANCE.base),
    pairs: read('pairs', (text) => choice(text, PAIRS), DISTANCE.pairs),
    turned: read('turned', (text) => integer(text, 0, MOST.features), DISTANCE.turned),
    shift: read('shift', (text) => integer(text, 0, MOST.shift), DISTANCE.shift),
    slopeHead: read('slope', (text) => integer(text, 1, MOST.heads) - 1, DISTANCE.slopeHead),
    query,
    key,
  };
}

/** @param {string} text */
function readPair(text) {
  const pair = text.split(':');
  if (pair.length !== 2) throw new BrokenLink(text);
  return pair.map((each) => integer(each, 0, MOST.token));
}

import { LIMITS, OWN } from '../lessons/own.js';
import { BrokenLink, choice, integer } from '../../../state/fragment-values.js';
/** @import { Parameters } from '../../../state/fragment-values.js' */
/** @import { Own } from '../../../types.js' */

/**
 * Writes the choices of "your own".
 *
 * @param {Own} own
 * @param {URLSearchParams} out
 */
export function writeOwn(own, out) {
  out.set('tokens', own.tokens.join(' '));
  out.set('model', String(own.model));
  out.set('key', String(own.key));
  out.set('value', String(own.value));
  out.set('from', String(own.seed));
  out.set('embeddings', own.embeddings);
  out.set('drawn', own.projections);
  if (own.heads !== 1) out.set('heads', String(own.heads));
  if (own.kvHeads !== 1) out.set('kvHeads', String(own.kvHeads));
  if (own.wO !== 'none') out.set('wO', own.wO);
}

/**
 * Reads the choices of "your own". A missing parameter has its default.
 *
 * @param {Parameters} values
 * @returns {Own}
 */
export function readOwn(values) {
  const written = values.take('tokens');
  const tokens = written === null ? OWN.tokens : written.split(/\s+/u).filter((token) => token !== '');
  integer(String(tokens.length), 1, LIMITS.tokens);
  if (tokens.some((token) => token.length > LIMITS.label)) throw new BrokenLink('tokens');
  /** @param {'model' | 'key' | 'value'} name */
  const size = (name) => integer(values.take(name) ?? String(OWN[name]), 1, LIMITS.features);
  /** @param {'heads' | 'kvHeads'} name */
  const heads = (name) => integer(values.take(name) ?? String(OWN[name]), 1, LIMITS.heads);
  return {
    tokens,
    model: size('model'),
    key: size('key'),
    value: size('value'),
    seed: integer(values.take('from') ?? String(OWN.seed), 0, 2 ** 32 - 1),
    embeddings: values.take('embeddings') ?? OWN.embeddings,
    projections: values.take('drawn') ?? OWN.projections,
    heads: heads('heads'),
    kvHeads: heads('kvHeads'),
    wO: /** @type {Own['wO']} */ (choice(values.take('wO') ?? OWN.wO, ['none', 'identity', 'drawn'])),
  };
}

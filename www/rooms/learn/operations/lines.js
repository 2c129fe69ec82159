import { term } from '../numbers.js';
/** @import { Model } from '../../../types.js' */
/** @import { Line, Sum, Token } from './operation.js' */

/** Longer sums are cut in the middle, because they would fill the column and explain nothing. */
const MAX_TERMS = 10;

/**
 * `= a + b + c`, cut in the middle if it is long.
 *
 * @param {Model} model @param {Line[]} terms @param {string} [sign] @returns {Line}
 */
export function termsLine({ t }, terms, sign = '+') {
  if (terms.length === 0) return ['= 0'];
  const omitted = terms.length > MAX_TERMS ? terms.length - MAX_TERMS + 1 : 0;
  const shown = omitted
    ? [
        ...terms.slice(0, MAX_TERMS - 2),
        [t.figure.inspector.more({ n: omitted })],
        ...terms.slice(MAX_TERMS - 2 + omitted),
      ]
    : terms;
  return ['= ', ...shown.flatMap((each, place) => (place > 0 ? [` ${sign} `, ...each] : each))];
}

/** The line of a sum, with the numbers of the first operand in bold. @param {Model} model @param {Sum} sum */
export const sumLine = (model, { terms, sign }) =>
  termsLine(
    model,
    terms.map((tokens) => tokens.flatMap((token) => written(model, token))),
    sign,
  );

/** @param {Model} model @param {Token} token @returns {Line} */
function written(model, token) {
  if (typeof token === 'string') return [` ${token} `];
  if ('q' in token) return [{ strong: term(model, token.q) }];
  if ('k' in token) return [term(model, token.k)];
  if ('root' in token) return [`√${token.root}`];
  if (!('factors' in token)) return [];
  return token.factors.map(([role, value]) =>
    role === 'q' ? { strong: term(model, value) } : `·${term(model, value)}`,
  );
}

/** The encoding of the reader's corrections in links. */
import { BrokenLink, choice, integer, number } from '../../state/fragment-values.js';
import { NO_CORRECTIONS, BOUNDS, CHOICES } from './state.js';
/** @import { Axis, Corrections } from './types.js' */

/**
 * The name of each correction in links, and its parser. Corrections are written in this order.
 *
 * @type {{ [K in keyof Corrections]: [name: string, parse: (text: string) => Corrections[K]] }}
 */
const FIELDS = {
  candidate: ['candidate', (text) => integer(text, 0, BOUNDS.candidates - 1)],
  heads: ['split', (text) => integer(text, 1, BOUNDS.heads)],
  batch: ['batch', (text) => integer(text, 0, BOUNDS.batch - 1)],
  tokens: ['tokens', (text) => /** @type {Corrections['tokens']} */ (choice(text, CHOICES.tokens))],
  scale: ['multiply', number],
  causal: ['causal', (text) => /** @type {Corrections['causal']} */ (choice(text, CHOICES.causal))],
  window: ['window', (text) => integer(text, 1, BOUNDS.side)],
  softcap: ['softcap', (text) => positive(number(text))],
  axes: ['axes', (text) => text.split(',').map((axis) => /** @type {Axis} */ (choice(axis, CHOICES.axis)))],
  rope: ['rope', readRope],
};
const NAMES = /** @type {(keyof Corrections)[]} */ (Object.keys(FIELDS));

/** @param {URLSearchParams} out @param {Corrections} corrections */
export function writeCorrections(out, corrections) {
  const { rope } = corrections;
  const ropeText = rope && rope !== 'none' ? [rope.pairs, rope.base, rope.dim ?? 'all'].join(':') : rope;
  const values = { ...corrections, rope: ropeText };
  for (const name of NAMES) if (values[name] !== null) out.set(FIELDS[name][0], String(values[name]));
}

/** @param {import('../../state/fragment-values.js').Parameters} values @returns {Readonly<Corrections>} */
export function correctionsFrom(values) {
  /** @type {Partial<Corrections>} */
  const found = {};
  for (const name of NAMES) {
    const [parameter, parse] = FIELDS[name];
    values.with(parameter, (text) => Object.assign(found, { [name]: parse(text) }));
  }
  return Object.keys(found).length === 0 ? NO_CORRECTIONS : { ...NO_CORRECTIONS, ...found };
}

/** @param {string} text @returns {Corrections['rope']} */
function readRope(text) {
  if (text === 'none') return text;
  const [pairs, base, dim, ...rest] = text.split(':');
  if (dim === undefined || rest.length > 0) throw new BrokenLink(text);
  return {
    pairs: /** @type {'half'} */ (choice(pairs, CHOICES.pairs)),
    base: positive(number(base)),
    dim: dim === 'all' ? null : integer(dim, 2, BOUNDS.side),
  };
}

/** @param {number} value */
function positive(value) {
  if (!(value > 0)) throw new BrokenLink(String(value));
  return value;
}

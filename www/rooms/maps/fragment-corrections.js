import { BrokenLink, choice, integer, number } from '../../state/fragment-values.js';
import { AS_UNDERSTOOD, BOUNDS, CHOICES } from './state.js';
/** @import { Axis, Corrections } from './types.js' */

/**
 * Encodes the reader's corrections in a fragment.
 *
 * @param {URLSearchParams} out
 * @param {Corrections} corrections
 */
export function writeCorrections(out, corrections) {
  const { candidate, axes, heads, batch, tokens, scale, causal, window, softcap, rope } = corrections;
  for (const [name, value] of Object.entries({
    candidate,
    split: heads,
    batch,
    tokens,
    multiply: scale,
    causal,
    window,
    softcap,
  }))
    if (value !== null) out.set(name, String(value));
  if (axes) out.set('axes', axes.join());
  if (rope) out.set('rope', rope === 'none' ? rope : [rope.pairs, rope.base, rope.dim ?? 'all'].join(':'));
}

/** @param {import('../../state/fragment-values.js').Parameters} values @returns {Corrections} */
export function correctionsFrom(values) {
  const found = { ...AS_UNDERSTOOD };
  values.with('candidate', (text) => {
    found.candidate = integer(text, 0, BOUNDS.candidates - 1);
  });
  values.with('axes', (text) => {
    found.axes = text.split(',').map((axis) => /** @type {Axis} */ (choice(axis, CHOICES.axis)));
  });
  values.with('split', (text) => {
    found.heads = integer(text, 1, BOUNDS.heads);
  });
  values.with('batch', (text) => {
    found.batch = integer(text, 0, BOUNDS.batch - 1);
  });
  values.with('tokens', (text) => {
    found.tokens = /** @type {Corrections['tokens']} */ (choice(text, CHOICES.tokens));
  });
  values.with('multiply', (text) => {
    found.scale = number(text);
  });
  values.with('causal', (text) => {
    found.causal = /** @type {Corrections['causal']} */ (choice(text, CHOICES.causal));
  });
  values.with('window', (text) => {
    found.window = integer(text, 1, BOUNDS.side);
  });
  values.with('softcap', (text) => {
    found.softcap = positive(number(text));
  });
  values.with('rope', (text) => {
    found.rope = readRope(text);
  });
  return JSON.stringify(found) === JSON.stringify(AS_UNDERSTOOD) ? AS_UNDERSTOOD : found;
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

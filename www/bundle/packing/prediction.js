/**
 * How likely the next bit is a 1. Several contexts say so, each from what followed it before; what they say is weighed, and the weights learn which of them to trust.
 * What is packed in one engine has to be unpacked in all, so there is no function here that engines round each in its own way.
 *
 * Source: M. Mahoney, "Adaptive Weighing of Context Models for Lossless Data Compression", 2005.
 */
import { contexts, CONTEXTS, mixed } from './contexts.js';
import { correction } from './correction.js';
import { logistic, LOGIT } from './logistic.js';
import { LONGEST, repeat } from './repeat.js';
import { INSTRUCTION, instructionOf, operandOf, OPERANDS, ROLES } from './roles.js';

/** What is known of a bit in a context: its probability (16 bits), how often it was seen (8), and a check that it is this context's (8). 2^18 of them a context. */
const BITS = 18;
/** After so many sightings each further one weighs as much, so that a context can change its mind: from 10 to 40 programs are packed within 0.4 % of the size. */
const OFTEN = 20;
/** The same for repetitions, which change it less. */
const OFTEN_REPEATED = 60;
/** How far a sighting moves a probability, by those before it: the first one most of the way. */
const SHARE = Float64Array.from({ length: 256 }, (_, seen) => 1 / (seen + 1.25));

/** What is weighed: the contexts and the repetition. */
const INPUTS = CONTEXTS + 1;
const FIRST_WEIGHT = 0.2;
/** How far an error moves the weights. A half or half more of it packs programs within 0.5 % of the size. */
const RATE = 0.02;
/** Weights are kept by the kind of role and the bits of the byte so far, and by role or last instruction. */
const KINDS = OPERANDS + 5;

/** The kind of a role, for the weights: which operand it is; an instruction; a head, locals, and what is in sections. @param {number} role */
const kindOf = (role) => (role < INSTRUCTION ? operandOf(role) : OPERANDS + Math.min(4, instructionOf(role - INSTRUCTION)));

/** @param {number} size - how many bytes there will be */
export function prediction(size) {
  const { seen, take } = contexts(size);
  const { found, look } = repeat(seen.bytes);
  const known = new Uint32Array(CONTEXTS << BITS);
  const trust = new Float64Array(LONGEST + 1).fill(0.5);
  const trusted = new Uint8Array(LONGEST + 1);
  const { corrected, learn: correct } = correction(KINDS * 256);
  const byKind = new Float64Array(KINDS * 256 * INPUTS).fill(FIRST_WEIGHT);
  const byRole = new Float64Array((ROLES + 256) * INPUTS).fill(FIRST_WEIGHT);

  const starts = new Int32Array(CONTEXTS);
  const checks = new Uint8Array(CONTEXTS);
  const places = new Int32Array(CONTEXTS);
  const facts = new Uint32Array(CONTEXTS);
  const inputs = new Float64Array(INPUTS);
  /** The bits of the byte so far, after a 1. */
  let node = 1;
  /** The bit that the repetition expects; -1 where there is none. */
  let expected = -1;
  let kindAt = 0;
  let roleAt = 0;
  /** What the weights by kind and by role say: kept in an array, where a number needs no memory of its own. */
  const says = new Float64Array(2);

  /** Where the facts of the next four bits are: side by side, so that they come into the processor's cache at once. */
  function settle() {
    for (let way = 0; way < CONTEXTS; way++) {
      const hash = mixed(seen.hashes[way], node);
      starts[way] = (way << BITS) + (hash >>> (32 - BITS));
      checks[way] = hash;
    }
  }

  /** What is fed to the weights. */
  function gather() {
    if (node === 1) settle();
    const bits = 31 - Math.clz32(node);
    if (bits === 4) settle();
    // What there is of this half of the byte, after a 1.
    const half = bits < 4 ? node : (node & ((1 << (bits - 4)) - 1)) | (1 << (bits - 4));
    for (let way = 0; way < CONTEXTS; way++) {
      places[way] = starts[way] ^ half;
      let fact = known[places[way]];
      if ((fact & 255) !== checks[way]) fact = 0x80000000 | checks[way];
      facts[way] = fact;
      inputs[way] = fact & 0xff00 ? LOGIT[fact >>> 20] : 0;
    }
    expected = -1;
    if (found.length && (found.byte | 256) >> (8 - bits) === node) expected = (found.byte >> (7 - bits)) & 1;
    else found.length = 0;
    const logit = LOGIT[Math.floor(trust[found.length] * 4096)];
    inputs[CONTEXTS] = expected < 0 ? 0 : expected ? logit : -logit;
  }

  /** How likely a 1 comes next, in 65536ths: never certain. */
  function likely() {
    gather();
    const kindNode = kindOf(seen.role) * 256 + node;
    kindAt = kindNode * INPUTS;
    roleAt = (seen.role === INSTRUCTION ? ROLES + seen.instruction : seen.role) * INPUTS;
    let kind = 0;
    let role = 0;
    for (let i = 0; i < INPUTS; i++) {
      kind += byKind[kindAt + i] * inputs[i];
      role += byRole[roleAt + i] * inputs[i];
    }
    says[0] = logistic(kind);
    says[1] = logistic(role);
    return Math.min(Math.max(Math.floor(corrected((kind + role) / 2, kindNode) * 65536), 16), 65520);
  }

  /** Takes in the bit that came. @param {number} bit */
  function learn(bit) {
    correct(bit);
    const kindError = (bit - says[0]) * RATE;
    const roleError = (bit - says[1]) * RATE;
    for (let i = 0; i < INPUTS; i++) {
      byKind[kindAt + i] += kindError * inputs[i];
      byRole[roleAt + i] += roleError * inputs[i];
    }
    for (let way = 0; way < CONTEXTS; way++) {
      const fact = facts[way];
      const times = (fact >>> 8) & 255;
      const now = (fact >>> 16) + (65535 * bit - (fact >>> 16)) * SHARE[times];
      known[places[way]] = (now << 16) | (Math.min(times + 1, OFTEN) << 8) | (fact & 255);
    }
    if (expected >= 0) {
      const { length } = found;
      // Never so sure that being wrong would cost much.
      trust[length] += ((bit === expected ? 0.9999 : 0.0001) - trust[length]) * SHARE[trusted[length]];
      trusted[length] = Math.min(trusted[length] + 1, OFTEN_REPEATED);
      if (bit !== expected) found.length = 0;
    }
    node = node * 2 + bit;
    if (node > 255) {
      take(node - 256);
      node = 1;
      if (seen.place < size) look(seen.place);
    }
  }

  return { likely, learn };
}

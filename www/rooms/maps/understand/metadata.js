/**
 * The metadata about q, k and weights (docs/format.md): from a .safetensors file, or from a JSON file that is
 * opened with the arrays.
 */
import { NUMBERS } from '../state.js';
/** @import { Numbers, Opened, QkOptions } from '../types.js' */

/** The maximum length of a list of sinks in characters, enough for 4,096 heads. */
const MOST_TEXT = 1 << 18;

/**
 * Values that the files do not define are null.
 *
 * @typedef {object} Metadata
 * @property {Numbers | null} numbers - what the tensors of weights contain
 * @property {boolean | null} causal
 * @property {number | null} scale
 * @property {number | null} window
 * @property {number | null} softcap
 * @property {QkOptions['rope']} rope - RoPE that still has to be applied
 * @property {string[]} unread - clauses of the mask that are not supported here
 * @property {string} layout
 * @property {[heads: number, keyHeads: number] | null} heads - the numbers of heads of q and of k
 * @property {number[]} lengths - the number of tokens of each text before its padding
 * @property {number[][] | 'column' | null} sinks - scores of learned sinks by layer and head; `column` if the
 *   first column of the weights is a sink
 */

/**
 * @param {Opened} opened
 * @param {number} file - the file of the tensors
 * @returns {Metadata}
 */
export function metadataIn({ files }, file) {
  const own = files.filter(({ id, tensors }) => id === file || tensors.length === 0);
  /** @type {Record<string, string>} */
  const texts = Object.fromEntries(own.toReversed().flatMap(({ metadata }) => metadata));
  const clauses = (texts.mask ?? '')
    .split(/\s+and\s+/)
    .map((clause) => clause.trim())
    .filter((clause) => clause !== '' && clause !== 'all');
  const ranges = clauses.map((clause) => /^window\((\d+)\)$/.exec(clause)).filter((found) => found !== null);
  const causal = texts.causal ?? texts.is_causal;
  const mask = texts.mask === undefined ? null : clauses.includes('causal');
  const window = wholeIn(texts.window ?? ranges[0]?.[1]);
  const softcap = numberIn(texts.softcap);
  return {
    numbers: NUMBERS.find((name) => name === texts.kind) ?? null,
    causal: causal === undefined ? mask : /^(true|1|yes)$/i.test(causal),
    scale: numberIn(texts.scale),
    window: window !== null && window >= 1 ? window : null,
    softcap: softcap !== null && softcap > 0 ? softcap : null,
    rope: ropeIn(texts.rope),
    unread: clauses.filter((clause) => clause !== 'causal' && !/^window\(\d+\)$/.test(clause)),
    layout: texts.layout ?? '',
    heads: headsIn(texts.heads, texts.key_heads),
    lengths: lengthsIn(texts.lengths),
    sinks: sinksIn(texts.sinks),
  };
}

/** @param {string | undefined} text */
function numberIn(text) {
  const number = Number.parseFloat(text ?? '');
  return Number.isFinite(number) ? number : null;
}

/** @param {string | undefined} text */
const wholeIn = (text) => (/^\d{1,8}$/.test(text ?? '') ? Number(text) : null);

/** @param {string | undefined} text @param {string | undefined} keyText @returns {Metadata['heads']} */
function headsIn(text, keyText) {
  const [heads, keyHeads] = [wholeIn(text), wholeIn(keyText ?? text)];
  return heads && keyHeads ? [heads, keyHeads] : null;
}

/** `[17, 12]`. @param {string | undefined} text */
const lengthsIn = (text) =>
  /^\[(\d{1,8}(,\s*|(?=\])))+\]$/.test(text ?? '') ? /** @type {number[]} */ (JSON.parse(text ?? '')) : [];

/** `[[0.5, -1], [0, 2]]`, or `first column`. @param {string | undefined} text @returns {Metadata['sinks']} */
function sinksIn(text) {
  if (text === undefined || text.length > MOST_TEXT) return null;
  if (text === 'first column') return 'column';
  try {
    const rows = JSON.parse(text);
    const isTable =
      Array.isArray(rows) &&
      rows.every((row) => Array.isArray(row) && row.every((score) => Number.isFinite(score)));
    return isTable ? rows : null;
  } catch {
    return null;
  }
}

/**
 * `{"base": 10000, "pairs": "half", "dim": null}`.
 *
 * @param {string | undefined} text @returns {QkOptions['rope']}
 */
function ropeIn(text) {
  if (!text?.startsWith('{')) return null;
  try {
    const { base, pairs = 'half', dim = null } = JSON.parse(text);
    const isRope =
      Number.isFinite(base) &&
      base > 0 &&
      ['half', 'interleaved'].includes(pairs) &&
      (dim === null || (Number.isInteger(dim) && dim >= 2));
    return isRope ? { base, pairs, dim } : null;
  } catch {
    return null;
  }
}

/**
 * Reads how weights are computed from q and k (the keys of docs/format.md): from the metadata of a
 * .safetensors file, or from a JSON file beside the arrays.
 */
/** @import { Opened, QkOptions } from '../types.js' */

/** The most characters of a list of sinks, enough for 4,096 heads. */
const MOST_TEXT = 1 << 18;

/**
 * @typedef {object} Said
 * @property {boolean | null} causal - null where nothing is said
 * @property {number | null} scale
 * @property {number | null} window
 * @property {number | null} softcap
 * @property {QkOptions['rope']} rope - that is still to be applied
 * @property {string[]} unread - clauses of the mask that are not applied here
 * @property {string} layout
 * @property {[heads: number, keyHeads: number] | null} heads - of q and of k
 * @property {number[]} lengths - how many tokens of each text are not padding, which stands behind them
 * @property {number[][] | 'column' | null} sinks - scores of learned sinks by layer and head, or that the
 *   first column of the weights is a sink
 */

/**
 * @param {Opened} opened
 * @param {number} file - of the tensors
 * @returns {Said}
 */
export function metadataIn({ files }, file) {
  const own = files.filter(({ id, tensors }) => id === file || tensors.length === 0);
  /** @type {Record<string, string>} */
  const said = Object.fromEntries(own.toReversed().flatMap(({ metadata }) => metadata));
  const clauses = (said.mask ?? '')
    .split(/\s+and\s+/)
    .map((clause) => clause.trim())
    .filter((clause) => clause !== '' && clause !== 'all');
  const ranges = clauses.map((clause) => /^window\((\d+)\)$/.exec(clause)).filter((found) => found !== null);
  const given = [said.causal, said.is_causal].find((text) => text !== undefined);
  const mask = said.mask === undefined ? null : clauses.includes('causal');
  const window = wholeIn(said.window ?? ranges[0]?.[1]);
  return {
    causal: given === undefined ? mask : /^(true|1|yes)$/i.test(given),
    scale: numberIn(said.scale),
    window: window !== null && window >= 1 ? window : null,
    softcap: positiveIn(said.softcap),
    rope: ropeIn(said.rope),
    unread: clauses.filter((clause) => clause !== 'causal' && !/^window\(\d+\)$/.test(clause)),
    layout: said.layout ?? '',
    heads: headsIn(said.heads, said.key_heads),
    lengths: lengthsIn(said.lengths),
    sinks: sinksIn(said.sinks),
  };
}

/** @param {string | undefined} text */
function numberIn(text) {
  const number = Number.parseFloat(text ?? '');
  return Number.isFinite(number) ? number : null;
}

/** @param {string | undefined} text */
function positiveIn(text) {
  const number = numberIn(text);
  return number !== null && number > 0 ? number : null;
}

/** @param {string | undefined} text */
const wholeIn = (text) => (/^\d{1,8}$/.test(text ?? '') ? Number(text) : null);

/** @param {string | undefined} text @param {string | undefined} keyText @returns {Said['heads']} */
function headsIn(text, keyText) {
  const [heads, keyHeads] = [wholeIn(text), wholeIn(keyText ?? text)];
  return heads && keyHeads ? [heads, keyHeads] : null;
}

/** `[17, 12]`. @param {string | undefined} text */
const lengthsIn = (text) =>
  /^\[(\d{1,8}(,\s*|(?=\])))+\]$/.test(text ?? '') ? /** @type {number[]} */ (JSON.parse(text ?? '')) : [];

/**
 * Learned sinks: `[[0.5, -1], [0, 2]]`, a score for each head of each layer, or `first column` of weights.
 *
 * @param {string | undefined} text @returns {Said['sinks']}
 */
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
 * RoPE that has to be applied: `{"base": 10000, "pairs": "half", "dim": null}`.
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

/** The sentence that the room opens with, and its heads, which the build contains. */
import { keep } from '../../reading/interpreted.js';
import { keepOne } from '../../reading/texts.js';
import { NO_CORRECTIONS } from '../../state.js';
import { SENTENCE } from '../settings.js';
/** @import { HeldFile } from '../../service/bytes.js' */
/** @import { First, Opened, MapsState, Wanted } from '../../types.js' */
/** @import { FirstSentence } from '../types.js' */

/** The small model: its heads, and the tokens of the sentence. `pack-first.mjs` writes their weights. */
const [LAYERS, HEADS, TOKENS] = [4, 4, 8];
/** The name of the file, as of the heads of every text of the small model. */
const NAME = 'small-model.safetensors';
/** The arrays of a map that are 32-bit numbers. */
const FLOATS = ['quantiles', 'queryEntropy', 'querySum', 'keyMean'];

/**
 * Whether a state shows the heads that the build contains.
 *
 * @param {Pick<MapsState, 'text' | 'model' | 'off'>} state
 */
export const isFirst = ({ text, model, off }) => text === SENTENCE && model === null && off.length === 0;

/**
 * The heads as a file, and the weights of the last token.
 *
 * @param {FirstSentence} first
 * @returns {{ file: HeldFile, row: (layer: number, head: number) => Float32Array, tokens: number }}
 */
export function firstSentence({ bytes, found }) {
  const size = TOKENS * TOKENS;
  // The numbers are at the end of the file.
  const weights = new Float32Array(bytes.slice(-4 * LAYERS * HEADS * size).buffer);
  /** @param {number} layer @param {number} head */
  const row = (layer, head) => {
    const at = Math.min(layer, LAYERS - 1) * HEADS + Math.min(head, HEADS - 1);
    return weights.subarray((at + 1) * size - TOKENS, (at + 1) * size);
  };
  /** @param {{ layer: number, head: number }} at */
  const cells = ({ layer, head }) => ({
    rows: TOKENS,
    cols: TOKENS,
    data: weights.slice((layer * HEADS + head) * size, (layer * HEADS + head + 1) * size),
  });
  return {
    file: { name: NAME, size: bytes.length, held: bytes, known: (wanted) => knownView(wanted, found, cells) },
    row,
    tokens: TOKENS,
  };
}

/**
 * The answer of the service for the file, if it is read without corrections.
 *
 * @param {Wanted} wanted
 * @param {any} known - `first-sentence.json`
 * @param {(at: { layer: number, head: number }) => { rows: number, cols: number, data: Float32Array }} cells
 * @returns {(Opened & { first: First }) | null}
 */
function knownView({ views: [state] }, known, cells) {
  if (JSON.stringify(state.corrections) !== JSON.stringify(NO_CORRECTIONS)) return null;
  const { opened, found, first } = structuredClone(known);
  const { tokens, map, heads } = first;
  tokens.ids = Uint32Array.from(tokens.ids);
  for (const name of FLOATS) map.info[name] = Float32Array.from(map.info[name]);
  map.tile = { level: 0, ...cells(map.spec.source) };
  for (const head of heads) head.thumb = cells(head);
  keep(opened.files, NO_CORRECTIONS, found);
  keepOne(opened.files);
  return { ...opened, first: { ...first, reading: found.outcome.reading, state } };
}

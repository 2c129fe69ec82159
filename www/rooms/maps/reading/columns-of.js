/** Which tokens a column of a map stands for, if its layer has entries or picks blocks. */
import { compressRateOf, isPicked } from './layers.js';
/** @import { Strings } from '../../../words/languages.js' */
/** @import { MapsState, Reading } from '../types.js' */

/**
 * The entry or block that a key of a head is in, as text; empty if it stands for itself.
 *
 * @param {Pick<MapsState, 'source' | 'layer' | 'words'>} state @param {Reading} reading @param {number} key
 * @param {Strings['maps']['entries']} words
 */
export function groupText({ source, layer, words: areWords }, reading, key, words) {
  const sinks = Number(Boolean(reading.sinks));
  const [token, tokens] = [key - sinks, reading.keys - sinks];
  if (source !== 'head' || areWords || token < 0) return '';
  const m = compressRateOf(reading, layer);
  const size = m || (isPicked(reading, layer) ? (reading.blocks?.[layer] ?? 1) : 1);
  const group = Math.floor(token / size);
  // Tokens after the last entry are in none.
  if (size === 1 || (m > 0 && (group + 1) * m > tokens)) return '';
  const last = Math.min(tokens, (group + 1) * size) - 1;
  const of = { entry: String(group), first: String(group * size), last: String(last) };
  return m > 0 ? words.ofEntry(of) : words.ofBlock(of);
}

/** @import { Candidate, Message } from './types.js' */

/** The token of a sink. */
const SINK = '[sink]';

/**
 * The learned sinks of a candidate.
 *
 * @param {Candidate} candidate
 * @param {{ layers: number, heads: number }} extent
 * @returns {{ scores: number[][] | null, added: number, column: boolean, notes: Message[] }} `column`: key 0 is
 *   a sink; `added`: 1 if this key is added to those of the file
 */
export function sinksOf({ sinks }, { layers, heads }) {
  const none = { scores: null, added: 0, column: false, notes: [] };
  if (sinks === null) return none;
  if (sinks === 'column') return { ...none, column: true };
  if (sinks.length !== layers || sinks.some((row) => row.length !== heads)) {
    const shape = `(${sinks.length}, ${sinks[0]?.length ?? 0})`;
    return { ...none, notes: [(t) => t.maps.reading.sinksLeft({ shape, layers, heads })] };
  }
  return { ...none, scores: sinks, added: 1, column: true };
}

/**
 * Adds the token of a sink before the keys. Queries get their own tokens.
 *
 * @param {{ tokens: string[], queryTokens: string[] }} named - without the sink
 * @param {number} queries
 * @param {number} keys - without the sink
 */
export function withSink({ tokens, queryTokens }, queries, keys) {
  const numbered = (/** @type {number} */ length) => Array.from({ length }, (_, at) => String(at));
  const ofKeys = tokens.length > 0 ? tokens : numbered(keys);
  const same = queries === keys ? ofKeys : numbered(queries);
  return { tokens: [SINK, ...ofKeys], queryTokens: queryTokens.length > 0 ? queryTokens : same };
}

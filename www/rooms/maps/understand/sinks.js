/** @import { Candidate, Say } from './types.js' */

/** What the column of a sink is called among tokens. */
export const SINK = '[sink]';

/**
 * The learned sinks of a candidate: scores by layer and head, which make a column before the keys, or a
 * column that the weights have.
 *
 * @param {Candidate} candidate
 * @param {{ layers: number, heads: number }} extent
 * @returns {{ scores: number[][] | null, added: number, column: boolean, notes: Say[] }}
 */
export function sinksOf({ sinks }, { layers, heads }) {
  if (sinks === null) return { scores: null, added: 0, column: false, notes: [] };
  if (sinks === 'column') return { scores: null, added: 0, column: true, notes: [] };
  if (sinks.length !== layers || sinks.some((row) => row.length !== heads)) {
    const shape = `(${sinks.length}, ${sinks[0]?.length ?? 0})`;
    return {
      scores: null,
      added: 0,
      column: false,
      notes: [(t) => t.maps.reading.sinksLeft(shape, layers, heads)],
    };
  }
  return { scores: sinks, added: 1, column: true, notes: [] };
}

/**
 * Tokens of keys and queries with that of a sink before the keys. Queries get tokens of their own.
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

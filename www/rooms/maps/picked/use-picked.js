import { isLarge } from '../large/shape.js';
import { useAnswer } from '../use-answer.js';
/** @import { MapsService, Reading } from '../types.js' */
/** @import { PickedHead, PickedQuery, PickedRequest, PickedRows } from './figures.js' */

/** The largest side of the picture in device pixels. */
const SIDE = 1024;
/** The queries of a large head that are computed: a few first, then more. */
const [FEW, MANY] = [24, 192];

/**
 * What is drawn about the picks of a head. Of a large head, some queries are computed. What one query keeps
 * is computed by itself, because it changes with the pointer.
 *
 * @param {MapsService | null} service
 * @param {{ reading: Reading, layer: number, head: number, by: PickedRequest['by'], budget: number, query: number, lens: PickedRequest['lens'] }} of
 * @returns {{ answer: { problem: string } | null, found: PickedHead | null, shown: number }} `shown`: the query that was found
 */
export function usePicked(service, { query, lens, ...of }) {
  const { reading, layer, head, by, budget } = of;
  const request = { layer, head, by, budget: Math.min(budget, reading.keys), side: SIDE };
  const rowsOf = (/** @type {number} */ count) => (/** @type {MapsService} */ from) =>
    from.picked(0, { ...request, count });
  const few = useAnswer(service, of, rowsOf(FEW));
  const isReady = isLarge(reading) && few?.isCurrent && few.found !== null;
  const many = useAnswer(isReady ? service : null, of, rowsOf(MANY));
  const place = lens && `${lens.query} ${lens.key}`;
  const own = useAnswer(service, { ...of, query, place }, (from) =>
    from.picked(0, { ...request, query, lens }),
  );
  const rows = many?.isCurrent && many.found ? many : few;
  const answers = [rows, own];
  const isOfHead = answers.every(
    (each) =>
      each?.found &&
      each.request.reading === reading &&
      each.request.layer === layer &&
      each.request.head === own?.request.head,
  );
  return {
    answer: answers.find((each) => each?.problem) ?? null,
    found: isOfHead ? headOf(rows?.found, own?.found) : null,
    shown: own?.request.query ?? query,
  };
}

/** @param {PickedRows | null | undefined} rows @param {PickedQuery | null | undefined} own @returns {PickedHead | null} */
function headOf(rows, own) {
  if (!rows || !own) return null;
  const { curve, best } = rows;
  return { ...rows, ...own, curve: curve && withOwn(curve, own.ownCurve), best: withOwn(best, own.ownBest) };
}

/**
 * Curves of some queries with that of the chosen one.
 *
 * @param {Float32Array} curve @param {Float32Array} [own]
 */
const withOwn = (curve, own) => (own ? curve.map((kept, at) => (at % 4 === 3 ? own[at] : kept)) : curve);

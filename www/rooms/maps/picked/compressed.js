/** Reads heads with entries, keys that stand for several tokens each, and what is drawn about them. */
import { using } from '../../../engine/handle.js';
import { compressRateOf, hasLayer, headsOf, isPicked } from '../reading/layers.js';
import { matrixOf, vectorsAt } from '../service/heads.js';
import { ruleOf } from '../service/rule.js';
import { layerName } from '../source-name.js';
import { picksOf } from './read.js';
/** @import { CompressedHead, HeadMap } from '../../../engine/maps.js' */
/** @import { Context } from '../service/heads.js' */
/** @import { Reading } from '../types.js' */

/** @typedef {{ layer: number, head: number, query: number, side: number }} EntriesRequest */

/**
 * What is drawn about a head with entries.
 *
 * @typedef {object} EntriesFound
 * @property {number} m - the number of tokens of an entry
 * @property {Float32Array} row - the weights of the query: of the sink, if there is one, the tokens and the entries
 * @property {Uint32Array} entries - those that the query attends to
 * @property {Uint32Array} seen - the first token and the end of each range that it sees by itself
 * @property {number} side - of the pictures
 * @property {Float32Array} pictures - of single tokens, then of entries: see `CompressedHead.pictures`
 * @property {Float32Array | null} lost - the weight of the entries that each query did not pick; null without picks
 * @property {{ pooled: number, shares: Float32Array } | null} pooling - for each entry, its shares of the tokens
 *   that it pools
 */

/**
 * A head with entries, which the caller frees.
 *
 * @param {Context} context @param {Reading} reading @param {number} layer @param {number} head
 * @returns {Promise<CompressedHead>}
 */
export async function compressedAt(context, reading, layer, head) {
  const rows = { layer, head, sharing: headsOf(reading, layer), col: /** @type {const} */ ('feature') };
  /** @type {HeadMap[]} */
  const used = [];
  try {
    const kCompressed = await matrixOf(context, reading.kCompressed ?? [], { ...rows, row: 'key' });
    used.push(kCompressed);
    const of = isPicked(reading, layer) ? await picksOf(context, reading, layer, head) : null;
    const picks = of && (await matrixOf(context, of.parts, of.wanted));
    if (picks) used.push(picks);
    const [q, k] = await vectorsAt(context, reading, layer, head);
    used.push(q, k);
    const pairs = q.queries * (k.queries + kCompressed.queries);
    context.task.step({ pairs, products: pairs * q.keys });
    const m = compressRateOf(reading, layer);
    const rule = ruleOf(reading, layer, head);
    const group = of?.group ?? 0;
    const names = { layer: layerName(reading, layer), group };
    return context.engine.compressedHead({ q, k, kCompressed, picks, rule, m, ...names });
  } finally {
    for (const map of used) map.free();
  }
}

/**
 * What of a head does not depend on the query.
 *
 * @typedef {Pick<EntriesFound, 'pictures' | 'lost' | 'pooling'>} OfAllQueries
 */

/** The last head with entries, which stays while the reader goes through its queries. */
export function entriesHeads() {
  /** @type {{ reading: Reading, layer: number, head: number, side: number, weights: CompressedHead, all: OfAllQueries } | null} */
  let last = null;

  function end() {
    last?.weights.free();
    last = null;
  }

  /** @param {Context} context @param {Reading} reading @param {EntriesRequest} request */
  async function open(context, reading, { layer, head, side }) {
    const isSame = last?.layer === layer && last.head === head && last.side === side;
    if (last && last.reading === reading && isSame && last.weights.isAlive) return last;
    end();
    const pooling = await poolingAt(context, reading, layer, head);
    const weights = await compressedAt(context, reading, layer, head);
    const all = {
      pictures: weights.pictures(side),
      lost: isPicked(reading, layer) ? weights.lost() : null,
      pooling,
    };
    last = { reading, layer, head, side, weights, all };
    return last;
  }

  return {
    end,
    /**
     * @param {Context} context @param {Reading} reading @param {EntriesRequest} request
     * @returns {Promise<EntriesFound>}
     */
    async at(context, reading, request) {
      const { layer, query } = request;
      const side = Math.max(1, Math.min(request.side, reading.queries));
      const { weights, all } = await open(context, reading, { ...request, side });
      return {
        m: compressRateOf(reading, layer),
        row: weights.row(query),
        entries: weights.entries(query),
        seen: weights.seen(query),
        side,
        // The reply takes its arrays away.
        ...structuredClone(all),
      };
    },
  };
}

/**
 * The shares that entries pool of their tokens; null if the file has none.
 *
 * @param {Context} context @param {Reading} reading @param {number} layer @param {number} head
 * @returns {Promise<EntriesFound['pooling']>}
 */
async function poolingAt(context, reading, layer, head) {
  const { kPooling = [] } = reading;
  if (!hasLayer(kPooling, layer)) return null;
  const sharing = headsOf(reading, layer);
  return using(
    await matrixOf(context, kPooling, { layer, head, sharing, row: 'key', col: 'feature' }),
    (map) => ({ pooled: map.keys, shares: map.cells([0, map.queries], [0, map.keys]) }),
  );
}

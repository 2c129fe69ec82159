/** Reads heads with entries, keys that stand for several tokens each, and what is drawn about them. */
import { using } from '../../../engine/handle.js';
import { compressRateOf, hasLayer, isPicked } from '../reading/layers.js';
import { cellsOf, matrixOf, vectorsAt } from '../service/heads.js';
import { ruleOf } from '../service/rule.js';
import { layerName } from '../source-name.js';
import { picksOf } from './read.js';
/** @import { CompressedHead } from '../../../engine/maps.js' */
/** @import { HeadOf } from '../service/heads.js' */
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

/** A head with entries, which the caller frees. @param {HeadOf} of @returns {Promise<CompressedHead>} */
export async function compressedAt(of) {
  const { engine, task, reading, layer } = of;
  /** @type {{ free(): void }[]} */
  const used = [];
  try {
    const kCompressed = await matrixOf(of, 'kCompressed');
    used.push(kCompressed);
    const places = isPicked(reading, layer) ? await picksOf(of) : null;
    const picks = places && (await matrixOf(of, 'selected'));
    if (picks) used.push(picks);
    const vectors = await vectorsAt(of);
    used.push(vectors);
    const { q, k } = vectors;
    const pairs = q.queries * (k.queries + kCompressed.queries);
    task.step({ pairs, products: pairs * q.keys });
    const names = places?.names ?? { layer: layerName(reading, layer), group: 0 };
    const m = compressRateOf(reading, layer);
    return engine.compressedHead({ q, k, kCompressed, picks, rule: ruleOf(of), m, ...names });
  } finally {
    for (const each of used) each.free();
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

  /** @param {HeadOf} of @param {number} side */
  async function open(of, side) {
    const { reading, layer, head } = of;
    const isSame = last?.layer === layer && last.head === head && last.side === side;
    if (last && last.reading === reading && isSame && last.weights.isAlive) return last;
    end();
    const pooling = hasLayer(reading.kPooling, layer)
      ? await using(await matrixOf(of, 'kPooling'), (map) => ({ pooled: map.keys, shares: cellsOf(map) }))
      : null;
    const weights = await compressedAt(of);
    const lost = isPicked(reading, layer) ? weights.lost() : null;
    last = { reading, layer, head, side, weights, all: { pictures: weights.pictures(side), lost, pooling } };
    return last;
  }

  return {
    end,
    /** @param {HeadOf} of @param {EntriesRequest} request @returns {Promise<EntriesFound>} */
    async at(of, { query, side: most }) {
      const side = Math.max(1, Math.min(most, of.reading.queries));
      const { weights, all } = await open(of, side);
      return {
        m: compressRateOf(of.reading, of.layer),
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

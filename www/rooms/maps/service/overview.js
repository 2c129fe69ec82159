/** Requests over all heads: their measures and thumbnails, and their similarity to one head. */
import { isLarge, STRATA } from '../large/shape.js';
import { openLarge } from '../large/source.js';
import { headsOf, isSigned } from '../reading/layers.js';
import { MEASURES } from '../state.js';
import { isOfInput } from './errors.js';
import { weightsAt } from './weights.js';
import { differenceThumb } from './maps.js';
import { using } from '../../../engine/handle.js';
/** @import { HeadFound, Overview, Progress, Similar } from '../types.js' */
/** @import { Context, HeadOf } from './heads.js' */
/** @import { Task } from './task.js' */

/** What a reading has of files. */
const PARTS = /** @type {const} */ ([
  ...['weights', 'q', 'k', 'v', 'beta', 'logDecay', 'selected'],
  ...['qSubtracted', 'kSubtracted', 'lambda', 'kCompressed', 'kPooling'],
]);

/**
 * What is known of the place of a head that a layer does not have, or whose numbers are wrong. Thumbnails are
 * transferred, so each is a new one.
 *
 * @returns {Omit<HeadFound, 'layer' | 'head'>}
 */
const noHead = () => ({
  measures: /** @type {HeadFound['measures']} */ (Object.fromEntries(MEASURES.map((name) => [name, null]))),
  causal: true,
  notWeights: null,
  rowsWithoutKey: 0,
  rowSums: null,
  thumb: { rows: 1, cols: 1, data: new Float32Array([NaN]) },
});

/**
 * Computes the measures and thumbnails of heads, layer by layer. Results are reported in groups, the first as
 * soon as it is ready. A head whose numbers are wrong has a problem. After the last head, checksums are
 * verified for the bytes that no head needed.
 *
 * @param {Context} context
 * @param {number} slot
 * @param {Overview} options
 * @param {[first: number, end: number] | null} part - some of the heads, in the order of layers; null: all
 * @param {(heads: HeadFound[], progress: Progress) => void} found
 */
export async function measureHeads(context, slot, options, part, found) {
  const { store, task } = context;
  const reading = store.reading(slot);
  const all = reading.layers * reading.heads;
  /** @type {HeadFound[]} */
  let heads = [];
  const [first, end] = part ?? [0, all];
  let at = first;
  const report = (/** @type {number} */ done) => {
    if (heads.length > 0) found(heads, { done: done / all, what: 'heads', heads: [done, all] });
    heads = [];
  };
  const own = {
    ...context,
    task: {
      ...task,
      /**
       * Reading a block may take a minute; finished heads are reported before it ends.
       *
       * @type {Task['report']}
       */
      report(...how) {
        report(at);
        task.report(...how);
      },
    },
  };
  try {
    for (; at < end; at += 1) {
      const [layer, head] = [Math.floor(at / reading.heads), at % reading.heads];
      await task.yieldToOthers();
      store.assertCurrent(slot, reading);
      if (head >= headsOf(reading, layer)) {
        heads.push({ layer, head, ...noHead() });
        continue;
      }
      const isTwoSided = reading.numbers === 'difference' || isSigned(reading, layer);
      const measured = await (
        isLarge(reading)
          ? sampledHead({ ...own, reading, layer, head }, options.side, isTwoSided)
          : wholeHead({ ...own, reading, layer, head }, options, isTwoSided)
      ).catch((error) => {
        if (!isOfInput(error)) throw error;
        return { ...noHead(), problem: error.message };
      });
      heads.push({ layer, head, ...measured });
      if (at + 1 === end || task.isDue()) report(at + 1);
    }
  } finally {
    // Heads that were measured before an error are reported.
    report(at);
  }
  if (end < all) return;
  const used = [reading, ...(reading.texts ?? [])].flatMap((each) =>
    PARTS.flatMap((name) => each[name] ?? []),
  );
  await store.check(
    used.map(({ file }) => file),
    task,
  );
}

/**
 * Measures a head from all its weights.
 *
 * @param {HeadOf} of
 * @param {Overview} options
 * @param {boolean} isTwoSided - whether its weights are signed, so that no measure and no check of weights applies to them
 * @returns {Promise<Omit<HeadFound, 'layer' | 'head'>>}
 */
async function wholeHead(of, options, isTwoSided) {
  return using(await weightsAt(of), async (map) => {
    of.task.step({ pairs: map.queries * map.keys });
    const found = of.engine.overview(map, { ...options, offset: of.reading.offset });
    if (!isTwoSided) return found;
    return { ...noHead(), causal: found.causal, thumb: await differenceThumb(of, map, options.side) };
  });
}

/**
 * Measures a head from a sample of rows, which its thumbnail shows. Weights may take long to read row by row,
 * so only as many rows are read as the thumbnail has.
 *
 * @param {HeadOf} of
 * @param {number} side
 * @param {boolean} isTwoSided
 * @returns {Promise<Omit<HeadFound, 'layer' | 'head'>>}
 */
async function sampledHead(of, side, isTwoSided) {
  const { engine, reading } = of;
  const { queries, keys } = reading;
  const strata = Math.min(queries, reading.kind === 'qk' ? Math.max(side, STRATA) : side);
  const rows = engine.rowSample(queries, strata);
  return using(await openLarge(of, rows), async (source) => {
    const pooled = await source.rows(of, rows, 1, Math.ceil(keys / side));
    const { errors, ...found } = engine.sampledOverview(queries, strata, side, pooled);
    if (isTwoSided) return { ...noHead(), causal: true, thumb: found.thumb };
    return {
      ...found,
      sampled: { rows: rows.length, errors },
      causal: source.info.after === 0 || found.causal,
      rowSums: reading.kind === 'weights' ? found.rowSums : null,
    };
  });
}

/**
 * The other heads, sorted by similarity to one.
 *
 * @param {Context} context
 * @param {number} slot
 * @param {number} layer
 * @param {number} head
 * @returns {Promise<Similar[]>}
 */
export async function similarHeads(context, slot, layer, head) {
  const { engine, store, task } = context;
  const reading = store.reading(slot);
  const all = reading.layers * reading.heads;
  /** @type {Similar[]} */
  const heads = [];
  await using(await weightsAt({ ...context, reading, layer, head }), async (one) => {
    for (let at = 0; at < all; at += 1) {
      const other = { layer: Math.floor(at / reading.heads), head: at % reading.heads };
      if (other.layer === layer && other.head === head) continue;
      // Similarity is of weights that sum to 1.
      if (other.head >= headsOf(reading, other.layer) || isSigned(reading, other.layer)) continue;
      await task.yieldToOthers();
      store.assertCurrent(slot, reading);
      const weights = await weightsAt({ ...context, reading, ...other }).catch((error) => {
        if (!isOfInput(error)) throw error;
        return null;
      });
      const similarity =
        weights &&
        (await using(weights, (map) => {
          task.step({ pairs: map.queries * map.keys });
          return engine.similarity(one, map);
        }));
      heads.push({ ...other, similarity });
      task.report((at + 1) / all, [at + 1, all]);
    }
  });
  return heads.sort((a, b) => (b.similarity ?? -Infinity) - (a.similarity ?? -Infinity) || 0);
}

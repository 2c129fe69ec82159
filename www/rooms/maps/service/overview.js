/** What is asked of every head: its measures and its picture, and how alike it is to another. */
import { weightsAt } from './heads.js';
import { using } from './using.js';
/** @import { HeadFound, Progress } from '../types.js' */
/** @import { Desk } from './heads.js' */
/** @import { Task } from './task.js' */

/** @typedef {{ side: number, tokens: Uint32Array | null, sink: number, reach: number }} OverviewOptions */
/** @typedef {{ layer: number, head: number, similarity: number | null }} Alike */

/**
 * Measures every head and makes its picture, layer by layer, some at a time: the first as soon as it is there. Last, what no head needed of the files is held against
 * its checksums.
 *
 * @param {Desk} desk
 * @param {number} slot
 * @param {OverviewOptions} options
 * @param {(heads: HeadFound[], progress: Progress) => void} found
 */
export async function everyHead(desk, slot, options, found) {
  const { engine, shelf, task } = desk;
  const reading = shelf.reading(slot);
  const all = reading.layers * reading.heads;
  /** @type {HeadFound[]} */
  let heads = [];
  let at = 0;
  const report = (/** @type {number} */ done) => {
    if (heads.length > 0) found(heads, { done: done / all, what: 'heads', heads: [done, all] });
    heads = [];
  };
  const own = {
    ...desk,
    task: {
      ...task,
      /** Reading a block may take a minute: heads that are there do not wait for it. @type {Task['tell']} */
      tell(...how) {
        report(at);
        task.tell(...how);
      },
    },
  };
  try {
    for (; at < all; at += 1) {
      const [layer, head] = [Math.floor(at / reading.heads), at % reading.heads];
      await task.breathe();
      shelf.still(slot, reading);
      const measured = await using(await weightsAt(own, reading, layer, head), (map) => {
        task.step({ pairs: map.queries * map.keys });
        return engine.overview(map, { ...options, offset: reading.offset });
      });
      heads.push({ layer, head, ...measured });
      if (at + 1 === all || task.isDue()) report(at + 1);
    }
  } finally {
    // What was measured before an error counts.
    report(at);
  }
  const { weights, q, k, v } = reading;
  await shelf.check(
    [...weights, ...q, ...k, ...v].map(({ file }) => file),
    task,
  );
}

/**
 * Every other head by likeness to one.
 *
 * @param {Desk} desk
 * @param {number} slot
 * @param {number} layer
 * @param {number} head
 * @returns {Promise<Alike[]>}
 */
export async function alike(desk, slot, layer, head) {
  const { engine, shelf, task } = desk;
  const reading = shelf.reading(slot);
  const all = reading.layers * reading.heads;
  /** @type {Alike[]} */
  const heads = [];
  await using(await weightsAt(desk, reading, layer, head), async (one) => {
    for (let at = 0; at < all; at += 1) {
      const other = { layer: Math.floor(at / reading.heads), head: at % reading.heads };
      if (other.layer === layer && other.head === head) continue;
      await task.breathe();
      shelf.still(slot, reading);
      const similarity = await using(await weightsAt(desk, reading, other.layer, other.head), (map) => {
        task.step({ pairs: map.queries * map.keys });
        return engine.similarity(one, map);
      });
      heads.push({ ...other, similarity });
      task.tell((at + 1) / all, [at + 1, all]);
    }
  });
  return heads.sort((a, b) => (b.similarity ?? -Infinity) - (a.similarity ?? -Infinity) || 0);
}

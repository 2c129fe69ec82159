/** What is asked of every head: its measures and its picture, and how alike it is to another. */
import { weightsAt } from './heads.js';
import { using } from './using.js';
/** @import { HeadFound, Progress } from '../types.js' */
/** @import { Desk } from './heads.js' */

/** @typedef {{ side: number, tokens: Uint32Array | null, sink: number, reach: number }} OverviewOptions */
/** @typedef {{ layer: number, head: number, similarity: number | null }} Alike */

/**
 * Measures every head and makes its picture, layer by layer, some at a time: the first as soon as it is there.
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
  for (let at = 0; at < all; at += 1) {
    const [layer, head] = [Math.floor(at / reading.heads), at % reading.heads];
    await task.breathe();
    shelf.still(slot, reading);
    heads.push({ layer, head, ...(await using(await weightsAt(desk, reading, layer, head), (map) => engine.overview(map, { ...options, offset: reading.offset }))) });
    if (at + 1 < all && !task.isDue()) continue;
    found(heads, { done: (at + 1) / all, what: 'heads' });
    heads = [];
  }
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
      heads.push({ ...other, similarity: await using(await weightsAt(desk, reading, other.layer, other.head), (map) => engine.similarity(one, map)) });
      task.tell((at + 1) / all);
    }
  });
  return heads.sort((a, b) => (b.similarity ?? -Infinity) - (a.similarity ?? -Infinity) || 0);
}

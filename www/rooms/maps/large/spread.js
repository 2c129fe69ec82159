/**
 * Measures the heads of large readings in several Workers, each of which takes the next few heads when it has
 * done its last ones.
 */
import { lanesOf } from './shape.js';
/** @import { HeadFound, MapsService, Reading } from '../types.js' */
/** @import { rpcClient } from '../service/rpc.js' */

/** @typedef {ReturnType<typeof rpcClient>} Rpc */
/** @typedef {Parameters<MapsService['heads']>} Arguments */

/** The heads that a Worker takes at a time: few, so that no Worker is left with many at the end. */
const AT_ONCE = 4;
/** The least milliseconds between two reports: the page draws all thumbnails each time. */
const BETWEEN = 150;
/** Bytes for a query and its key, of the usual 128 features. */
const BYTES = 2 * 128 * 4;

/**
 * Measures all heads. If another Worker than the first one fails, its heads are left to the others. So only
 * an error of the first one is thrown.
 *
 * @param {object} workers
 * @param {Rpc['call']} workers.call - the first Worker
 * @param {() => Rpc} workers.worker - starts another one
 * @param {Reading} reading
 * @param {Arguments[0]} slot
 * @param {Arguments[1]} options
 * @param {Arguments[2]} found
 */
export async function spreadHeads({ call, worker }, reading, slot, options, found) {
  const all = reading.layers * reading.heads;
  const parts = Array.from({ length: Math.ceil(all / AT_ONCE) }, (_, at) => [
    at * AT_ONCE,
    Math.min(all, (at + 1) * AT_ONCE),
  ]);
  const cores = globalThis.navigator?.hardwareConcurrency ?? 2;
  const lanes = lanesOf(cores, BYTES * Math.max(reading.queries, reading.keys));
  const helpers = Array.from({ length: Math.min(lanes, parts.length) - 1 }, worker);
  /** A Worker that was replaced reports its heads again. @type {Set<number>} */
  const known = new Set();
  /** @type {HeadFound[]} */
  let unreported = [];
  let reportedAt = -Infinity;
  const report = () => {
    if (unreported.length > 0)
      found(unreported, { what: 'heads', done: known.size / all, heads: [known.size, all] });
    [unreported, reportedAt] = [[], performance.now()];
  };
  /**
   * Measures heads in one Worker while there are any.
   *
   * @param {Rpc['call']} request @param {boolean} isFirst
   */
  async function lane(request, isFirst) {
    for (let part = parts.shift(); part; part = parts.shift())
      try {
        await request('heads', [slot, options, part], (progress, heads) => {
          for (const { layer, head } of heads) known.add(layer * reading.heads + head);
          unreported.push(...heads);
          if (performance.now() - reportedAt >= BETWEEN) report();
          if (progress.what !== 'heads' && isFirst) found([], progress);
        });
      } catch (error) {
        if (isFirst) throw error;
        parts.unshift(part);
        return;
      }
  }
  try {
    await Promise.all([lane(call, true), ...helpers.map((each) => lane(each.call, false))]);
    // What a Worker left after the first one was done.
    await lane(call, true);
  } finally {
    // Heads that were measured before an error are reported.
    report();
    for (const each of helpers) each.end();
  }
}

import { workerCount } from './shape.js';
/** @import { HeadFound, MapsService, Reading } from '../types.js' */
/** @import { Rpc } from '../service/rpc.js' */

/** @typedef {Parameters<MapsService['heads']>} Arguments */

/** The number of heads per request: few, so that all Workers finish at about the same time. */
const AT_ONCE = 4;
/** The least time between two reports, in milliseconds, because the page draws all thumbnails each time. */
const BETWEEN = 150;
/** The bytes of a query and a key with the usual 128 features. */
const BYTES = 2 * 128 * 4;

/**
 * Measures all heads of a large reading in several Workers, which share a queue of requests. If a Worker
 * other than the first fails, its request goes back to the queue. So only an error of the first Worker is
 * thrown.
 *
 * @param {object} workers
 * @param {Rpc['call']} workers.call - calls the first Worker
 * @param {Rpc['isInPage']} workers.isInPage - whether the page does the work. Then there is no other Worker
 * @param {() => Rpc} workers.worker - starts another Worker
 * @param {Reading} reading
 * @param {Arguments[0]} slot
 * @param {Arguments[1]} options
 * @param {Arguments[2]} found
 */
export async function spreadHeads({ call, isInPage, worker }, reading, slot, options, found) {
  const all = reading.layers * reading.heads;
  const parts = Array.from({ length: Math.ceil(all / AT_ONCE) }, (_, at) => [
    at * AT_ONCE,
    Math.min(all, (at + 1) * AT_ONCE),
  ]);
  const cores = globalThis.navigator?.hardwareConcurrency ?? 2;
  const count = isInPage() ? 1 : workerCount(cores, BYTES * Math.max(reading.queries, reading.keys));
  const helpers = Array.from({ length: Math.min(count, parts.length) - 1 }, worker);
  /** A set, because a Worker that was replaced reports its heads again. @type {Set<number>} */
  const known = new Set();
  /** @type {HeadFound[]} */
  let unreported = [];
  let reportedAt = -Infinity;
  const report = () => {
    if (unreported.length > 0)
      found(unreported, { what: 'heads', done: known.size / all, heads: [known.size, all] });
    [unreported, reportedAt] = [[], performance.now()];
  };
  /** Sends requests of the queue to one Worker. @param {Rpc['call']} request @param {boolean} isFirst */
  async function run(request, isFirst) {
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
    await Promise.all([run(call, true), ...helpers.map((each) => run(each.call, false))]);
    // A request may have gone back to the queue after the first Worker was done.
    await run(call, true);
  } finally {
    // Heads that were measured before an error are reported.
    report();
    for (const each of helpers) each.end();
  }
}

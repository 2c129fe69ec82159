/**
 * The maps of large heads: they answer what other maps answer, from views in the page and Workers that
 * compute their parts.
 */
import { isLarge, lanesOf, levelsOf } from './shape.js';
import { spreadHeads } from './spread.js';
import { largeView } from './view.js';
/** @import { MapInfo, MapSpec, MapsService, Reading } from '../types.js' */
/** @import { rpcClient } from '../service/rpc.js' */
/** @import { LargePlace } from './open-head.js' */
/** @import { Pooling } from './pyramid.js' */
/** @import { Range } from './source.js' */
/** @import { LargeView } from './view.js' */

/** @typedef {ReturnType<typeof rpcClient>} Rpc */

/**
 * @param {object} host
 * @param {(slot: number) => Reading | undefined} host.reading
 * @param {Rpc['call']} host.call - the first Worker
 * @param {() => Rpc} host.worker - starts another one
 */
export function largeMaps({ reading, call, worker }) {
  /** @type {Map<number, { view: LargeView, by: Pooling }>} */
  const maps = new Map();
  /**
   * The head that was looked at last: what is known of it is kept while another pooling is chosen.
   *
   * @type {{ reading: Reading, place: LargePlace, view: LargeView, opened: Promise<void> } | null}
   */
  let last = null;
  /** @type {Rpc[]} */
  let workers = [];
  /** Requests that rows wait for. */
  let urgent = 0;

  const endWorkers = () => {
    for (const each of workers) each.end();
    workers = [];
  };
  const close = () => {
    last?.view.end();
    last = null;
    endWorkers();
  };
  const bound = (/** @type {Rpc['call']} */ of, /** @type {LargePlace} */ place) =>
    /** @type {import('./view.js').LargeCall} */ ((method, ...args) => of('large', [place, method, ...args]));

  /** @param {MapSpec} spec */
  function viewOf({ reading: slot, source }) {
    const of = /** @type {Reading} */ (reading(slot));
    const { layer, head } = /** @type {{ layer: number, head: number }} */ (source);
    if (last?.reading === of && last.place.layer === layer && last.place.head === head) return last;
    close();
    const place = { slot, layer, head };
    const view = largeView(of, bound(call, place), (bytes) => {
      const count = lanesOf(globalThis.navigator?.hardwareConcurrency ?? 2, bytes);
      workers = Array.from({ length: count }, worker);
      return workers.map((each) => bound(each.call, place));
    });
    view.hold(urgent > 0);
    last = { reading: of, place, view, opened: view.open() };
    const mine = last;
    mine.opened.catch(() => {
      if (last === mine) close();
    });
    return last;
  }

  return {
    /** Whether a map is one of these. @param {MapSpec} spec */
    takes(spec) {
      const of = reading(spec.reading);
      return of !== undefined && isLarge(of) && spec.source.of === 'head' && !spec.minus;
    },
    /**
     * A head may be read in another way: its workers are notified, and known results are discarded.
     *
     * @param {number} slot @param {Reading} of
     */
    async read(slot, of) {
      if (last && last.place.slot === slot && last.reading !== of) close();
    },
    /** @param {number} id @param {MapSpec} spec @returns {Promise<MapInfo>} */
    async map(id, spec) {
      const { view, opened } = viewOf(spec);
      await opened;
      const by = spec.pooling ?? 'max';
      maps.set(id, { view, by });
      const { queries, keys } = view.info;
      const { margins } = view;
      return {
        id,
        queries,
        keys,
        levels: levelsOf(queries, keys),
        get range() {
          return view.range;
        },
        quantiles: view.quantiles,
        ...margins,
        large: { view, by },
      };
    },
    /**
     * The measures of all heads, which rows wait for; null for heads that are not large.
     *
     * @param {number} slot
     * @param {Parameters<MapsService['heads']>[1]} options
     * @param {Parameters<MapsService['heads']>[2]} found
     * @returns {Promise<void> | null}
     */
    heads(slot, options, found) {
      const of = reading(slot);
      if (!of || !isLarge(of)) return null;
      urgent += 1;
      last?.view.hold(true);
      return spreadHeads({ call, worker }, of, slot, options, found).finally(() => {
        urgent -= 1;
        last?.view.hold(urgent > 0);
      });
    },
    /**
     * A tile of one of these maps; null for another map.
     *
     * @param {number} id @param {number} level @param {Range} rows @param {Range} cols
     */
    tile(id, level, rows, cols) {
      const map = maps.get(id);
      return map ? map.view.tile(map.by, level, rows, cols) : null;
    },
    /** @param {number} id @param {number} query */
    row: (id, query) => maps.get(id)?.view.row(query) ?? null,
    /** @param {number} id @returns {Promise<void> | null} */
    release(id) {
      if (!maps.has(id)) return null;
      maps.delete(id);
      return Promise.resolve();
    },
    end: close,
  };
}

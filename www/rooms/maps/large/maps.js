/**
 * The part of the service that handles maps of large heads: it answers their requests from a view in the
 * page, whose parts several Workers compute.
 */
import { errorOfKind } from '../service/errors.js';
import { ruleOf } from '../service/rule.js';
import { isSigned, isSignedMap } from '../reading/layers.js';
import { isLarge, workerCount } from './shape.js';
import { spreadHeads } from './spread.js';
import { largeView } from './view.js';
/** @import { MapInfo, MapSpec, MapsService, Range, Reading } from '../types.js' */
/** @import { Rpc } from '../service/rpc.js' */
/** @import { LargePlace } from './source.js' */
/** @import { LargePooling } from '../../../engine/maps.js' */
/** @import { LargeCall, LargeView } from './view.js' */

/**
 * @param {object} host
 * @param {(slot: number) => Reading | undefined} host.reading
 * @param {Rpc['call']} host.call - calls the first Worker
 * @param {Rpc['isInPage']} host.isInPage - whether the page does the work of the first Worker. Then there is no
 *   other
 * @param {() => Rpc} host.worker - starts another Worker
 */
export function largeMaps({ reading, call, isInPage, worker }) {
  /** @type {Map<number, { view: LargeView, by: LargePooling }>} */
  const maps = new Map();
  /**
   * The view of the last head. Maps of the same head with other poolings share it.
   *
   * @type {{ reading: Reading, place: LargePlace, view: LargeView, opened: Promise<void> } | null}
   */
  let last = null;
  /** @type {Rpc[]} */
  let workers = [];
  /** The number of running requests for measures. Rows are not computed meanwhile. */
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
  /** @type {(call: Rpc['call'], place: LargePlace) => LargeCall} */
  const bound =
    (request, place) =>
    (method, ...args) =>
      request('large', [place, method, ...args]);

  /**
   * Calls another Worker, or the first one if the other cannot start.
   *
   * @param {Rpc} other @param {LargePlace} place @returns {LargeCall}
   */
  const boundOrFirst =
    (other, place) =>
    (...request) =>
      bound(
        other.call,
        place,
      )(...request).catch((/** @type {Error & { kind?: string }} */ error) => {
        if (error.kind !== 'unstarted') throw error;
        return bound(call, place)(...request);
      });

  /** @param {MapSpec} spec */
  function viewOf({ reading: slot, source }) {
    const of = /** @type {Reading} */ (reading(slot));
    const { layer, head } = /** @type {{ layer: number, head: number }} */ (source);
    if (
      last &&
      !last.view.isLost &&
      last.reading === of &&
      last.place.layer === layer &&
      last.place.head === head
    )
      return last;
    close();
    const place = { slot, layer, head };
    const first = bound(call, place);
    const view = largeView(
      of,
      of.kind === 'qk' && !isSigned(of, layer) ? ruleOf({ reading: of, layer, head }) : null,
      first,
      (bytes) => {
        if (isInPage()) return [first];
        const count = workerCount(globalThis.navigator?.hardwareConcurrency ?? 2, bytes);
        workers = Array.from({ length: count }, worker);
        return workers.map((each) => boundOrFirst(each, place));
      },
    );
    view.pause(urgent > 0);
    const current = { reading: of, place, view, opened: view.open() };
    last = current;
    current.opened.catch(() => {
      if (last === current) close();
    });
    return current;
  }

  return {
    /** Whether this is a map of a large head. @param {MapSpec} spec */
    takes(spec) {
      const of = reading(spec.reading);
      return of !== undefined && isLarge(of) && spec.source.of === 'head' && !spec.minus;
    },
    /** Closes the view if its slot has another reading now. @param {number} slot @param {Reading} of */
    read(slot, of) {
      if (last && last.place.slot === slot && last.reading !== of) close();
    },
    /** @param {number} id @param {MapSpec} spec @returns {Promise<MapInfo>} */
    async map(id, spec) {
      const { view, opened } = viewOf(spec);
      await opened;
      const by = spec.pooling ?? 'max';
      maps.set(id, { view, by });
      const { queries, keys } = view.info;
      const of = /** @type {Reading} */ (reading(spec.reading));
      return {
        id,
        // Signed weights are shown like the difference of two maps.
        ...(isSignedMap(of, spec.source) && { isDifference: true, isSigned: true }),
        queries,
        keys,
        levels: view.levels,
        get range() {
          return view.range;
        },
        quantiles: view.quantiles,
        get queryEntropy() {
          return view.margins.queryEntropy;
        },
        get querySum() {
          return view.margins.querySum;
        },
        get keyMean() {
          return view.margins.keyMean;
        },
        large: { view, by },
      };
    },
    /**
     * Measures all heads; null if they are not large. The rows of the view are computed afterwards.
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
      last?.view.pause(true);
      return spreadHeads({ call, isInPage, worker }, of, slot, options, found).finally(() => {
        urgent -= 1;
        last?.view.pause(urgent > 0);
      });
    },
    // The following return null for a map that is not one of these.
    /** @param {number} id @param {number} level @param {Range} rows @param {Range} cols */
    tile(id, level, rows, cols) {
      const map = maps.get(id);
      if (map?.view.isLost)
        throw errorOfKind('gone', 'The map has to be made again: the engine was restarted.');
      return map ? map.view.tile(map.by, level, rows, cols) : null;
    },
    /** @param {number} id @param {number} query */
    row: (id, query) => maps.get(id)?.view.row(query) ?? null,
    /** @param {number} id */
    release: (id) => (maps.delete(id) ? Promise.resolve() : null),
    end: close,
  };
}

import { requestCache } from './request-cache.js';
/** @import { MapInfo, MapsService } from '../types.js' */

/** The maximum size of the cache: rows, and numbers. */
const [MAX_ROWS, MAX_NUMBERS] = [256, 1 << 22];
/** The maximum number of concurrent requests. */
const MAX_PENDING = 8;

/** @typedef {(info: MapInfo, query: number) => Float32Array | null} RowOf a row, or null while it is pending */

/**
 * The rows of maps, and their paths of dynamic time warping.
 *
 * @param {object} actions
 * @param {() => MapsService | null} actions.service
 * @param {() => void} actions.changed
 * @param {(map: number, error: unknown) => void} actions.failed
 */
export function rowStore({ service, changed, failed }) {
  /** @type {ReturnType<typeof requestCache<Float32Array | Uint32Array>>} */
  const cache = requestCache({
    most: ({ length }) => Math.min(MAX_ROWS, Math.max(8, Math.floor(MAX_NUMBERS / length))),
    changed,
    failed,
  });
  let pending = 0;

  /**
   * @param {MapInfo} info @param {string} name
   * @param {(from: MapsService) => Promise<Float32Array | Uint32Array>} ask
   * @param {(from: MapsService) => Float32Array | null | undefined} [ready] - what need not be waited for
   */
  function get(info, name, ask, ready) {
    const known = cache.get(name);
    const from = service();
    if (known !== undefined || !from || pending >= MAX_PENDING || info.large?.view.problem)
      return known ?? null;
    const there = ready?.(from);
    if (there) {
      cache.keep(name, there);
      return there;
    }
    pending += 1;
    cache.await(
      info.id,
      name,
      ask(from).finally(() => (pending -= 1)),
    );
    return null;
  }

  return {
    /** @type {RowOf} */
    row: (info, query) =>
      /** @type {Float32Array | null} */ (
        get(
          info,
          `${info.id} ${query}`,
          (from) => from.row(info.id, query),
          (from) => from.ready?.row(info.id, query),
        )
      ),
    /** The path of dynamic time warping, or null while it is pending. @param {MapInfo} info */
    path: (info) =>
      /** @type {Uint32Array | null} */ (get(info, `${info.id} path`, (from) => from.path(info.id))),
    forget: cache.forget,
  };
}

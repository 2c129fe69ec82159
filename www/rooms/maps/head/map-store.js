/** @import { MapInfo, MapsData, MapsService, MapSpec } from '../types.js' */
/** @import { Which } from './spec.js' */

/**
 * A requested map: its properties once the service has it, or why it has none.
 *
 * @typedef {object} Shown
 * @property {MapSpec} spec - of the present map, or of the requested one before there is any
 * @property {MapInfo | null} info
 * @property {boolean} waiting
 * @property {string} problem - empty if there is none
 */

/** The number of times that a lost map is requested again. */
const MOST_TIMES = 3;

/**
 * The maps that the view shows, at most three. They are requested when the state needs others. A response
 * that comes too late is released; the present map stays until the next one is there.
 *
 * @param {object} actions
 * @param {() => void} actions.changed
 * @param {(map: number) => void} actions.gone - a map was released
 */
export function mapStore({ changed, gone }) {
  /** @type {Map<Which, { key: string, from: MapsService, times: number, shown: Shown }>} */
  const slots = new Map();
  /** Numbers of data and services, for keys. @type {WeakMap<object, number>} */
  const numbers = new WeakMap();
  let last = 0;

  /** @param {object} of */
  function numberOf(of) {
    if (!numbers.has(of)) numbers.set(of, (last += 1));
    return numbers.get(of);
  }
  /** @param {MapsService} from @param {MapInfo | null} info */
  function release(from, info) {
    if (!info) return;
    gone(info.id);
    // A service that ended, or was restarted, has no map to release.
    from.release(info.id).catch(() => {});
  }

  /**
   * @param {Which} which
   * @param {MapSpec} spec
   * @param {MapsService} from
   * @param {string} key
   * @param {number} times
   */
  function ask(which, spec, from, key, times) {
    const before = slots.get(which);
    const mine = {
      key,
      from,
      times,
      shown: { ...(before?.shown ?? { spec, info: null }), waiting: true, problem: '' },
    };
    slots.set(which, mine);
    from.map(spec).then(
      (info) => {
        if (slots.get(which) !== mine) return release(from, info);
        const { info: old } = mine.shown;
        mine.shown = { spec, info, waiting: false, problem: '' };
        release(before?.from ?? from, old);
        return changed();
      },
      (error) => {
        if (slots.get(which) !== mine) return;
        release(before?.from ?? from, mine.shown.info);
        mine.shown = {
          spec,
          info: null,
          waiting: false,
          problem: error instanceof Error ? error.message : String(error),
        };
        changed();
      },
    );
  }

  return {
    /** @param {Partial<Record<Which, MapSpec>>} specs @param {MapsService} from @param {MapsData} data */
    want(specs, from, { reading, other, tokens, queryTokens }) {
      // Words are read off the tokens: other tokens, other words.
      const words = queryTokens ?? tokens ?? reading;
      for (const which of /** @type {Which[]} */ ([...slots.keys()])) {
        if (specs[which]) continue;
        const { from: of, shown } = /** @type {{ from: MapsService, shown: Shown }} */ (slots.get(which));
        slots.delete(which);
        release(of, shown.info);
      }
      for (const [name, spec] of Object.entries(specs)) {
        const which = /** @type {Which} */ (name);
        const text = JSON.stringify(spec, (_, value) =>
          value instanceof Uint32Array ? numberOf(words) : value,
        );
        const key = `${numberOf(from)} ${numberOf(reading)} ${other ? numberOf(other.reading) : 0} ${text}`;
        if (slots.get(which)?.key !== key) ask(which, spec, from, key, 1);
      }
    },
    /** @returns {Partial<Record<Which, Shown>>} */
    all: () => Object.fromEntries([...slots].map(([which, { shown }]) => [which, shown])),
    /**
     * The service has lost a map: it is requested again, unless that happened too often. A large one only
     * lacks a part, and stays.
     *
     * @param {number} map @param {unknown} error
     */
    lost(map, error) {
      for (const [which, { key, from, times, shown }] of slots) {
        if (shown.info?.id !== map || shown.waiting) continue;
        if (shown.info.large) {
          shown.info.large.view.fail(error);
          continue;
        }
        shown.info = null;
        gone(map);
        if (times < MOST_TIMES) ask(which, shown.spec, from, key, times + 1);
        else Object.assign(shown, { problem: error instanceof Error ? error.message : String(error) });
        changed();
      }
    },
    /** Releases all of them. */
    clear() {
      for (const { from, shown } of slots.values()) release(from, shown.info);
      slots.clear();
    },
  };
}

/** @import { MapInfo, MapsData, MapsService, MapSpec } from '../types.js' */
/** @import { Which } from './spec.js' */

/**
 * A map that was asked for: what it is once the service has it, or why it has not.
 *
 * @typedef {object} Shown
 * @property {MapSpec} spec - of what is there; of what was asked for, before anything is
 * @property {MapInfo | null} info
 * @property {boolean} waiting
 * @property {string} problem - empty where there is none
 */

/** A map that the service lost is asked for anew so many times. */
const MOST_TIMES = 3;

/**
 * The maps that the view stands on: at most three, asked for when the state asks for others. An answer that came too late is let go; what was there stays until the
 * next is.
 *
 * @param {object} actions
 * @param {() => void} actions.changed
 * @param {(map: number) => void} actions.gone - a map was let go
 */
export function heldMaps({ changed, gone }) {
  /** @type {Map<Which, { key: string, from: MapsService, times: number, shown: Shown }>} */
  const slots = new Map();
  /** Data and services by number, so that a key can say which. @type {WeakMap<object, number>} */
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
    // A service that ended, or was started anew, has no map to let go.
    from.release(info.id).catch(() => {});
  }

  /** @param {Which} which @param {MapSpec} spec @param {MapsService} from @param {string} key @param {number} times */
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
    /** The service does not have a map any more: it is asked for again, unless that happened too often. @param {number} map @param {unknown} error */
    lost(map, error) {
      for (const [which, { key, from, times, shown }] of slots) {
        if (shown.info?.id !== map || shown.waiting) continue;
        shown.info = null;
        gone(map);
        if (times < MOST_TIMES) ask(which, shown.spec, from, key, times + 1);
        else Object.assign(shown, { problem: error instanceof Error ? error.message : String(error) });
        changed();
      }
    },
    /** Lets all of them go. */
    clear() {
      for (const { from, shown } of slots.values()) release(from, shown.info);
      slots.clear();
    },
  };
}

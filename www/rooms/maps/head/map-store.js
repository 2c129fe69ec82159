import { messageOf } from '../../../engine/instance.js';
/** @import { MapInfo, MapsData, MapsService, MapSpec, Opened } from '../types.js' */
/** @import { MapRole } from './spec.js' */

/**
 * A requested map.
 *
 * @typedef {object} ShownMap
 * @property {MapSpec} spec - of `info`, or of the request if there is no map yet
 * @property {MapInfo | null} info - the previous map of the same files while the request is pending
 * @property {boolean} waiting
 * @property {string} problem - the error, or an empty string
 */

/** The maximum number of requests for a map that the service has lost. */
const MAX_REQUESTS = 3;

/**
 * The maps of the view. They are requested when the state needs others, and stay until the next ones of the
 * same files arrive. Maps of other files are released at once, because the page already names the new files.
 * A response that arrives too late is released.
 *
 * @param {object} actions
 * @param {() => void} actions.changed
 * @param {(map: number) => void} actions.gone - a map was released
 */
export function mapStore({ changed, gone }) {
  /** @typedef {{ key: string, from: MapsService, opened: Opened, requests: number, shown: ShownMap }} Slot */
  /** @type {Map<MapRole, Slot>} */
  const slots = new Map();
  /** Ids of data and services, for keys. @type {WeakMap<object, number>} */
  const ids = new WeakMap();
  let lastId = 0;

  /** @param {object} object */
  function idOf(object) {
    if (!ids.has(object)) ids.set(object, (lastId += 1));
    return ids.get(object);
  }
  /** @param {MapsService} from @param {MapInfo | null} info */
  function release(from, info) {
    if (!info) return;
    gone(info.id);
    // A service that ended, or was restarted, has no map to release.
    from.release(info.id).catch(() => {});
  }

  /**
   * @param {MapRole} role
   * @param {MapSpec} spec
   * @param {Omit<Slot, 'shown'>} how
   */
  function request(role, spec, { key, from, opened, requests }) {
    const previous = slots.get(role);
    const isSame = previous?.opened === opened;
    if (previous && !isSame) release(previous.from, previous.shown.info);
    const present = previous && isSame ? previous.shown : { spec, info: null };
    const there = from.ready?.map(spec);
    if (there) {
      release(previous?.from ?? from, present.info);
      slots.set(role, {
        key,
        from,
        opened,
        requests,
        shown: { spec, info: there, waiting: false, problem: '' },
      });
      return;
    }
    const slot = { key, from, opened, requests, shown: { ...present, waiting: true, problem: '' } };
    slots.set(role, slot);
    const end = (/** @type {MapInfo | null} */ info, problem = '') => {
      const { info: old } = slot.shown;
      slot.shown = { spec, info, waiting: false, problem };
      release(previous?.from ?? from, old);
      changed();
    };
    from.map(spec).then(
      (info) => (slots.get(role) === slot ? end(info) : release(from, info)),
      (error) => slots.get(role) === slot && end(null, messageOf(error)),
    );
  }

  return {
    /** @param {Partial<Record<MapRole, MapSpec>>} specs @param {MapsService} from @param {MapsData} data */
    want(specs, from, { opened, reading, other, tokens, queryTokens }) {
      for (const [role, { from: owner, shown }] of slots) {
        if (specs[role]) continue;
        slots.delete(role);
        release(owner, shown.info);
      }
      // Arrays of a spec are named by what they follow from, because some of them are made for each request.
      const text = queryTokens ?? tokens ?? reading;
      const named = (/** @type {string} */ name, /** @type {any} */ value) => {
        if (name === 'words' && value) return idOf(value.key);
        if (name === 'residues' && value) return idOf(text);
        return value instanceof Uint32Array ? idOf(value) : value;
      };
      for (const [name, spec] of Object.entries(specs)) {
        const role = /** @type {MapRole} */ (name);
        const key = `${idOf(from)} ${idOf(reading)} ${other ? idOf(other.reading) : 0} ${JSON.stringify(spec, named)}`;
        if (slots.get(role)?.key !== key) request(role, spec, { key, from, opened, requests: 1 });
      }
    },
    /** @returns {Partial<Record<MapRole, ShownMap>>} */
    all: () => Object.fromEntries([...slots].map(([role, { shown }]) => [role, shown])),
    /**
     * The service has lost a map: it is requested again, unless that happened too often. Of a large map only
     * a part failed, so it stays and shows the error.
     *
     * @param {number} map @param {unknown} error
     */
    lost(map, error) {
      for (const [role, { key, from, opened, requests, shown }] of slots) {
        if (shown.info?.id !== map || shown.waiting) continue;
        if (shown.info.large) {
          shown.info.large.view.fail(error);
          continue;
        }
        shown.info = null;
        gone(map);
        if (requests < MAX_REQUESTS) request(role, shown.spec, { key, from, opened, requests: requests + 1 });
        else shown.problem = messageOf(error);
        changed();
      }
    },
    /** Releases all maps. */
    clear() {
      for (const { from, shown } of slots.values()) release(from, shown.info);
      slots.clear();
    },
  };
}

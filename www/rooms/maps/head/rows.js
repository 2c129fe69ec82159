/** @import { MapInfo, MapsService } from '../types.js' */

/** Rows that are kept, at most, and numbers in them. */
const [KEPT, NUMBERS] = [256, 1 << 22];
/** Rows that are asked for at once. */
const AT_ONCE = 8;

/**
 * Rows of maps in full, asked for when they are first looked at.
 *
 * @param {object} actions
 * @param {() => MapsService | null} actions.service
 * @param {() => void} actions.changed
 * @param {(map: number, error: unknown) => void} actions.failed
 */
export function rowStore({ service, changed, failed }) {
  /** Null while it is on its way. @type {Map<string, Float32Array | null>} */
  const held = new Map();
  let asked = 0;

  return {
    /** The row, or null until it is there. @param {MapInfo} info @param {number} query */
    row(info, query) {
      const name = `${info.id} ${query}`;
      const row = held.get(name);
      const from = service();
      if (row) {
        held.delete(name);
        held.set(name, row);
      }
      if (row !== undefined || !from || asked >= AT_ONCE) return row ?? null;
      held.set(name, null);
      asked += 1;
      from
        .row(info.id, query)
        .then(
          (data) => {
            held.set(name, data);
            for (const [old, has] of held) {
              if (held.size <= Math.min(KEPT, Math.max(8, Math.floor(NUMBERS / data.length)))) break;
              if (has) held.delete(old);
            }
          },
          (error) => {
            held.delete(name);
            failed(info.id, error);
          },
        )
        .finally(() => {
          asked -= 1;
          changed();
        });
      return null;
    },
    /** @param {number} map */
    forget(map) {
      for (const name of held.keys()) if (name.startsWith(`${map} `)) held.delete(name);
    },
  };
}

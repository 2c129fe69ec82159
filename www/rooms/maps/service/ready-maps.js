/** @import { MapSpec, Reading, Seen, Tile } from '../types.js' */

/**
 * The map that came with the last opened files, with its first tile, until the page asks for them.
 *
 * @param {(map: number) => void} release - called with a map that nobody asked for
 */
export function readyMaps(release) {
  /** @type {{ reading: Reading, seen: NonNullable<Seen['map']> } | null} */
  let waiting = null;
  /** The first tile of the last map. @type {NonNullable<Seen['map']> | null} */
  let taken = null;

  function drop() {
    if (waiting) release(waiting.seen.info.id);
    waiting = null;
  }

  return {
    /** @param {Reading} reading @param {Seen['map']} seen */
    add(reading, seen) {
      drop();
      waiting = seen && { reading, seen };
    },
    /** Drops the map of another reading than the one that is shown now. @param {Reading} reading */
    keep(reading) {
      if (waiting?.reading !== reading) drop();
    },
    /** The map of a request, once; null if another one is ready, or none. @param {MapSpec} spec */
    map(spec) {
      if (!waiting || JSON.stringify(spec) !== JSON.stringify(waiting.seen.spec)) return null;
      taken = waiting.seen;
      waiting = null;
      return taken.info;
    },
    /**
     * The tile of a request, once.
     *
     * @param {number} map
     * @param {number} level
     * @param {[number, number]} rows
     * @param {[number, number]} cols
     * @returns {Tile | null}
     */
    tile(map, level, [row, tall], [col, wide]) {
      if (taken?.info.id !== map) return null;
      const { level: ready, rows, cols, data } = taken.tile;
      if (level !== ready || row !== 0 || col !== 0 || tall !== rows || wide !== cols) return null;
      taken = null;
      return { rows, cols, data };
    },
  };
}

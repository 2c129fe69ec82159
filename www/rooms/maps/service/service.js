import * as engine from '../../../engine/maps.js';
import { largeMaps } from '../large/maps.js';
import { pageBackend, workerBackend } from './backends.js';
import { rpcClient } from './rpc.js';
/** @import { First, MapSpec, MapsService, Opened, Reading, Seen, Tile, Wanted } from '../types.js' */
/** @import { Dropped } from './file-store.js' */
/** @import { StartBackend } from './backends.js' */
/** @import { Memory, Programs } from './rpc.js' */

/** The requests that are sent as they are. */
const ASKED = /** @type {const} */ ([
  ...['path', 'signed', 'picked', 'massLost', 'entries', 'vectors', 'weightError', 'tokens'],
]);

/**
 * The service of the Models room: in a worker, or in the page if a worker cannot be created or cannot start.
 *
 * @param {Programs & { workerText: string }} options - the compiled programs, and the script of the worker
 * @returns {MapsService}
 */
export function mapsService({ module, kernels, workerText }) {
  return createService(
    [...(workerText === '' ? [] : [workerBackend(workerText)]), pageBackend(engine)],
    module,
    kernels,
  );
}

/**
 * The service, on the first backend that can start. The page keeps the files and readings, so that one
 * backend can replace another.
 *
 * @param {StartBackend[]} backends
 * @param {Programs['module']} module
 * @param {Programs['kernels']} [kernels]
 * @returns {MapsService}
 */
export function createService(backends, module, kernels) {
  /** @type {Memory} */
  const memory = { files: new Map(), readings: [] };
  const { call, cancel, end, hasStarted, isInPage } = rpcClient(
    backends,
    { module, kernels },
    memory,
    (why) => service.onrestart?.(why),
  );
  let [files, maps] = [0, 0];
  const ready = readyMaps((map) => void call('release', [map]).catch(() => {}));
  const large = largeMaps({
    reading: (slot) => memory.readings[slot],
    call,
    isInPage,
    // Further workers share what the page knows of the files. The request reports their errors.
    worker: () =>
      rpcClient(
        backends.filter(({ isPage }) => !isPage),
        { module, kernels },
        memory,
        () => {},
      ),
  });
  /** @type {MapsService} */
  const service = {
    onrestart: null,
    ready,
    async open(blobs, onProgress, wanted = null) {
      const dropped = [...blobs].map((blob) => ({ id: (files += 1), blob }));
      if (wanted) maps += 1;
      const known = wanted && !hasStarted() ? knownOf(dropped, wanted) : null;
      const opened = /** @type {Opened & { first?: First }} */ (
        known ?? (await call('open', [dropped, wanted, maps], onProgress))
      );
      for (const { id, blob } of dropped)
        if (opened.files.some((file) => file.id === id)) memory.files.set(id, blob);
      const { first } = opened;
      if (first && 'reading' in first) ready.add(first.reading, first.map);
      return opened;
    },
    async close(ids) {
      for (const id of ids) memory.files.delete(id);
      await call('close', [ids]);
    },
    async read(slot, reading) {
      memory.readings[slot] = reading;
      large.read(slot, reading);
      if (slot === 0) ready.keep(reading);
      await call('read', [slot, reading]);
    },
    async look(reading, state, onProgress) {
      maps += 1;
      const seen = /** @type {Seen} */ (await call('look', [reading, state, maps], onProgress));
      ready.add(reading, seen.map);
      return seen;
    },
    heads: (slot, options, found) =>
      large.heads(slot, options, found) ??
      call('heads', [slot, options, null], (progress, heads) => found(heads, progress)),
    async map(spec, onProgress) {
      maps += 1;
      if (large.takes(spec)) return large.map(maps, spec);
      return ready.map(spec) ?? call('map', [maps, spec], onProgress);
    },
    async tile(map, level, rows, cols) {
      return (
        large.tile(map, level, rows, cols) ??
        ready.tile(map, level, rows, cols) ??
        call('tile', [map, level, rows, cols])
      );
    },
    blob(file) {
      const blob = /** @type {NonNullable<ReturnType<typeof memory.files.get>>} */ (memory.files.get(file));
      return 'held' in blob ? new Blob([blob.held]) : blob;
    },
    async row(map, query) {
      return large.row(map, query) ?? ready.row(map, query) ?? call('row', [map, query]);
    },
    release(map) {
      ready.forget(map);
      return large.release(map) ?? call('release', [map]);
    },
    similar: (slot, layer, head, onProgress) => call('similar', [slot, layer, head], onProgress),
    .../** @type {Pick<MapsService, typeof ASKED[number]>} */ (
      Object.fromEntries(ASKED.map((name) => [name, (/** @type {unknown[]} */ ...args) => call(name, args)]))
    ),
    cancel,
    end() {
      large.end();
      end();
    },
  };
  return service;
}

/**
 * What is known of the first file before a worker can read it, or null.
 *
 * @param {Dropped[]} dropped @param {Wanted} wanted
 */
function knownOf([{ id, blob }], wanted) {
  return id === 1 && 'held' in blob ? (blob.known?.(wanted) ?? null) : null;
}

/**
 * The map that came with the last opened files, until the page asks for it, and then its first tile, until
 * the map is released.
 *
 * @param {(map: number) => void} release - called with a map that nobody asked for
 */
function readyMaps(release) {
  /** @type {{ reading: Reading, seen: NonNullable<Seen['map']> } | null} */
  let waiting = null;
  /** The last map that was asked for. @type {NonNullable<Seen['map']> | null} */
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
     * The tile of a request.
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
      return { rows, cols, data };
    },
    /**
     * A row, if the tile has all cells.
     *
     * @param {number} map @param {number} query
     */
    row(map, query) {
      if (taken?.info.id !== map || taken.tile.level !== 0) return null;
      const { cols, data } = taken.tile;
      return data.slice(query * cols, (query + 1) * cols);
    },
    /** @param {number} map - that is released */
    forget(map) {
      if (taken?.info.id === map) taken = null;
    },
  };
}

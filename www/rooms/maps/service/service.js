import { largeMaps } from '../large/maps.js';
import { rpcClient } from './rpc.js';
/** @import { MapsService, Opened } from '../types.js' */
/** @import { StartBackend } from './backends.js' */
/** @import { Memory, Programs } from './rpc.js' */

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
  const { call, cancel, end, isInPage } = rpcClient(backends, { module, kernels }, memory, (why) =>
    service.onrestart?.(why),
  );
  let [files, maps] = [0, 0];
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
    async open(blobs, onProgress) {
      const dropped = [...blobs].map((blob) => ({ id: (files += 1), blob }));
      const opened = /** @type {Opened} */ (await call('open', [dropped], onProgress));
      for (const { id, blob } of dropped)
        if (opened.files.some((file) => file.id === id)) memory.files.set(id, blob);
      return opened;
    },
    async close(ids) {
      for (const id of ids) memory.files.delete(id);
      await call('close', [ids]);
    },
    async read(slot, reading) {
      memory.readings[slot] = reading;
      large.read(slot, reading);
      await call('read', [slot, reading]);
    },
    probe: (reading, layer, head, onProgress) => call('probe', [reading, layer, head], onProgress),
    heads: (slot, options, found) =>
      large.heads(slot, options, found) ??
      call('heads', [slot, options, null], (progress, heads) => found(heads, progress)),
    map(spec, onProgress) {
      maps += 1;
      if (large.takes(spec)) return large.map(maps, spec);
      return call('map', [maps, spec], onProgress);
    },
    tile: (map, level, rows, cols) =>
      large.tile(map, level, rows, cols) ?? call('tile', [map, level, rows, cols]),
    row: (map, query) => large.row(map, query) ?? call('row', [map, query]),
    release: (map) => large.release(map) ?? call('release', [map]),
    similar: (slot, layer, head, onProgress) => call('similar', [slot, layer, head], onProgress),
    tokens: (tokens, scheme) => call('tokens', [tokens, scheme]),
    cancel,
    end() {
      large.end();
      end();
    },
  };
  return service;
}

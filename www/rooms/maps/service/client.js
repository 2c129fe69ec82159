import * as engine from '../../../engine/maps.js';
import { createService } from './service.js';
import { pageBackend, workerBackend } from './backends.js';
/** @import { MapsService } from '../types.js' */
/** @import { Programs } from './rpc.js' */

/**
 * The service of the Maps room: in a worker, or in the page if a worker cannot be created or cannot start.
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

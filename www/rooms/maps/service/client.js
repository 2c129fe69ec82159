import * as engine from '../../../engine/maps.js';
import { serviceOver } from './service.js';
import { pageBackend, workerBackend } from './backends.js';
/** @import { MapsService } from '../types.js' */
/** @import { Program } from './service.js' */

/**
 * The service of the Maps room: in a worker, or in the page if a worker cannot be created or cannot start.
 *
 * @param {{ module: Program, workerText: string }} options - the compiled engine of maps, and the script of the worker
 * @returns {MapsService}
 */
export function mapsService({ module, workerText }) {
  return serviceOver(
    [...(workerText === '' ? [] : [workerBackend(workerText)]), pageBackend(engine)],
    module,
  );
}

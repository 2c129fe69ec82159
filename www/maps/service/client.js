import * as engine from '../../engine/maps.js';
import { serviceOver } from './service.js';
import { pageStation, workerStation } from './stations.js';
/** @import { MapsService } from '../types.js' */
/** @import { Program } from './service.js' */

/**
 * The service of the Maps room, in a worker; in the page where a worker may not be made or cannot begin.
 *
 * @param {{ module: Program, workerText: string }} options - the compiled engine of maps, and the script of the worker
 * @returns {MapsService}
 */
export function mapsService({ module, workerText }) {
  return serviceOver([...(workerText === '' ? [] : [workerStation(workerText)]), pageStation(engine)], module);
}

/** Compressed bytes, by fflate. The build puts it into a module. */
export { zipSync, zlibSync } from '../pkg/fflate.js';

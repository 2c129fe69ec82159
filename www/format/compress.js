/** Compression by fflate. */
export { zipSync, zlibSync } from '../pkg/fflate.js';

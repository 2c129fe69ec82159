/** What a matrix and a lesson of one head ask of the engine: the rest is not in the program of this script. */
export { draw, inkColors, legend, load, paint, work } from '../../engine/attention.js';

/**
 * The entry of the script with the kernels, which the Maps room needs for heads that are too large to hold.
 */
import { kernels } from '../kernels-program.js';

heedmap.kernels = kernels;

/** The entry of the script with the kernels, for heads in the Models room that do not fit into memory. */
import { kernels } from '../kernels-program.js';

heedmap.kernels = kernels;

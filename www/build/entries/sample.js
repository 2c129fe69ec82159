/** Where the script of the sample begins: it has the weights that the Maps room opens with, and does nothing by itself. */
export { packed } from '../../rooms/maps/sample/packed.js';

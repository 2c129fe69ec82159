/** The entry of the sample script, which only exports the weights that the Maps room opens with. */
export { packed } from '../../rooms/maps/sample/packed.js';

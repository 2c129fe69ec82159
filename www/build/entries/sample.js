/** The entry of the sample script, which only exports the weights that the Maps room opens with. */
export { default } from '../../rooms/maps/sample/steps.json' with { type: 'json' };

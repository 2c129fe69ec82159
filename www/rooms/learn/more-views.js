/** The views of `later-view.js` as they are. */
export { Curve } from './schemes/curve-view.js';
export { Schemes } from './schemes/view.js';
export { AttentionBands } from './views/bands-view.js';
export { ConceptBands, LineBands } from './views/lines-view.js';
export { Own, OwnOnStage } from './views/own-view.js';

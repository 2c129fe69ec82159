import { HeedMapElement } from '../heatmap/heed-map.js';

HeedMapElement.define();

export { HeedMapElement };

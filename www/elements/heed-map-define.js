import { HeedMapElement } from './heed-map.js';

HeedMapElement.define();

export { HeedMapElement };

import { HeedContrastElement } from './heed-contrast.js';
import { HeedMapElement } from './heed-map.js';

HeedMapElement.define();
HeedContrastElement.define();

export { HeedContrastElement };

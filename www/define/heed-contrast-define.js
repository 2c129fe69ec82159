import { HeedContrastElement } from '../rooms/contrast/heed-contrast.js';
import { HeedMapElement } from '../heatmap/heed-map.js';

HeedMapElement.define();
HeedContrastElement.define();

export { HeedContrastElement };

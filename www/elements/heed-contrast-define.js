import { HeedContrastElement } from './heed-contrast.js';
import { parts } from './heed-contrast-parts.js';
import { HeedMapElement } from './heed-map.js';

HeedMapElement.define();
HeedContrastElement.parts = parts;
HeedContrastElement.define();

export { HeedContrastElement };

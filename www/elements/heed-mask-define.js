import { parts } from './heed-mask-parts.js';
import { HeedMaskElement } from './heed-mask.js';

HeedMaskElement.parts = parts;
HeedMaskElement.define();

export { HeedMaskElement };

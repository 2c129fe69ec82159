import { HeedMaskElement } from './heed-mask.js';

HeedMaskElement.define();

export { HeedMaskElement };

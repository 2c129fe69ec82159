import { HeedMaskElement } from '../rooms/masks/heed-mask.js';

HeedMaskElement.define();

export { HeedMaskElement };

import { HeedModelElement } from '../rooms/maps/live/heed-model.js';

HeedModelElement.define();

export { HeedModelElement };

import { HeedHeadsElement } from '../rooms/maps/heed-heads.js';

HeedHeadsElement.define();

export { HeedHeadsElement };

import { HeedHeadsElement } from './heed-heads.js';

HeedHeadsElement.define();

export { HeedHeadsElement };

import { ahead } from './ahead.js';
import { first } from './first.js';
import { order } from './order.js';
import { scaling } from './scaling.js';
import { twoHeads } from './two-heads.js';
/** @import { Tell } from './telling.js' */

/** How each story is told. @type {Record<string, Tell>} */
export const TELL = { first, ahead, scaling, 'two-heads': twoHeads, order };

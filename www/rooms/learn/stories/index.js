import { ahead } from './ahead.js';
import { first } from './first.js';
import { order } from './order.js';
import { scaling } from './scaling.js';
import { twoHeads } from './two-heads.js';
/** @import { Story } from './story-step.js' */

/** The stories by id. @type {Record<string, Story>} */
export const STORIES = { first, ahead, scaling, 'two-heads': twoHeads, order };

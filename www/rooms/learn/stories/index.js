import { ahead } from './ahead.js';
import { first } from './first.js';
import { order } from './order.js';
import { scaling } from './scaling.js';
import { twoHeads } from './two-heads.js';
/** @import { DrawStep } from './story-step.js' */

/** The steps of each story, drawn. @type {Record<string, DrawStep>} */
export const STORIES = { first, ahead, scaling, 'two-heads': twoHeads, order };

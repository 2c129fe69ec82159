import { head } from './pt-head.js';
import { large } from './pt-large.js';
import { out } from './pt-out.js';
import { overview } from './pt-overview.js';
import { reading } from './pt-reading.js';

/** What the Maps room says, in Portuguese: what was read, all heads, one head, and the ways out. */
export const maps = { reading, overview, head, out, large };

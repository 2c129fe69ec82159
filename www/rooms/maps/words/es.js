import { head } from './es-head.js';
import { large } from './es-large.js';
import { out } from './es-out.js';
import { overview } from './es-overview.js';
import { reading } from './es-reading.js';

/** What the Maps room says, in Spanish: what was read, all heads, one head, and the ways out. */
export const maps = { reading, overview, head, out, large };

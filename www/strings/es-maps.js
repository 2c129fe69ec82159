import { head } from './es-maps-head.js';
import { out } from './es-maps-out.js';
import { overview } from './es-maps-overview.js';
import { reading } from './es-maps-reading.js';

/** What the Maps room says, in Spanish: what was read, all heads, one head, and the ways out. */
export const maps = { reading, overview, head, out };

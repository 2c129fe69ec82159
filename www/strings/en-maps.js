import { head } from './en-maps-head.js';
import { out } from './en-maps-out.js';
import { overview } from './en-maps-overview.js';
import { reading } from './en-maps-reading.js';

/** What the Maps room says, in English: what was read, all heads, one head, and the ways out. */
export const maps = { reading, overview, head, out };

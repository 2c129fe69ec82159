import { head } from './en-head.js';
import { large } from './en-large.js';
import { out } from './en-out.js';
import { overview } from './en-overview.js';
import { reading } from './en-reading.js';

/** What the Maps room says, in English: what was read, all heads, one head, and the ways out. */
export const maps = { reading, overview, head, out, large };

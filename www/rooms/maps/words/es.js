import { head } from './es-head.js';
import { large } from './es-large.js';
import { out } from './es-out.js';
import { overview } from './es-overview.js';
import { reading } from './es-reading.js';

/** Texts of the Maps room, in Spanish. */
export const maps = { reading, overview, head, out, large };

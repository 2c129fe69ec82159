import { head } from './en-head.js';
import { large } from './en-large.js';
import { out } from './en-out.js';
import { overview } from './en-overview.js';
import { reading } from './en-reading.js';

/** Texts of the Maps room, in English. */
export const maps = { reading, overview, head, out, large };

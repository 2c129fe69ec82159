import { head } from './pt-head.js';
import { large } from './pt-large.js';
import { out } from './pt-out.js';
import { overview } from './pt-overview.js';
import { reading } from './pt-reading.js';

/** Texts of the Maps room, in Portuguese. */
export const maps = { reading, overview, head, out, large };

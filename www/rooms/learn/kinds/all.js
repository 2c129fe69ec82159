import { concepts } from './concepts/kind.js';
import { heads } from './heads/kind.js';
import { oneHead } from './one-head/kind.js';
import { picked } from './picked/kind.js';
import { schemes } from './schemes/kind.js';
import { state } from './state/kind.js';
import { stories } from './stories/kind.js';
/** @import { Kind } from './kind.js' */

/** All kinds of lessons. The first that owns a lesson shows it. @type {Kind[]} */
export const KINDS = [stories, schemes, concepts, heads, state, picked, oneHead];

import assert from 'node:assert/strict';
import { NO_CORRECTIONS } from '../rooms/maps/state.js';
import { readingOf, understand } from './maps-interpretation.js';
/** @import { Corrections, FileEntry, Opened } from '../rooms/maps/types.js' */

/** @typedef {Record<string, number[]>} Shapes */

/**
 * A file as the engine lists it, of tensors by name.
 *
 * @param {Shapes} shapes @param {Partial<FileEntry> & { dtype?: any }} [more] @returns {FileEntry}
 */
export function file(shapes, { dtype = 'float32', ...more } = {}) {
  const tensors = Object.entries(shapes).map(([name, shape]) => ({
    ...{ name, dtype, shape },
    ...{ sliced: true, columnMajor: false },
  }));
  return {
    id: 7,
    name: 'file.npz',
    bytes: 1,
    format: 'npz',
    tensors,
    tokens: [],
    keyTokens: [],
    metadata: [],
    ...more,
  };
}

/** @param {...FileEntry} files @returns {Opened} */
export const opened = (...files) => ({ files: files.map((each, id) => ({ ...each, id })), refused: [] });

/** Words that are all different. @param {number} count */
export const words = (count) => Array.from({ length: count }, (_, at) => `w${at}`);

/**
 * The reading of the likeliest candidate, or of another.
 *
 * @param {Opened} from @param {Partial<Corrections>} [corrections]
 */
export function read(from, corrections = {}) {
  const candidate = understand(from)[corrections.candidate ?? 0];
  assert.ok(candidate, 'nothing was understood');
  const outcome = readingOf(from, candidate, { ...NO_CORRECTIONS, ...corrections });
  if ('refused' in outcome) throw new Error('refused');
  return { candidate, ...outcome };
}

/**
 * How many layers, heads, queries and keys were read.
 *
 * @param {Opened} from @param {Partial<Corrections>} [corrections]
 */
export function sizes(from, corrections) {
  const { layers, heads, queries, keys } = read(from, corrections).reading;
  return [layers, heads, queries, keys];
}

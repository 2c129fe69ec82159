/** What was off in the run that a file was written from, which its metadata says (`docs/format.md`). */
import { nameOff, OF_TEXT } from '../live/settings.js';
import { OFF_KEY, saidIn } from '../source-name.js';
/** @import { Off } from '../live/settings.js' */
/** @import { FileEntry, MapsData, MapsModel } from '../types.js' */

/** @typedef {Record<string, unknown>} Edit - a part that was off, and what was in its place */

/** The maximum length of the metadata. */
const MAX_LENGTH = 1 << 20;
/** The most parts that a sentence names. */
const MOST_NAMES = 8;
/** What may be in the place of a part. @type {readonly unknown[]} */
const REPLACEMENTS = OF_TEXT.replacement.choices;

/** @param {unknown} value @returns {value is number} */
const isIndex = (value) => Number.isInteger(value) && Number(value) >= 0;

/**
 * What was off; nothing if the files do not say it, or say something else.
 *
 * @param {Pick<FileEntry, 'metadata'>[]} files @returns {Edit[]}
 */
function offIn(files) {
  const text = saidIn(files, OFF_KEY);
  if (text === '' || text.length > MAX_LENGTH) return [];
  try {
    const list = JSON.parse(text);
    return Array.isArray(list) ? list.filter((edit) => partOf(edit ?? {}) !== null) : [];
  } catch {
    return [];
  }
}

/** The part; null for what the page cannot switch off. @param {Edit} edit @returns {Off | null} */
function partOf({ part, layer, head, token, with: replacement }) {
  if (!isIndex(layer) || !REPLACEMENTS.includes(replacement)) return null;
  if (part === 'head' && isIndex(head)) return { layer, head };
  if (part === 'mlp') return { layer, mlp: true };
  return part === 'value' && isIndex(token) ? { layer, token } : null;
}

/**
 * What was off in the run that files were written from, in one sentence; empty if nothing was.
 *
 * @param {Pick<MapsData, 'opened' | 'tokens' | 'reading'>} data @param {MapsModel['t']} t
 */
export function offText({ opened, tokens, reading }, t) {
  const { off, replacements } = t.maps.live;
  const edits = offIn(opened.files);
  const pieces = tokens?.tokens.slice(Number(Boolean(reading.sinks))) ?? [];
  const heads = OF_TEXT.replacement.choices.flatMap((kind) => {
    const its = edits.filter((edit) => edit.with === kind).flatMap((edit) => partOf(edit) ?? []);
    const parts = joined(its, reading.layers);
    if (parts.length === 0) return [];
    const names = parts.slice(0, MOST_NAMES).map((part) => nameOff(part, t, pieces));
    return `${names.join(', ')}${parts.length > MOST_NAMES ? ' …' : ''} (${replacements[kind]})`;
  });
  return heads.length === 0 ? '' : off({ heads: heads.join('; ') });
}

/** The values of a token in all layers are one part. @param {Off[]} parts @param {number} layers */
function joined(parts, layers) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (const part of parts) if ('token' in part) counts.set(part.token, (counts.get(part.token) ?? 0) + 1);
  const everywhere = [...counts.keys()].filter((token) => layers > 1 && counts.get(token) === layers);
  const isJoined = new Set(everywhere);
  return [
    ...parts.filter((part) => !('token' in part && isJoined.has(part.token))),
    ...everywhere.map((token) => ({ layer: null, token })),
  ];
}

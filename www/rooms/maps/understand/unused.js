import { exclusionOf, isInteger, itemsOf } from './items.js';
import { isPaddingMask, shownName } from './names.js';
import { shapeText } from './reading-of.js';
/** @import { Opened } from '../types.js' */
/** @import { Candidate, Item, Message } from './types.js' */

/** The maximum number of tensors that are named; more are only counted. */
const NAMED = 5;

/**
 * Tensors that are in no candidate. An attention mask counts as used if it may remove padding.
 *
 * @param {Opened} opened
 * @param {Candidate[]} candidates
 * @returns {{ label: string, shape: number[] }[]}
 */
export function unusedTensors(opened, candidates) {
  const used = new Set(
    candidates
      .flatMap(({ stack, k, v }) => [stack, k, v].flatMap((each) => each?.layers.flat() ?? []))
      .map(keyOf),
  );
  const sides = new Set(candidates.flatMap(({ stack }) => stack.layers[0][0].shape));
  const masks = opened.files
    .filter(({ padding }) => padding && sides.has(padding.tokens))
    .map(({ id }) => id);
  const isMask = (/** @type {Item} */ { file, entry }) =>
    masks.includes(file) && isPaddingMask(entry.name, entry.shape);
  return itemsOf(opened).filter((item) => !used.has(keyOf(item)) && !isMask(item));
}

/** @param {Item} item */
const keyOf = ({ file, tensor }) => `${file} ${tensor}`;

/**
 * The first tensors with their shapes, and the number of the others.
 *
 * @param {{ label: string, shape: number[] }[]} items @returns {Message}
 */
export function tensorList(items) {
  const some = items
    .slice(0, NAMED)
    .map(({ label, shape }) => `${shownName(label)} ${shapeText(shape)}`)
    .join(', ');
  return (t) =>
    items.length > NAMED ? t.maps.reading.more({ list: some, more: items.length - NAMED }) : some;
}

/**
 * Why the files cannot be interpreted, in one sentence with their shapes and the supported ones.
 *
 * @param {Opened} opened @returns {Message}
 */
export function rejectionReason(opened) {
  const items = itemsOf(opened);
  const tokens = opened.files.map((file) => file.tokens.length).find((count) => count > 0) ?? 0;
  if (items.length === 0)
    return (t) => (tokens > 0 ? t.maps.reading.nothing.tokens({ tokens }) : t.maps.reading.nothing.empty);
  const list = tensorList(items);
  const learned = items.filter((item) => exclusionOf(item) === 'learned');
  if (2 * learned.length > items.length)
    return (t) => t.maps.reading.nothing.learned({ count: items.length, list: list(t) });
  if (items.every(isInteger)) return (t) => t.maps.reading.nothing.whole({ list: list(t) });
  const roles = new Set(items.map(({ role }) => role));
  if (roles.has('q') !== roles.has('k'))
    return (t) => t.maps.reading.nothing[roles.has('q') ? 'noKeys' : 'noQueries']({ list: list(t) });
  return (t) => t.maps.reading.nothing.shapes({ list: list(t) });
}

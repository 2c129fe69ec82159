import { isLearned, isOther, patternOf, roleOf, wordsOf } from './names.js';
/** @import { Opened } from '../types.js' */
/** @import { Family, Item } from './types.js' */

/** The maximum number of axes: layers, heads, queries, keys, and axes of length 1. */
const MOST_AXES = 8;

/** The name of a file without its extension. @param {string} name */
const stem = (name) => name.replace(/\.[^.]{1,12}$/, '');

/**
 * The tensors of all files with the information in their names. A tensor without a name is named after its
 * file. If two files contain the same name, the names of the files are added.
 *
 * @param {Opened} opened
 * @returns {Item[]}
 */
export function itemsOf({ files }) {
  const all = files.flatMap((file) =>
    file.tensors.map((entry, tensor) => ({ file: file.id, stem: stem(file.name), tensor, entry })),
  );
  /** @type {Map<string, number>} */
  const times = new Map();
  for (const { entry } of all) times.set(entry.name, (times.get(entry.name) ?? 0) + 1);
  return all.map((each) => {
    const { name, shape } = each.entry;
    const label = name === '' ? each.stem : (times.get(name) ?? 0) > 1 ? `${each.stem}/${name}` : name;
    const words = wordsOf(label);
    return {
      file: each.file,
      tensor: each.tensor,
      entry: each.entry,
      label,
      words,
      role: roleOf(wordsOf(name === '' ? each.stem : name)),
      shape,
      cut: null,
    };
  });
}

/** Why a tensor cannot be weights, q, k or v. @param {Item} item @returns {'learned' | 'other' | null} */
export function exclusionOf(item) {
  const { words, shape } = item;
  if (isLearned(words, shape.length)) return 'learned';
  const isOdd = shape.length < 2 || shape.length > MOST_AXES || shape.some((length) => length === 0);
  return isOdd || isOther(words) || isInteger(item) ? 'other' : null;
}

/**
 * Whether a tensor has integers or booleans, such as a mask or token ids. Weights are floats.
 *
 * @param {Item} item
 */
export const isInteger = ({ entry: { dtype } }) => /^(bool|u?int|complex)/.test(dtype);

/**
 * Square tensors without a name, ignoring the names of their files, which may mean nothing.
 *
 * @param {Item[]} items @returns {Item[]}
 */
export function unnamed(items) {
  const square = items.filter(
    ({ entry: { name }, shape }) => name === '' && shape.length > 1 && shape.at(-1) === shape.at(-2),
  );
  return square
    .map((item) => ({ ...item, words: item.words.filter((word) => /^\d/.test(word)), role: null }))
    .filter((item) => !exclusionOf(item));
}

/** q, k and v of a tensor that contains all three along an axis. @param {Item} item @returns {Item[]} */
function parts(item) {
  const axis = item.shape.slice(0, -1).indexOf(3);
  if (item.role !== 'qkv') return [item];
  if (axis === -1 || item.shape.length < 3) return [];
  const shape = item.shape.toSpliced(axis, 1);
  return /** @type {const} */ (['q', 'k', 'v']).map((role, place) => ({
    ...item,
    role,
    shape,
    cut: { axis, place },
  }));
}

/**
 * Groups tensors by the common part of their names, ordered by the numbers in them. Tensors with another
 * number of axes are another group.
 *
 * @param {Item[]} items
 * @returns {Family[]}
 */
export function familiesOf(items) {
  /** @type {Map<string, Family>} */
  const families = new Map();
  for (const item of items.flatMap(parts)) {
    const { key, numbers, counts } = patternOf(item.words, item.role);
    const id = JSON.stringify([item.role, key, item.shape.length]);
    const family = families.get(id) ?? { key, role: item.role, members: [], counts };
    families.set(id, family);
    family.members.push({ item, numbers });
  }
  for (const { members } of families.values()) members.sort((a, b) => compare(a.numbers, b.numbers));
  return [...families.values()];
}

/** @param {number[]} a @param {number[]} b */
export function compare(a, b) {
  const at = a.findIndex((number, i) => number !== b[i]);
  return at === -1 ? 0 : a[at] < b[at] ? -1 : 1;
}

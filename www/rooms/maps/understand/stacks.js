import { compare } from './items.js';
import { shownName } from './names.js';
/** @import { Family, Item, Stack } from './types.js' */

/**
 * Arranges a family of tensors in layers and steps, or in layers and heads. Tensors whose shapes grow as in
 * the output of `generate()` are steps. Otherwise tensors of the same shape are one per head or one per
 * layer. Tensors that fit neither become several stacks.
 *
 * @param {Family} family
 * @returns {Stack[]}
 */
export function stacksOf({ key, members, counts, role }) {
  const first = members[0].numbers;
  const varying = first
    .map((_, at) => at)
    .filter((at) => members.some(({ numbers }) => numbers[at] !== first[at]));
  const isAmbiguous = members.some(
    ({ numbers }, at) => at > 0 && compare(numbers, members[at - 1].numbers) === 0,
  );
  if (isAmbiguous || varying.length > 2 || areTexts(members, counts[varying[0]]))
    return members.map(({ item }) => alone(item, false));
  if (members.length === 1) {
    const [{ item }] = members;
    // The name of a file may count layers instead: "bert_L12.npy" has twelve layers.
    const single =
      counts.includes('layer') &&
      (item.entry.name !== '' || item.shape.slice(0, -3).every((length) => length === 1));
    const number = first[counts.indexOf('layer')];
    // It may also be a length: "l4096.npy" has 4096 tokens.
    const isLength = item.entry.name === '' && item.shape.includes(number);
    return [alone(item, single, single && !isLength ? number : null)];
  }
  const headed = role === null && headsIn(members, counts, varying);
  if (headed) return [headed];
  const head = counts.indexOf('head');
  if (varying.includes(head))
    return groups(members, ({ numbers }) => numbers[head]).flatMap((group) =>
      stacksOf({ key, members: group, counts, role }),
    );
  const generated =
    role === null &&
    (varying.length === 2
      ? twoNumbers(members, counts, varying)
      : oneNumber(members, counts[varying[0]] === 'step'));
  if (generated) return [generated];
  const layer = /** @type {number} */ (varying.at(-1));
  // With two numbers, the first one distinguishes stacks and the second one layers. Shapes distinguish stacks
  // too.
  return groups(members, ({ item, numbers }) =>
    JSON.stringify([varying.length === 2 ? numbers[varying[0]] : 0, item.shape]),
  ).map((group) => ({
    layers: group.map(({ item }) => [item]),
    numbers: group.map(({ numbers }) => numbers[layer]),
    single: group.length > 1 || counts[layer] === 'layer',
    heads: null,
  }));
}

/** @param {Item} item @param {boolean} single @param {number | null} [number] @returns {Stack} */
const alone = (item, single, number = null) => ({
  layers: [[item]],
  numbers: number === null ? null : [number],
  single,
  heads: null,
});

/** @typedef {Family['members'][number]} Member */

/**
 * Whether each tensor has all layers of another text, from files such as `text1.npz` and `text2.npz`.
 *
 * @param {Member[]} members
 * @param {Family['counts'][number]} count
 */
function areTexts(members, count) {
  const [{ item }] = members;
  return (
    count === null &&
    members.some((each) => each.item.file !== item.file) &&
    item.shape.slice(0, -3).some((length) => length > 1)
  );
}

/** The steps of the first layer, or the single tensor if there are no steps. @param {Stack} stack */
export const stepsOf = ({ layers: [first], heads }) => (heads ? first.slice(0, 1) : first);

/** @param {Member[][]} groups */
const itemsIn = (groups) => groups.map((group) => group.map(({ item }) => item));

/** The number of axes before queries and keys that are longer than 1. @param {Item} item */
const longAxes = ({ shape }) => shape.slice(0, -2).filter((length) => length > 1).length;

/**
 * Tensors that are one head each: `layer_0_head_3`, `head_3`, or two numbers if there is no axis of heads.
 * Null if the layers have different heads.
 *
 * @param {Member[]} members
 * @param {Family['counts']} counts
 * @param {number[]} varying
 * @returns {Stack | null}
 */
function headsIn(members, counts, varying) {
  const named = varying.find((at) => counts[at] === 'head');
  const head = named ?? (varying.length === 2 ? varying[1] : -1);
  const layer = varying.find((at) => at !== head);
  const [{ item, numbers: first }] = members;
  const steps = varying.some((at) => counts[at] === 'step') || counts[head] === 'layer';
  const alike = members.every((each) => String(each.item.shape) === String(item.shape));
  if (head === -1 || steps || !alike || longAxes(item) > Number(named !== undefined)) return null;
  const headOf = (/** @type {Member} */ { numbers }) => numbers[head];
  const layers = groups(members, ({ numbers }) => (layer === undefined ? 0 : numbers[layer])).map((group) =>
    group.toSorted((a, b) => headOf(a) - headOf(b)),
  );
  const heads = layers[0].map(headOf);
  if (heads.length < 2 || layers.some((group) => String(group.map(headOf)) !== String(heads))) return null;
  layers.sort(([a], [b]) => compare(a.numbers, b.numbers));
  const number = layer ?? counts.indexOf('layer');
  const numbers =
    number === -1
      ? null
      : layer === undefined
        ? [first[number]]
        : layers.map(([each]) => each.numbers[number]);
  return { layers: itemsIn(layers), numbers, single: number !== -1, heads };
}

/**
 * Steps with one number in their names: `step_3`, each with one layer or all; or `arr_12`, a sequence of
 * steps and layers.
 *
 * @param {Member[]} members
 * @param {boolean} named - whether the name says that the number is a step
 * @returns {Stack | null}
 */
function oneNumber(members, named) {
  const items = members.map(({ item }) => item);
  if (grows(items, named)) return { layers: [items], numbers: null, single: false, heads: null };
  const runs = groups(members, ({ item }) => JSON.stringify(item.shape)).map((run) => run.length);
  const layers = runs[0];
  const steps = items.length / layers;
  if (layers < 2 || steps < 2 || runs.some((run) => run % layers !== 0)) return null;
  // Steps of layers, or layers of steps.
  for (const layerOf of [
    (/** @type {number} */ at) => at % layers,
    (/** @type {number} */ at) => Math.floor(at / steps),
  ]) {
    const stacked = Array.from({ length: layers }, (_, layer) =>
      items.filter((_, at) => layerOf(at) === layer),
    );
    if (stacked.every((each) => grows(each, false)))
      return { layers: stacked, numbers: null, single: true, heads: null };
  }
  return null;
}

/**
 * Steps with two numbers in their names: `step_0_layer_3`, or the indexes of `attentions[step][layer]`.
 *
 * @param {Member[]} members
 * @param {Family['counts']} counts
 * @param {number[]} varying - the indexes of the two numbers
 * @returns {Stack | null}
 */
function twoNumbers(members, counts, varying) {
  const [one, two] = varying;
  const layerFirst = counts[one] === 'layer' || counts[two] === 'step';
  const stepFirst = counts[one] === 'step' || counts[two] === 'layer';
  const orders = layerFirst
    ? [[two, one]]
    : stepFirst
      ? [[one, two]]
      : [
          [one, two],
          [two, one],
        ];
  for (const [step, layer] of orders) {
    const layers = groups(members, ({ numbers }) => numbers[layer]).toSorted(
      (a, b) => a[0].numbers[layer] - b[0].numbers[layer],
    );
    // In cross-attention, all steps have the same keys, as with a static cache.
    const named = counts[step] === 'step' || members[0].item.words.includes('cross');
    const steps = (/** @type {Member[]} */ group) =>
      JSON.stringify(group.map(({ item, numbers }) => [numbers[step], item.shape]));
    const items = itemsIn(layers);
    if (
      layers.every((group) => steps(group) === steps(layers[0])) &&
      items.every((each) => grows(each, named))
    )
      return {
        layers: items,
        numbers: layers.map((group) => group[0].numbers[layer]),
        single: true,
        heads: null,
      };
  }
  return null;
}

/**
 * Whether the shapes of tensors are those of the steps of `generate()`: new queries and all keys so far, (n,
 * n), (1, n + 1), (1, n + 2)...; or the same number of keys in every step, with a static cache.
 *
 * @param {Item[]} items
 * @param {boolean} named - whether their names say that they are steps
 */
function grows(items, named) {
  if (items.length < 2) return false;
  const sizes = items.map(({ shape }) => shape.slice(-2));
  const before = JSON.stringify(items[0].shape.slice(0, -2));
  if (items.some(({ shape }) => JSON.stringify(shape.slice(0, -2)) !== before)) return false;
  if (sizes.every(([queries, keys], step) => step === 0 || keys === sizes[step - 1][1] + queries))
    return sizes[0][1] >= sizes[0][0];
  const isStatic = sizes.every(([, keys]) => keys === sizes[0][1]);
  return isStatic && sizes.slice(1).every(([queries]) => queries === 1) && (named || sizes[0][0] > 1);
}

/**
 * Groups in the order of their first elements.
 *
 * @template T @param {T[]} list @param {(each: T) => unknown} by @returns {T[][]}
 */
function groups(list, by) {
  /** @type {Map<unknown, T[]>} */
  const found = new Map();
  for (const each of list) {
    const key = by(each);
    const group = found.get(key);
    if (group) group.push(each);
    else found.set(key, [each]);
  }
  return [...found.values()];
}

/** The names of the first and the last tensor of a stack. @param {Stack} stack */
export function nameOf({ layers }) {
  const items = layers.flat();
  const [first, last] = [items[0], items[items.length - 1]].map(({ label }) => shownName(label));
  return items.length > 1 && first !== last ? `${first} … ${last}` : first;
}

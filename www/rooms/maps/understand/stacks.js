import { compare } from './items.js';
import { shownName } from './names.js';
/** @import { Family, Item, Stack } from './types.js' */

/**
 * A family of tensors in layers and steps, or layers and heads. What `generate()` gave is assembled where the
 * shapes grow as they do there; else tensors of one shape are one a head or one a layer. What is neither
 * comes apart into several stacks.
 *
 * @param {Family} family
 * @returns {Stack[]}
 */
export function stacksOf({ key, members, counts, role }) {
  const first = members[0].numbers;
  const varying = first
    .map((_, at) => at)
    .filter((at) => members.some(({ numbers }) => numbers[at] !== first[at]));
  const twice = members.some(({ numbers }, at) => at > 0 && compare(numbers, members[at - 1].numbers) === 0);
  if (twice || varying.length > 2 || areTexts(members, counts[varying[0]]))
    return members.map(({ item }) => alone(item, false));
  if (members.length === 1) {
    const [{ item }] = members;
    // "bert_L12.npy" has twelve layers: what a file is called is not what its tensor is.
    const single =
      counts.includes('layer') &&
      (item.entry.name !== '' || item.shape.slice(0, -3).every((length) => length === 1));
    const number = first[counts.indexOf('layer')];
    // Nor is a length of its tensor: "l4096.npy" has 4096 tokens.
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
  // Of two numbers the first tells stacks apart, and the second layers; so does a shape.
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
 * Whether tensors of all layers come from files that a number tells apart: `text1.npz`, `text2.npz`.
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

/** The tensors that are one below the other; heads stand beside each other. @param {Stack} stack */
export const stepsOf = ({ layers: [first], heads }) => (heads ? first.slice(0, 1) : first);

/** @param {Member[][]} groups */
const itemsIn = (groups) => groups.map((group) => group.map(({ item }) => item));

/** How many axes before queries and keys are longer than 1. @param {Item} item */
const longAxes = ({ shape }) => shape.slice(0, -2).filter((length) => length > 1).length;

/**
 * `layer_0_head_3`, `head_3`, or two numbers where no tensor has an axis of heads: each tensor is one head,
 * and every layer has all of them.
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
 * `step_3`: a step, of one layer or with all in one tensor; or `arr_12`: steps and layers in a row.
 *
 * @param {Member[]} members
 * @param {boolean} named - whether the number is called a step
 * @returns {Stack | null}
 */
function oneNumber(members, named) {
  const items = members.map(({ item }) => item);
  if (grows(items, named)) return { layers: [items], numbers: null, single: false, heads: null };
  const runs = groups(members, ({ item }) => JSON.stringify(item.shape)).map((run) => run.length);
  const layers = runs[0];
  const steps = items.length / layers;
  if (layers < 2 || steps < 2 || runs.some((run) => run % layers !== 0)) return null;
  // Step by step, and in a step layer by layer; or the other way round.
  for (const layerOf of [
    (/** @type {number} */ at) => at % layers,
    (/** @type {number} */ at) => Math.floor(at / steps),
  ]) {
    const stacked = groups(
      items.map((item, at) => ({ item, layer: layerOf(at) })),
      ({ layer }) => layer,
    ).map((group) => group.map(({ item }) => item));
    if (stacked.every((each) => grows(each, false)))
      return { layers: stacked, numbers: null, single: true, heads: null };
  }
  return null;
}

/**
 * `step_0_layer_3`, or the two numbers of `attentions[step][layer]`.
 *
 * @param {Member[]} members
 * @param {Family['counts']} counts
 * @param {number[]} varying - which two
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
    // Each step of a decoder looks at the same keys of another text.
    const named = counts[step] === 'step' || members[0].item.words.includes('cross');
    const steps = (/** @type {Member[]} */ group) =>
      JSON.stringify(group.map(({ item, numbers }) => [numbers[step], item.shape]));
    const same = steps(layers[0]);
    const whole = layers.every(
      (group) =>
        steps(group) === same &&
        grows(
          group.map(({ item }) => item),
          named,
        ),
    );
    if (whole)
      return {
        layers: itemsIn(layers),
        numbers: layers.map((group) => group[0].numbers[layer]),
        single: true,
        heads: null,
      };
  }
  return null;
}

/**
 * Whether tensors follow each other as the steps of `generate()`: all keys so far and the queries that are
 * new, (n, n), (1, n + 1), (1, n + 2)...; or as many keys in every step, because the cache was made at once.
 *
 * @param {Item[]} items
 * @param {boolean} named - whether their names say that they are steps
 */
export function grows(items, named) {
  if (items.length < 2) return false;
  const sizes = items.map(({ shape }) => shape.slice(-2));
  const before = JSON.stringify(items[0].shape.slice(0, -2));
  if (items.some(({ shape }) => JSON.stringify(shape.slice(0, -2)) !== before)) return false;
  if (sizes.every(([queries, keys], step) => step === 0 || keys === sizes[step - 1][1] + queries))
    return sizes[0][1] >= sizes[0][0];
  const still = sizes.every(([, keys]) => keys === sizes[0][1]);
  return still && sizes.slice(1).every(([queries]) => queries === 1) && (named || sizes[0][0] > 1);
}

/** @template T @param {T[]} list @param {(each: T) => unknown} by @returns {T[][]} */
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

/** What the tensors of a stack are called together. @param {Stack} stack */
export function nameOf({ layers }) {
  const items = layers.flat();
  const [first, last] = [items[0], items[items.length - 1]].map(({ label }) => shownName(label));
  return items.length > 1 && first !== last ? `${first} … ${last}` : first;
}

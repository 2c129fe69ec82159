/**
 * Edits of an expression as a list of clauses in groups. Each edit builds the tree of the text, changes it,
 * and writes it as text again.
 *
 * The text has no group of a single operand: `a and (b)` is `a and b`. Such a group exists only as a draft:
 * the place of an operand that is shown as a group, so that clauses can be added to it. Only the chosen group
 * can be a draft.
 */
/** @import { MaskExpression, MaskNode } from '../../engine/masks.js' */

/** @typedef {'and' | 'or'} Join */
/** @typedef {number[]} Path - the indexes of the operands from the whole expression to a part */
/** @typedef {{ path: Path, join: Join }} Draft */

/**
 * A clause or a group.
 *
 * @typedef {object} Item
 * @property {number} not - how many `not` are before it
 * @property {Join | null} join - null for a clause
 * @property {Item[]} items - empty for a clause
 * @property {string} text - of a clause; empty for a group
 * @property {number | null} clause - the index of a clause in the text
 * @property {number} part - the index in the tree of the text, a group before its operands
 * @property {{ start: number, end: number } | null} range - its characters in the text
 */

/**
 * What is shown of the groups besides the text.
 *
 * @typedef {object} Choice
 * @property {Path} chosen - the chosen group
 * @property {Draft | null} draft
 */

/**
 * The result of an edit.
 *
 * @typedef {Choice & { text: string, focus: Path | null }} Edited
 */

/**
 * A change of the tree.
 *
 * @typedef {(root: Item) => { chosen?: Item, focus?: Item } | null} Change - null if there is nothing to change
 */

/** @param {Partial<Item>} parts @returns {Item} */
const item = (parts) => ({
  not: 0,
  join: null,
  items: [],
  text: '',
  clause: null,
  part: 0,
  range: null,
  ...parts,
});

/** A group around an operand. @param {Item} only @param {Join} join */
const around = (only, join) => item({ join, items: [only], part: only.part, range: only.range });

/** @param {Join | null} join @returns {Join} */
const opposite = (join) => (join === 'and' ? 'or' : 'and');

/**
 * The tree of an expression. The root is always a group.
 *
 * @param {MaskExpression} expression
 * @param {Draft | null} [draft]
 */
export function treeOf({ clauses, tree }, draft = null) {
  let parts = 0;
  /** @param {MaskNode} node @returns {Item} */
  const read = ({ not, join, clause, operands, start, end }) => {
    const part = parts;
    parts += 1;
    const text = clause === null ? '' : clauses[clause].text;
    return item({ not, join, clause, text, part, range: { start, end }, items: operands.map(read) });
  };
  const whole = read(tree);
  const root = whole.join !== null && whole.not === 0 ? whole : around(whole, 'and');
  if (!draft) return root;
  const parent = itemAt(root, draft.path.slice(0, -1));
  const last = draft.path.at(-1);
  if (last === undefined) return { ...root, join: draft.join };
  if (parent?.items[last]) parent.items[last] = around(parent.items[last], draft.join);
  return root;
}

/** The item at a path; undefined if there is none. @param {Item} root @param {Path} path */
export function itemAt(root, path) {
  return path.reduce((/** @type {Item | undefined} */ at, index) => at?.items[index], root);
}

/**
 * The path of an item; null if the tree does not contain it.
 *
 * @param {Item} root @param {Item} wanted @returns {Path | null}
 */
function pathOf(root, wanted) {
  if (root === wanted) return [];
  for (const [index, each] of root.items.entries()) {
    const path = pathOf(each, wanted);
    if (path) return [index, ...path];
  }
  return null;
}

/**
 * The structure of an expression without its numbers and alignments. A choice is valid as long as it stays.
 *
 * @param {MaskExpression} expression
 */
export function structureOf({ clauses, tree }) {
  /** @param {MaskNode} node @returns {string} */
  const write = ({ not, join, clause, operands }) =>
    `${'!'.repeat(not)}${clause === null ? `${join}(${operands.map(write).join()})` : clauses[clause].name}`;
  return write(tree);
}

/**
 * Changes the groups of an expression.
 *
 * @param {MaskExpression} expression
 * @param {Choice} choice
 * @param {Change} change
 * @returns {Edited | null} null if the change is impossible
 */
export function edited(expression, { chosen, draft }, change) {
  const root = treeOf(expression, draft);
  const before = itemAt(root, chosen) ?? root;
  const changed = change(root);
  if (!changed) return null;
  const group = changed.chosen ?? before;
  const settled = settledRoot(root, group);
  const path = pathOf(settled, group) ?? [];
  const isDraft = itemAt(settled, path)?.items.length === 1;
  return {
    text: written(settled),
    chosen: path,
    draft: isDraft && group.join ? { path, join: group.join } : null,
    focus: changed.focus ? pathOf(settled, changed.focus) : null,
  };
}

/**
 * A tree without needless groups. A root of a single group is that group, even if the root is chosen.
 *
 * @param {Item} root @param {Item} chosen @returns {Item}
 */
function settledRoot(root, chosen) {
  root.items = root.items.flatMap((each) => settled(each, chosen));
  const [only, ...others] = root.items;
  const isReplaced = only?.join && only.not === 0 && others.length === 0;
  return isReplaced ? only : root;
}

/**
 * An item without groups that are empty, or that have a single operand and are not chosen.
 *
 * @param {Item} each @param {Item} chosen @returns {Item[]}
 */
function settled(each, chosen) {
  if (each.join === null) return [each];
  each.items = each.items.flatMap((operand) => settled(operand, chosen));
  if (each.items.length !== 1 || each === chosen) return each.items.length > 0 ? [each] : [];
  const [only] = each.items;
  only.not += each.not;
  return [only];
}

/**
 * The text of a tree. All groups have brackets; the engine removes the redundant ones.
 *
 * @param {Item} root
 */
function written(root) {
  /** @param {Item} each @returns {string} */
  const write = ({ not, join, items, text }) =>
    'not '.repeat(not) + (join === null ? text : `(${items.map(write).join(` ${join} `)})`);
  return root.items.length > 0 ? write(root) : 'all';
}

/**
 * Chooses a group.
 *
 * @param {Path} path
 * @returns {Change}
 */
export const chooses = (path) => (root) => {
  const group = itemAt(root, path);
  return group?.join ? { chosen: group } : null;
};

/**
 * Sets how a group joins its operands, and chooses it.
 *
 * @param {Path} path
 * @param {Join} join
 * @returns {Change}
 */
export const joins = (path, join) => (root) => {
  const group = itemAt(root, path);
  if (!group?.join) return null;
  group.join = join;
  return { chosen: group };
};

/**
 * Adds a clause to a group: as it is, with `not`, or in a new group, which is then chosen.
 *
 * @param {Path} path - of the group
 * @param {string} text
 * @param {'clause' | 'group' | 'not'} kind
 * @returns {Change}
 */
export const adds = (path, text, kind) => (root) => {
  const group = itemAt(root, path);
  if (!group?.join) return null;
  const clause = item({ text, not: kind === 'not' ? 1 : 0 });
  const added = kind === 'group' ? around(clause, opposite(group.join)) : clause;
  // A clause that allows everything has no effect in an "and".
  const isAll = group.join === 'and' && group.items.length === 1;
  if (isAll && group.items[0].text === 'all' && group.items[0].not === 0) group.items = [added];
  else group.items.push(added);
  return { chosen: kind === 'group' ? added : group };
};

/**
 * Removes a clause or a group.
 *
 * @param {Path} path
 * @returns {Change}
 */
export const removes = (path) => (root) => {
  const parent = itemAt(root, path.slice(0, -1));
  const last = path.at(-1);
  if (!parent || last === undefined || !parent.items[last]) return null;
  parent.items.splice(last, 1);
  return { focus: parent };
};

/**
 * Puts a clause or a group into a new group, which is chosen.
 *
 * @param {Path} path
 * @returns {Change}
 */
export const groups = (path) => (root) => {
  const parent = itemAt(root, path.slice(0, -1));
  const last = path.at(-1);
  if (!parent || last === undefined || !parent.items[last]) return null;
  const group = around(parent.items[last], opposite(parent.join));
  parent.items[last] = group;
  return { chosen: group };
};

/**
 * Moves a clause or a group by one place in the list: past its neighbor, into a group beside it, or out of
 * its group.
 *
 * @param {Path} path
 * @param {1 | -1} by - 1 moves down
 * @returns {Change}
 */
export const moves = (path, by) => (root) => {
  const [index, place] = [path.at(-1), path.slice(0, -1)];
  const parent = itemAt(root, place);
  if (index === undefined || !parent?.items[index]) return null;
  const neighbor = parent.items[index + by];
  if (neighbor?.join) return puts(path, [...place, index + by], by > 0 ? 0 : neighbor.items.length)(root);
  if (neighbor) return puts(path, place, by > 0 ? index + 2 : index - 1)(root);
  const outer = place.at(-1);
  return outer === undefined ? null : puts(path, place.slice(0, -1), by > 0 ? outer + 1 : outer)(root);
};

/**
 * Moves a clause or a group to another place.
 *
 * @param {Path} from
 * @param {Path} to - of the group
 * @param {number} index - of the operand before which it is placed, counted before the move
 * @returns {Change}
 */
export const puts = (from, to, index) => (root) => {
  const parent = itemAt(root, from.slice(0, -1));
  const target = itemAt(root, to);
  const last = from.at(-1);
  const moved = last === undefined ? undefined : parent?.items[last];
  // A group cannot be moved into itself.
  if (!parent || !moved || !target?.join || from.every((each, at) => to[at] === each)) return null;
  const next = target.items[index];
  if (next === moved || (target === parent && index === Number(last) + 1)) return null;
  parent.items.splice(Number(last), 1);
  target.items.splice(next ? target.items.indexOf(next) : target.items.length, 0, moved);
  return { focus: moved };
};

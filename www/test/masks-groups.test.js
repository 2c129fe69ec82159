/** Groups of clauses: edits of the tree, written as text. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { load, maskExpression, maskMatrix } from '../engine/masks.js';
import {
  adds,
  chooses,
  edited,
  groups,
  itemAt,
  joins,
  moves,
  puts,
  removes,
  structureOf,
  treeOf,
} from '../rooms/masks/groups.js';
import { thumbnailPaths } from '../rooms/masks/views/handle-view.js';
/** @import { Change, Choice, Item } from '../rooms/masks/groups.js' */

before(() => load());

/**
 * Applies changes one after another, each to the text that the last one wrote.
 *
 * @param {string} text @param {...Change} changes
 */
function after(text, ...changes) {
  /** @type {Choice & { text: string }} */
  let now = { text: maskExpression(text).text, chosen: [], draft: null };
  for (const change of changes) {
    const result = edited(maskExpression(now.text), now, change);
    assert.ok(result, now.text);
    now = { ...result, text: maskExpression(result.text).text };
  }
  return now;
}

/** A tree as nested lists. @param {Item} item @returns {unknown} */
const outline = ({ not, join, items, text }) =>
  'not '.repeat(not) + (join === null ? text : `${join}[${items.map(outline).join(', ')}]`);

test('from the opening mask, a new group takes the window and the global token, and row 0 sees no later key', () => {
  const { text, chosen, draft } = after(
    'causal and window(6)',
    groups([1]),
    adds([1], 'global(0)', 'clause'),
  );
  assert.equal(text, 'causal and (window(6) or global(0))');
  assert.deepEqual([chosen, draft], [[1], null]);
  const { data, cols } = maskMatrix(text, { queries: 24, keys: 24 });
  assert.deepEqual([...data.slice(0, cols)], [1, ...Array(23).fill(0)]);
});

test('a group that begins with a new clause takes the window from beside it', () => {
  const begun = after('causal and window(6)', adds([], 'global(0)', 'group'));
  assert.equal(begun.text, 'causal and window(6) and global(0)');
  assert.deepEqual([begun.chosen, begun.draft], [[2], { path: [2], join: 'or' }]);
  const { text } = after('causal and window(6)', adds([], 'global(0)', 'group'), moves([1], 1));
  assert.equal(text, 'causal and (window(6) or global(0))');
});

test('a clause is added to its group, with brackets where the meaning needs them', () => {
  const add = (/** @type {string} */ text, /** @type {number[]} */ path, kind = 'clause') =>
    after(text, adds(path, 'prefix(2)', /** @type {'clause'} */ (kind))).text;
  assert.equal(add('causal', []), 'causal and prefix(2)');
  assert.equal(add('causal or window(6)', []), 'causal or window(6) or prefix(2)');
  assert.equal(add('causal or window(6)', [], 'not'), 'causal or window(6) or not prefix(2)');
  assert.equal(
    add('causal and window(6) or global(0)', [0]),
    'causal and window(6) and prefix(2) or global(0)',
  );
  assert.equal(add('not (causal or window(6))', [0]), 'not (causal or window(6) or prefix(2))');
  assert.equal(add('not (causal or window(6))', []), 'not (causal or window(6)) and prefix(2)');
  assert.equal(add('all', []), 'prefix(2)');
  assert.equal(add('all', [], 'not'), 'not prefix(2)');
  assert.equal(after('all', joins([], 'or'), adds([], 'prefix(2)', 'clause')).text, 'all or prefix(2)');
});

test('a removed clause takes its operator and an empty group with it', () => {
  const text = 'causal and (window(6) or global(0))';
  assert.equal(after(text, removes([1, 1])).text, 'causal and window(6)');
  assert.equal(after(text, removes([1])).text, 'causal');
  assert.equal(after(text, removes([0])).text, 'window(6) or global(0)');
  assert.equal(after('causal', removes([0])).text, 'all');
  // The last clause of the chosen group leaves no group.
  const emptied = after(text, chooses([1]), removes([1, 1]), removes([1, 0]));
  assert.deepEqual([emptied.text, emptied.chosen], ['causal', []]);
});

test('a group with one clause stays while it is chosen, and dissolves when another is chosen', () => {
  const text = 'causal and (window(6) or global(0))';
  const one = after(text, chooses([1]), removes([1, 1]));
  assert.deepEqual([one.text, one.draft], ['causal and window(6)', { path: [1], join: 'or' }]);
  assert.equal(outline(treeOf(maskExpression(one.text), one.draft)), 'and[causal, or[window(6)]]');
  const other = after(text, chooses([1]), removes([1, 1]), chooses([]));
  assert.deepEqual([other.text, other.chosen, other.draft], ['causal and window(6)', [], null]);
  const filled = after(text, chooses([1]), removes([1, 1]), adds([1], 'prefix(2)', 'clause'));
  assert.equal(filled.text, 'causal and (window(6) or prefix(2))');
});

test('the operator of a group changes its brackets only', () => {
  assert.equal(after('causal and window(6)', joins([], 'or')).text, 'causal or window(6)');
  assert.equal(
    after('causal and (window(6) or global(0))', joins([1], 'and')).text,
    'causal and (window(6) and global(0))',
  );
  assert.equal(
    after('causal and (window(6) or global(0))', joins([], 'or')).text,
    'causal or (window(6) or global(0))',
  );
});

test('moving down and up goes past clauses, into groups and out of them, and back again', () => {
  const texts = [
    'prefix(2) and causal and (window(6) or global(0))',
    'causal and prefix(2) and (window(6) or global(0))',
    'causal and (prefix(2) or window(6) or global(0))',
    'causal and (window(6) or prefix(2) or global(0))',
    'causal and (window(6) or global(0) or prefix(2))',
    'causal and (window(6) or global(0)) and prefix(2)',
  ];
  let [text, path] = [texts[0], /** @type {number[]} */ ([0])];
  const step = (/** @type {1 | -1} */ by) => {
    const result = edited(maskExpression(text), { chosen: [], draft: null }, moves(path, by));
    if (result) [text, path] = [maskExpression(result.text).text, result.focus ?? []];
    return result !== null;
  };
  for (const wanted of texts.slice(1)) {
    assert.ok(step(1));
    assert.equal(text, wanted);
  }
  assert.equal(step(1), false, 'it is at the end');
  for (const wanted of texts.slice(0, -1).reverse()) {
    assert.ok(step(-1));
    assert.equal(text, wanted);
  }
  assert.equal(step(-1), false, 'it is at the beginning');
});

test('a dropped item goes before the operand under the pointer, and no group into itself', () => {
  const text = 'causal and (window(6) or global(0)) and prefix(2)';
  const put = (/** @type {number[]} */ from, /** @type {number[]} */ to, /** @type {number} */ index) => {
    const result = edited(maskExpression(text), { chosen: [], draft: null }, puts(from, to, index));
    return result && maskExpression(result.text).text;
  };
  assert.equal(put([0], [1], 2), '(window(6) or global(0) or causal) and prefix(2)');
  assert.equal(put([2], [], 0), 'prefix(2) and causal and (window(6) or global(0))');
  assert.equal(put([1, 0], [], 3), 'causal and global(0) and prefix(2) and window(6)');
  assert.equal(put([1], [1], 0), null);
  assert.equal(put([0], [], 0), null);
  assert.equal(put([0], [], 1), null);
  assert.equal(put([0], [0], 0), null, 'a clause is no group');
  assert.equal(put([7], [], 0), null);
});

test('edits of any part of any tree write a text whose tree is the one that is shown', () => {
  const texts = [
    'causal',
    'not causal',
    'causal and window(6)',
    'not (causal or window(6)) and not not global(0)',
    '((all and none) or (all or causal)) and prefix(2)',
    'all or none and (causal or not (window(6) and (global(0) or prefix(2))))',
  ];
  /** @param {Item} item @param {number[]} path @returns {number[][]} */
  const paths = (item, path) => [path, ...item.items.flatMap((each, index) => paths(each, [...path, index]))];
  for (const text of texts) {
    const expression = maskExpression(text);
    for (const path of paths(treeOf(expression), [])) {
      /** @type {Change[]} */
      const changes = [
        chooses(path),
        joins(path, 'or'),
        joins(path, 'and'),
        adds(path, 'blocks(3)', 'clause'),
        adds(path, 'blocks(3)', 'group'),
        removes(path),
        groups(path),
        moves(path, 1),
        moves(path, -1),
      ];
      for (const change of changes) {
        /** What the edit leaves, before it is written. @type {Item | undefined} */
        let root;
        const result = edited(expression, { chosen: [], draft: null }, (tree) => {
          root = tree;
          return change(tree);
        });
        if (!result || !root) continue;
        const tree = treeOf(maskExpression(result.text), result.draft);
        assert.ok(itemAt(tree, result.chosen)?.join, `${text}: ${result.text} has the chosen group`);
        // The root may have been replaced by its only group.
        const shown = outline(tree);
        const [only] = root.items;
        const left = root.items.length === 0 ? 'and[all]' : outline(root);
        assert.ok(shown === left || (only && shown === outline(only)), `${text}: ${shown}, not ${left}`);
      }
    }
  }
});

test('numbers and alignments are no part of the structure', () => {
  const structure = (/** @type {string} */ text) => structureOf(maskExpression(text));
  assert.equal(structure('causal and window(6)'), structure('CAUSAL(lower_right)  and window( 12 )'));
  assert.notEqual(structure('causal and window(6)'), structure('causal or window(6)'));
  assert.notEqual(structure('causal and window(6)'), structure('causal and not window(6)'));
});

test('the paths of a thumbnail cover its cells once, in runs', () => {
  const data = Uint8Array.of(2, 2, 1, 0, 0, 1, 1, 2);
  assert.deepEqual(thumbnailPaths({ rows: 2, cols: 4, data }), {
    allowed: 'M0 0h2v1h-2zM3 1h1v1h-1z',
    removed: 'M2 0h1v1h-1zM1 1h2v1h-2z',
  });
});

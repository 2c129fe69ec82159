/** docs/masks.md: every clause is in it, and its formula gives the cells of its example. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { load, maskClauses, maskMatrix } from '../engine/masks.js';

await load();
const text = await readFile(new URL('../../docs/masks.md', import.meta.url), 'utf8');
const CODE = '`([^`]+)`';
const rows = [...text.matchAll(new RegExp(`^\\| ${CODE} \\| ${CODE} \\|(?: ${CODE})? \\|`, 'gm'))].filter(
  ([, , example]) => example !== 'i + M - N',
);

/** A formula of the page, which is Python, as a function. @param {string} formula */
function compiled(formula) {
  const script = formula
    .replace(/(\w+) \/\/ (\d+)/g, 'Math.floor($1 / $2)')
    .replace(/(Math\.floor\([^)]*\)|\w+) in range\((\d+), (\d+)\)/g, '($1 >= $2 && $1 < $3)')
    .replace(/(Math\.floor\([^)]*\)|\w+) in \(([\d, ]+)\)/g, '[$2].includes($1)')
    .replace(/\band\b/g, '&&')
    .replace(/\bor\b/g, '||')
    .replace(/\babs\b/g, 'Math.abs')
    .replace('True', 'true')
    .replace('False', 'false');
  return new Function('i', 'j', 'p', 'M', `return ${script};`);
}

test('every clause is documented', () => {
  const names = new Set(rows.map(([, clause]) => clause.replace(/\(.*/, '')));
  assert.deepEqual(
    [...names].sort(),
    maskClauses()
      .map(({ name }) => name)
      .sort(),
  );
});

test('the formula of each clause gives the cells of its example, with each alignment', () => {
  let count = 0;
  for (const [, clause, example, formula] of rows) {
    if (formula === undefined) continue;
    const allows = compiled(formula);
    const alignments = /\bp\b/.test(formula) ? { upper_left: 0, lower_right: 4, 'offset=3': 3 } : { '': 0 };
    for (const [alignment, offset] of Object.entries(alignments)) {
      const ended = example.endsWith(')')
        ? example.replace(/\)$/, `, ${alignment})`)
        : `${example}(${alignment})`;
      const { data } = maskMatrix(alignment === '' ? example : ended, { queries: 12, keys: 16 });
      const expected = Array.from({ length: 12 * 16 }, (_, cell) => {
        const [i, j] = [Math.floor(cell / 16), cell % 16];
        return allows(i, j, i + offset, 16) ? 1 : 0;
      });
      assert.deepEqual(Array.from(data), expected, `${clause} ${alignment}`);
      count += 1;
    }
  }
  assert.equal(count, 6 + 3 * 10);
});

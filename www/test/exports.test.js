import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ELEMENTS } from '../build/scripts.mjs';

const TAGS = ['heed-contrast', 'heed-heads', 'heed-lesson', 'heed-map', 'heed-mask'];

test('the modules of elements can be imported with and without .js', () => {
  for (const name of TAGS.flatMap((tag) => [tag, `${tag}-define`])) {
    const found = [name, `${name}.js`].map((each) => import.meta.resolve(`heedmap/elements/${each}`));
    const module = ELEMENTS[name] ?? `define/${name}.js`;
    assert.equal(found[0], new URL(`../${module}`, import.meta.url).href);
    assert.equal(found[1], found[0]);
    assert.ok(existsSync(fileURLToPath(found[0])), name);
  }
});

test('the types of a module of an element are the same with and without .js', async () => {
  const { exports } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'));
  for (const name of [...TAGS, 'heed-*-define']) {
    const [plain, withEnding] = [name, `${name}.js`].map((each) => exports[`./elements/${each}`]);
    assert.equal(plain.types, plain.default.replace(/\.js$/, '.d.ts'), name);
    assert.deepEqual(withEnding, plain, name);
  }
});

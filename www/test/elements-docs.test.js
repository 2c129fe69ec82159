import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { AS_PROPERTY } from '../element/attributes.js';
import { ELEMENTS } from '../build/scripts.mjs';
import { elementsDoc } from '../package/elements-doc.mjs';
import { attributesDeclaration } from '../package/jsx.mjs';
import { elements } from '../package/manifest.mjs';
import { PYTHON_SETTINGS, pythonSettings } from '../package/python-settings.mjs';

const WWW = new URL('../', import.meta.url);
const classes = elements();

/** The `--heed-…` that sources name. */
async function used() {
  const files = (await readdir(WWW, { recursive: true })).filter(
    (file) => /\.(js|css)$/.test(file) && !/^(dist|pkg|test|package|bench)\b/.test(file),
  );
  const texts = await Promise.all(files.map((file) => readFile(new URL(file, WWW), 'utf8')));
  return new Set(
    texts.flatMap((text) => text.replace(/^ *\*.*$/gm, '').match(/--heed-[a-z]+(?:-[a-z]+)*/g) ?? []),
  );
}

test('docs/elements.md matches the comments of the elements', async () => {
  assert.equal(
    await readFile(new URL('../docs/elements.md', WWW), 'utf8'),
    elementsDoc(),
    'write it anew: npm run docs',
  );
});

test('the Python package has the limits and choices of the settings', async () => {
  assert.equal(
    await readFile(new URL(`../${PYTHON_SETTINGS}`, WWW), 'utf8'),
    pythonSettings(),
    'write it anew: npm run docs',
  );
});

test('an element observes the attributes that it documents and those that it rejects', async () => {
  assert.equal(classes.length, 6);
  for (const { tagName, name, attributes } of classes) {
    const module = await import(`../${ELEMENTS[String(tagName)]}`);
    const observed = module[name].observedAttributes ?? [];
    const documented = attributes.map((each) => each.name);
    const refused = observed.filter((/** @type {string} */ each) => !documented.includes(each));
    assert.ok(
      documented.every((each) => observed.includes(each)),
      tagName,
    );
    assert.ok(
      refused.length === 2 && refused.every((/** @type {string} */ each) => AS_PROPERTY.includes(each)),
      `${tagName} refuses ${refused}`,
    );
  }
});

test('the public members of elements are documented', () => {
  for (const { tagName, members, attributes, events, cssParts, cssProperties } of classes) {
    for (const { name, description } of [...members, ...attributes, ...events, ...cssParts, ...cssProperties])
      assert.ok(description, `${tagName}: ${name}`);
  }
});

test('the custom properties in style sheets are documented with their defaults', async () => {
  const documented = new Map(
    classes.flatMap(({ cssProperties }) => cssProperties.map((each) => [each.name, each.default])),
  );
  assert.deepEqual([...(await used())].sort(), [...documented.keys()].sort());
  const theme = await readFile(new URL('element/theme.css', WWW), 'utf8');
  const defaults = [...theme.matchAll(/var\((--heed-[a-z]+), (light-dark\([^)]*\))\)/g)];
  assert.equal(defaults.length, 9);
  for (const [, name, colors] of defaults) assert.equal(documented.get(name), colors, name);
});

test('the types of attributes are imported from the modules that define them', async () => {
  const imports = [...attributesDeclaration().matchAll(/^import type \{ (.*) \} from '\.\.\/(.*)';$/gm)];
  assert.ok(imports.length > 5);
  for (const [, names, module] of imports) {
    const exported = await import(new URL(`../${module}`, import.meta.url).href);
    for (const name of names.split(', ')) assert.ok(name in exported, `${name} of ${module}`);
  }
});
